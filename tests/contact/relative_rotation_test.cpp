// SPDX-License-Identifier: Apache-2.0
#include "contact/relative_rotation.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "core/rotation.hpp"

namespace percuss {
namespace relative_rotation_test {

using Vector3 = Eigen::Vector3d;
constexpr double rounding = 4e-15;  // some eps of angles up to 2 pi

TEST(RelativeRotation, AngleAboutOneAxisGoesOnToAWholeTurn) {
  const Vector3 z = Vector3::UnitZ();
  for (const double angle : {0.0, 1e-9, 0.7, -2.0, 3.5, -6.2}) {
    const auto Q = quaternion_of(angle * z);
    EXPECT_LE((rotation_vector_of(Q) - angle * z).norm(), rounding) << angle;
    EXPECT_NEAR(twist_of(Q, z), angle, rounding);
    EXPECT_LE(std::abs(twist_of(Q, Vector3::UnitX())), (std::abs(angle) > M_PI ? 2.0 * M_PI : 0.0) + rounding);
    EXPECT_NEAR(tilt_of(Q * z, z, Vector3::UnitX()), 0.0, rounding);
    EXPECT_LE((rotation_vector_gradient(angle * z, z) - z).norm(), rounding);
    EXPECT_LE((twist_gradient(Q, z) - z).norm(), rounding);
  }
}

TEST(RelativeRotation, TiltIsTheAngleOfTheAxisWhateverTurnsAboutIt) {
  const Vector3 z = Vector3::UnitZ(), axis = Vector3(3.0, 4.0, 0.0) / 5.0;
  for (const double angle : {1e-6, 0.4, 2.0, 3.0}) {
    const auto Q = quaternion_of(angle * axis) * quaternion_of(5.0 * z);
    const Vector3 u = Q * z;
    EXPECT_NEAR(tilt_of(u, z, Vector3::UnitX()), 0.6 * angle, rounding);
    EXPECT_NEAR(tilt_of(u, z, Vector3::UnitY()), 0.8 * angle, rounding);
    EXPECT_NEAR(twist_of(Q, z), 5.0, rounding);
  }
}

TEST(RelativeRotation, OfNoneIsZero) {
  const auto none = Eigen::Quaterniond::Identity();
  EXPECT_EQ(rotation_vector_of(none), Vector3::Zero());
  EXPECT_EQ(rotation_vector_gradient(Vector3::Zero(), Vector3::UnitY()), Vector3::UnitY());
  EXPECT_EQ(twist_gradient(none, Vector3::UnitY()), Vector3::UnitY());
  EXPECT_EQ(tilt_gradient(Vector3::UnitZ(), Vector3::UnitZ(), Vector3::UnitX()), Vector3::UnitX());
}

// Central differences along omega, h = 1e-6: h^2 of third derivatives and eps/h, some 1e-10 away from the ends.
TEST(RelativeRotation, GradientsAreThoseOfTheAngles) {
  std::mt19937 random(7);
  std::normal_distribution<double> number;
  const auto vector = [&] { return Vector3(number(random), number(random), number(random)); };
  for (int i = 0; i < 200; ++i) {
    const double angle = i % 4 == 0 ? 1e-4 : 5.0 * std::abs(std::remainder(number(random), 1.0));
    const auto Q = quaternion_of(angle * vector().normalized());
    const Vector3 omega = vector(), a = vector().normalized(), e = vector().cross(a).normalized();
    constexpr double h = 1e-6;
    const auto rate = [&](auto&& of) {
      return (of(quaternion_of(h * omega) * Q) - of(quaternion_of(-h * omega) * Q)) / (2.0 * h);
    };
    const Vector3 phi = rotation_vector_of(Q);
    EXPECT_NEAR(rate([&](const Eigen::Quaterniond& R) { return rotation_vector_of(R).dot(e); }),
                rotation_vector_gradient(phi, e).dot(omega), 1e-8);
    EXPECT_NEAR(rate([&](const Eigen::Quaterniond& R) { return twist_of(R, a); }), twist_gradient(Q, a).dot(omega),
                1e-8);
    EXPECT_NEAR(rate([&](const Eigen::Quaterniond& R) { return tilt_of(R * a, a, e); }),
                tilt_gradient(Q * a, a, e).dot(omega), 1e-8);
  }
}

}  // namespace relative_rotation_test
}  // namespace percuss
