// SPDX-License-Identifier: Apache-2.0
#include "solvers/linear/banded_lu.hpp"

#include <gtest/gtest.h>

#include <random>

#include "tests/solvers/linear_systems.hpp"

namespace percuss {
namespace banded_lu_test {

/// Random entries within the band, the diagonal times `diagonal`.
BandMatrix random_band(Index n, Index lower, Index upper, double diagonal, unsigned seed, Matrix& dense) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  BandMatrix A;
  A.reset(n, lower, upper);
  dense = Matrix::Zero(n, n);
  for (Index i = 0; i < n; ++i)
    for (Index j = std::max<Index>(0, i - lower); j <= std::min(n - 1, i + upper); ++j)
      A.at(i, j) = dense(i, j) = number(random) * (i == j ? diagonal : 1.0);
  return A;
}

// Entries are of order one; a solution of size |x| leaves a residual of some eps |x|.
void expect_solves(const BandedLU& lu, const Matrix& A, unsigned seed) {
  const Vector b = random_vector(A.rows(), seed);
  Vector x = b;
  lu.solve_in_place(x);
  EXPECT_LE((A * x - b).cwiseAbs().maxCoeff(), 1e-13 * (1.0 + x.cwiseAbs().maxCoeff()));
}

TEST(BandedLU, SolvesAnyBandWithZeroOrSmallDiagonal) {
  for (const double diagonal : {0.0, 1e-3, 1.0, 10.0})
    for (const Index n : {1, 2, 3, 7, 40})
      for (const Index lower : {0, 1, 3})
        for (const Index upper : {0, 1, 4}) {
          if (diagonal == 0.0 && (lower == 0 || upper == 0 || n % 2 == 1)) continue;  // singular
          SCOPED_TRACE(testing::Message() << n << ' ' << lower << ' ' << upper << ' ' << diagonal);
          Matrix dense;
          const Index kl = std::min(lower, n - 1), ku = std::min(upper, n - 1);
          const auto A = random_band(n, kl, ku, diagonal, static_cast<unsigned>(n + lower + upper), dense);
          BandedLU lu;
          const double pivot = lu.factorize(A);
          ASSERT_GT(pivot, 0.0);
          if (pivot > 1e-4) expect_solves(lu, dense, 5);
        }
}

TEST(BandedLU, ServesOneMatrixAfterTheOther) {
  BandedLU lu;
  Matrix dense;
  for (const Index n : {30, 4, 50}) {
    ASSERT_GT(lu.factorize(random_band(n, 2, 3, 4.0, static_cast<unsigned>(n), dense)), 0.0);
    expect_solves(lu, dense, 6);
  }
}

TEST(BandedLU, SaysThatThereIsNoInverse) {
  BandMatrix A;
  A.reset(3, 1, 1);
  A.at(0, 0) = A.at(0, 1) = A.at(1, 0) = A.at(1, 1) = 1.0;
  A.at(2, 2) = 1.0;
  EXPECT_EQ(BandedLU().factorize(A), 0.0);
  A.at(1, 1) = std::nan("");
  EXPECT_EQ(BandedLU().factorize(A), 0.0);
}

}  // namespace banded_lu_test
}  // namespace percuss
