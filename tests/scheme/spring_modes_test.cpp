// SPDX-License-Identifier: Apache-2.0
#include "scheme/spring_modes.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <complex>

#include "core/decompositions.hpp"

namespace percuss {
namespace spring_modes_test {

/// A stiff and a slow motion that only the stiff one's damper takes energy from; K and D have no eigenvector in common.
const Matrix K = (Matrix(3, 3) << 90.0, -20.0, 0.0, -20.0, 10.0, -1.0, 0.0, -1.0, 2.0).finished();
const Matrix D = (Matrix(3, 3) << 1.0, -1.5, 0.0, -1.5, 3.0, 0.0, 0.0, 0.0, 0.25).finished();

// The largest eigenvalue of a K + b D, whatever a and b, is that of an extreme mode but for 1 - cos 7.5 degrees: of the
// edge between two of the directions.
TEST(SpringModes, ExtremesBoundEveryMeanOfStiffnessAndDamping) {
  const auto extreme = SpringModes(K, D).extreme();
  for (const double b : {0.0, 0.3, 1.0, 3.0, 10.0, 30.0, 100.0}) {
    const Matrix mean = K + b * D;
    const double exact = Eigen::SelfAdjointEigenSolver<Matrix>(mean).eigenvalues()[2];
    double found = 0.0;
    for (const auto& mode : extreme) found = std::max(found, mode.omega * mode.omega + b * mode.damping_rate);
    EXPECT_LE(found, exact * (1.0 + 1e-12)) << b;
    EXPECT_GE(found, exact * std::cos(M_PI / 24.0)) << b;
  }
}

// det(s^2 + s D + K) = 0 at each, by the oscillation's own s.
TEST(SpringModes, OwnModesSolveTheCharacteristicEquation) {
  const auto own = SpringModes(K, D).own();
  ASSERT_EQ(own.size(), 3U);
  for (const auto& mode : own) {
    const double real = -0.5 * mode.damping_rate;
    const std::complex<double> s(real, std::sqrt(mode.omega * mode.omega - real * real));
    const Eigen::MatrixXcd A = s * s * Eigen::MatrixXcd::Identity(3, 3) + s * D + K;
    EXPECT_LT(std::abs(A.determinant()), 1e-10 * std::pow(mode.omega, 6)) << mode.omega;
  }
}

// Two real roots of s^2 + 5 s + 4 are two decays.
TEST(SpringModes, OverdampedMotionsDecay) {
  const auto own = SpringModes(Matrix::Constant(1, 1, 4.0), Matrix::Constant(1, 1, 5.0)).own();
  ASSERT_EQ(own.size(), 2U);
  EXPECT_NEAR(own[0].damping_rate + own[1].damping_rate, 5.0, 1e-12);
  EXPECT_NEAR(own[0].damping_rate * own[1].damping_rate, 4.0, 1e-12);
  EXPECT_EQ(own[0].omega + own[1].omega, 0.0);
}

TEST(SpringModes, WhatGoesOffByItselfDoesNotCount) {
  const SpringModes pushed(Matrix::Constant(1, 1, -4.0), Matrix::Zero(1, 1));
  EXPECT_EQ(pushed.bound().omega, 0.0);
  EXPECT_EQ(SpringModes().bound().omega, 0.0);
}

}  // namespace spring_modes_test
}  // namespace percuss
