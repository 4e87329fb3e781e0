// SPDX-License-Identifier: Apache-2.0
#include "core/rotation.hpp"

#include <gtest/gtest.h>

namespace percuss {
namespace rotation_test {

using Vector3 = Eigen::Vector3d;

Eigen::Matrix3d turned(const Vector3& theta) { return quaternion_of(theta).toRotationMatrix(); }

// On both sides of where series take over, small and large angles.
const std::vector<double> angles{0.0, 1e-3, 0.0999, 0.1001, 0.7, 2.5};
const Vector3 axis(0.48, -0.6, 0.64), rate(0.7, 0.4, -1.1);

TEST(Rotation, TurnsAsFastAsItsVectorChanges) {
  constexpr double h = 1e-3;  // differences of fourth order: h^4, and eps / h
  for (const double angle : angles) {
    const Vector3 theta = angle * axis;
    const auto at = [&](double s) -> Eigen::Matrix3d { return turned(theta + s * rate) * turned(theta).transpose(); };
    const Eigen::Matrix3d R = (8.0 * (at(h) - at(-h)) - at(2.0 * h) + at(-2.0 * h)) / (12.0 * h);
    const Vector3 omega = angular_velocity_of(theta, rate);
    EXPECT_LE((omega - Vector3(R(2, 1), R(0, 2), R(1, 0))).norm(), 1e-11) << angle;
    const auto J = [&](double s) { return angular_velocity_of(theta + s * rate, rate); };
    const Vector3 expected = (8.0 * (J(h) - J(-h)) - J(2.0 * h) + J(-2.0 * h)) / (12.0 * h);
    EXPECT_LE((angular_acceleration_of(theta, rate) - expected).norm(), 1e-11) << angle;
  }
}

TEST(Rotation, HasATransposeThatTurnsBack) {
  for (const double angle : angles) {
    const Vector3 theta = angle * axis, d(1.0, 2.0, 3.0);
    EXPECT_NEAR(d.dot(angular_velocity_of(theta, rate)), rate.dot(angular_velocity_of(-theta, d)), 1e-14);
  }
}

TEST(Rotation, GivesTheRateOfItsVectorBack) {
  for (const double angle : angles) {
    const Vector3 theta = angle * axis, omega = turned(theta).transpose() * angular_velocity_of(theta, rate);
    EXPECT_LE((omega + rotation_vector_rate(theta, omega) - rate).norm(), 1e-11) << angle;  // its series: angle^4/30240
  }
}

TEST(Rotation, KeepsQuaternionsAtUnitLength) {
  Vector p = Vector::Unit(4, 0), next(4);
  for (int i = 0; i < 1000; ++i) {
    turn_quaternion(p, rate, next);
    p = next;
  }
  EXPECT_NEAR(p.norm(), 1.0, 1e-15);
  const Eigen::Quaterniond expected = quaternion_of(1000.0 * rate);
  EXPECT_LE((p.tail<3>() - expected.vec()).norm(), 1e-12);  // 1000 steps, eps of 1400 rad
}

}  // namespace rotation_test
}  // namespace percuss
