// SPDX-License-Identifier: Apache-2.0
#include "model/fastest_mode.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace percuss {
namespace fastest_mode_test {

const Matrix M = (Matrix(2, 2) << 2.0, 0.5, 0.5, 1.0).finished();
const Matrix K = (Matrix(2, 2) << 5e6, -2e6, -2e6, 3e6).finished();

TEST(FastestMode, IsTheLargestEigenfrequency) {
  const auto bound = fastest_mode(M, Matrix::Zero(2, 2), K);
  // det(K - x M) = 1.75 x^2 - 13e6 x + 11e12
  EXPECT_NEAR(bound.omega_max, std::sqrt((13e6 + std::sqrt(169e12 - 77e12)) / 3.5), 1e-10);  // eps of 2500
  EXPECT_EQ(bound.mass_damping, 0.0);
  EXPECT_EQ(bound.stiffness_damping, 0.0);
}

TEST(FastestMode, KnowsRayleighDampingWhenItSeesIt) {
  const auto bound = fastest_mode(M, 0.3 * M + 2e-5 * K, K);
  EXPECT_NEAR(bound.mass_damping, 0.3, 1e-9);  // of C, whose largest entry is 100
  EXPECT_NEAR(bound.stiffness_damping, 2e-5, 1e-17);
  const auto massive = fastest_mode(M, 0.3 * M, Matrix::Zero(2, 2));
  EXPECT_EQ(massive.omega_max, 0.0);
  EXPECT_NEAR(massive.mass_damping, 0.3, 1e-15);
}

TEST(FastestMode, KnowsTheRatesBetweenWhichAnyOtherDampingLies) {
  const Matrix C = (Matrix(2, 2) << 0.0, 0.0, 0.0, 7.0).finished();  // one damper, on the second coordinate
  const auto bound = fastest_mode(M, C, K);
  EXPECT_NEAR(bound.mass_damping, 7.0 * 2.0 / 1.75, 1e-13);  // c (M^-1)_22
  EXPECT_EQ(bound.stiffness_damping, 0.0);
  EXPECT_EQ(bound.least_damping, 0.0);  // round-off of 1e-15 is none
  const auto both = fastest_mode(M, Eigen::Vector2d(7.0, 5.0).asDiagonal(), K);
  EXPECT_NEAR(*both.least_damping, (17.0 - std::sqrt(289.0 - 245.0)) / 3.5, 1e-13);  // 1.75 c^2 - 17 c + 35 = 0
}

// A soft coordinate without damper is lost in the norm of a matrix with a stiff one.
TEST(FastestMode, SeesTheUndampedCoordinateBesideAStiffOne) {
  const Matrix I = Matrix::Identity(2, 2);
  const auto bound = fastest_mode(I, Eigen::Vector2d(1e12, 0.0).asDiagonal(), Eigen::Vector2d(1e14, 1.0).asDiagonal());
  EXPECT_EQ(bound.least_damping, 0.0);
}

TEST(FastestMode, OfAFreeBodyIsNone) {
  const auto bound = fastest_mode(M, Matrix::Zero(2, 2), Matrix::Zero(2, 2));
  EXPECT_EQ(bound.omega_max, 0.0);
  EXPECT_EQ(bound.mass_damping, 0.0);
}

}  // namespace fastest_mode_test
}  // namespace percuss
