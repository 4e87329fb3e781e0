// SPDX-License-Identifier: Apache-2.0
#include "contact/frame.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <random>

namespace percuss {
namespace frame_test {

constexpr double unit_rounding = 1e-15;  // a few eps of unit vectors

TEST(Frame, IsRightHandedAndOrthonormal) {
  std::mt19937 random(1);
  std::normal_distribution<double> number;
  for (int i = 0; i < 200; ++i) {
    const Vector3 n = Vector3(number(random), number(random), number(random)).normalized();
    const auto t = tangents_of(n);
    Matrix3 R;
    R << n, t[0], t[1];
    EXPECT_LE((R.transpose() * R - Matrix3::Identity()).cwiseAbs().maxCoeff(), unit_rounding) << n.transpose();
    EXPECT_NEAR(R.determinant(), 1.0, 4.0 * unit_rounding) << n.transpose();
  }
}

TEST(Frame, LeansOnTheAxisFarthestFromTheNormal) {
  const auto t = tangents_of({0.0, 0.0, 1.0});
  EXPECT_EQ(t[0], Vector3::UnitX());
  EXPECT_EQ(t[1], Vector3::UnitY());
}

TEST(Frame, TurnsByAQuarterInThePlane) { EXPECT_EQ(quarter_turn({0.6, 0.8, 0.0}), Vector3(-0.8, 0.6, 0.0)); }

}  // namespace frame_test
}  // namespace percuss
