// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/smoothed_pair.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace percuss {
namespace smoothed_pair_test {

using Block = SmoothedPair::Block;

ConeVector times(const Block& A, const ConeVector& v) {
  ConeVector product{};
  for (std::size_t i = 0; i < 3; ++i)
    for (std::size_t j = 0; j < 3; ++j) product[i] += A[3 * i + j] * v[j];
  return product;
}

TEST(SmoothedPair, IsThatOfOneNumberWithoutTangentialPart) {
  const SmoothedPair pair({3.0, 0.0, 0.0}, 4.0);  // p (p - 3) = 4
  EXPECT_DOUBLE_EQ(pair.p()[0], 4.0);
  EXPECT_DOUBLE_EQ(pair.q()[0], 1.0);
  EXPECT_DOUBLE_EQ(pair.slopes()[0], 0.8);  // p / (p + q)
  EXPECT_DOUBLE_EQ(pair.rest_of_one()[0], 0.2);
  EXPECT_DOUBLE_EQ(pair.by_t()[0], 0.2);  // 1 / (p + q)
  EXPECT_EQ(pair.p()[1], 0.0);
}

TEST(SmoothedPair, HasTheDerivativesOfFiniteDifferences) {
  std::mt19937 random(7);
  std::normal_distribution<double> number(0.0, 1.0);
  for (int sample = 0; sample < 60; ++sample) {
    const double t = std::pow(10.0, -2.0 + sample % 4);
    ConeVector v{number(random), number(random), number(random)};
    if (sample % 5 == 0) v[1] = v[2] = 0.0;  // where the eigenvectors are free
    const ConeVector d{number(random), number(random), number(random)};
    const SmoothedPair pair(v, t);
    // Central differences: h^2 of the third derivative, of order 1 / t, and 1e-16 / h of rounding.
    const double h = 1e-5 * std::sqrt(t), near = 1e-8 * (1.0 + 1.0 / t);
    const SmoothedPair after({v[0] + h * d[0], v[1] + h * d[1], v[2] + h * d[2]}, t),
        before({v[0] - h * d[0], v[1] - h * d[1], v[2] - h * d[2]}, t), later(v, t * (1.0 + 1e-5)),
        earlier(v, t * (1.0 - 1e-5));
    const auto dp = pair.times_slopes(d), dq = times(pair.rest_of_one(), d);
    for (std::size_t i = 0; i < 3; ++i) {
      EXPECT_NEAR((after.p()[i] - before.p()[i]) / (2.0 * h), dp[i], near);
      EXPECT_NEAR((after.q()[i] - before.q()[i]) / (2.0 * h), -dq[i], near);
      EXPECT_NEAR((later.p()[i] - earlier.p()[i]) / (2e-5 * t), pair.by_t()[i], near / std::sqrt(t));
      EXPECT_NEAR((later.q()[i] - earlier.q()[i]) / (2e-5 * t), pair.by_t()[i], near / std::sqrt(t));
    }
  }
}

// Far from the boundary of the cone one of the two is lost in the rounding of the other, unless it has its own formula.
TEST(SmoothedPair, KeepsItsSmallSlopes) {
  const double t = 1e-14, axis = 1.0, length = 0.25;
  for (const double sign : {1.0, -1.0}) {
    const SmoothedPair pair({sign * axis, length, 0.0}, t);
    const auto small = sign > 0.0 ? pair.rest_of_one() : pair.slopes();
    // t / lambda^2 on (1, d) and (1, -d), t / (lambda_1 lambda_2) across.
    const double low = t / std::pow(axis - length, 2.0), high = t / std::pow(axis + length, 2.0);
    EXPECT_NEAR(small[0] / (0.5 * (low + high)), 1.0, 1e-12);
    EXPECT_NEAR(small[8] / (t / (axis * axis - length * length)), 1.0, 1e-12);
  }
}

TEST(SmoothedPair, AddsUpToOne) {
  std::mt19937 random(3);
  std::normal_distribution<double> number(0.0, 1.0);
  for (int sample = 0; sample < 50; ++sample) {
    const SmoothedPair pair({number(random), number(random), number(random)}, std::pow(10.0, -sample % 13));
    const auto J = pair.slopes(), rest = pair.rest_of_one();
    for (std::size_t i = 0; i < 9; ++i) EXPECT_NEAR(J[i] + rest[i], i % 4 == 0 ? 1.0 : 0.0, 1e-14);
  }
}

}  // namespace smoothed_pair_test
}  // namespace percuss
