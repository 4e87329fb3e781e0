// SPDX-License-Identifier: Apache-2.0
#include "simulation/error_norm.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/io/faults_of.hpp"

namespace percuss {

namespace error_norm_test {

/// Two quantities at three times; the differences are
///   0  0
///   3  0
///   0 -4
struct Motion {
  std::vector<double> times{0.0, 1.0, 3.0};
  Matrix reference = (Matrix(3, 2) << 1.0, 2.0, 6.0, 5.0, 2.0, 8.0).finished();
  Matrix values = (Matrix(3, 2) << 1.0, 2.0, 9.0, 5.0, 2.0, 4.0).finished();
};

TEST(ErrorNorm, TheLargestDifferenceCountsWhateverItsSign) {
  const Motion m;
  EXPECT_EQ(error_of(ErrorNorm::max, m.times, m.values, m.reference), 4.0);
}

// E'E = diag(9, 16): the 2-norm is 4. With both differences in one column it is their length, 5.
TEST(ErrorNorm, TheSpectralNormIsTheLargestSingularValue) {
  Motion m;
  EXPECT_NEAR(error_of(ErrorNorm::spectral, m.times, m.values, m.reference), 4.0, 1e-15);
  m.values = m.reference;
  m.values(1, 0) += 3.0;
  m.values(2, 0) -= 4.0;
  EXPECT_NEAR(error_of(ErrorNorm::spectral, m.times, m.values, m.reference), 5.0, 1e-15);
}

TEST(ErrorNorm, TheSpectralNormIsThatOfTheMatrixAtAnyScale) {
  // E = [1 1; 0 1]: the singular values are the golden ratio and its inverse.
  const double golden = 0.5 * (1.0 + std::sqrt(5.0));
  const std::vector<double> times{0.0, 1.0};
  const Matrix zero = Matrix::Zero(2, 2);
  for (const double scale : {1e-200, 1.0, 1e200}) {
    const Matrix values = scale * (Matrix(2, 2) << 1.0, 1.0, 0.0, 1.0).finished();
    EXPECT_NEAR(error_of(ErrorNorm::spectral, times, values, zero) / (scale * golden), 1.0, 1e-14);  // round-off
  }
}

// Trapezoids: 1 (0 + 3)/2 + 2 (3 + 4)/2 over both columns, of which each has a triangle: 1.5 + 3 + 4 = 8.5.
TEST(ErrorNorm, TheL1NormIsTheAreaUnderTheDifferences) {
  const Motion m;
  EXPECT_NEAR(error_of(ErrorNorm::l1, m.times, m.values, m.reference), 8.5, 1e-15);
}

// [MIX (92)]: (3/6)^2 + (4/8)^2 = 1/2.
TEST(ErrorNorm, Equation92SumsTheSquaresOfRelativeErrors) {
  const Motion m;
  EXPECT_NEAR(error_of(ErrorNorm::eq92, m.times, m.values, m.reference), std::sqrt(0.5), 1e-15);
}

TEST(ErrorNorm, EqualMotionsHaveNoError) {
  const Motion m;
  for (const auto norm : {ErrorNorm::max, ErrorNorm::spectral, ErrorNorm::l1, ErrorNorm::eq92})
    EXPECT_EQ(error_of(norm, m.times, m.reference, m.reference), 0.0);
}

TEST(ErrorNorm, ANumberThatIsNotFiniteMakesTheErrorNotANumber) {
  Motion m;
  m.values(1, 1) = INFINITY;
  for (const auto norm : {ErrorNorm::max, ErrorNorm::spectral, ErrorNorm::l1, ErrorNorm::eq92})
    EXPECT_TRUE(std::isnan(error_of(norm, m.times, m.values, m.reference)));
}

TEST(ErrorNorm, RelativeErrorsAreRefusedWhereTheReferenceIsZero) {
  Motion m;
  const std::vector<std::string> names{"theta1", "theta3"};
  m.reference(2, 1) = 0.0;
  EXPECT_EQ(faults_of([&] { check_reference(ErrorNorm::eq92, names, m.times, m.reference); }),
            Lines{"--norm: eq92 is a relative error, and `theta3` of the reference is 0 at t = 3 s\n"
                  "  leave that column out with --columns, or choose max, spectral or l1"});
  EXPECT_EQ(faults_of([&] { check_reference(ErrorNorm::spectral, names, m.times, m.reference); }), Lines{});
}

TEST(ErrorNorm, AWrongNameIsAnsweredWithTheNearest) {
  EXPECT_EQ(error_norm("spectral"), ErrorNorm::spectral);
  const auto faults = faults_of([] { error_norm("spectrum"); });
  ASSERT_EQ(faults.size(), 1U);
  EXPECT_NE(faults[0].find("did you mean `spectral`?"), std::string::npos) << faults[0];
}

}  // namespace error_norm_test

}  // namespace percuss
