// SPDX-License-Identifier: Apache-2.0
#include "contact/disc_plane.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <stdexcept>

#include "core/mechanical_system.hpp"

namespace percuss {
namespace disc_plane_test {

/// A disc of radius 0.5 against the line through (0, 1) that rises by 3 on 4; the free side is above it.
DiscPlane inclined(double friction) {
  DiscPlane planes;
  planes.add({"slope", {0, 0, 0.5}, {0.0, 1.0}, {-0.6, 0.8}, {friction, 0.4, 0.1}});
  return planes;
}

TEST(DiscPlane, GapIsTheDistanceOfTheEdgeFromTheLine) {
  const auto planes = inclined(0.0);
  Vector gap(1), rate(1);
  planes.gaps(0.0, Eigen::Vector3d(1.0, 3.0, 7.0), gap);
  EXPECT_NEAR(gap[0], -0.6 * 1.0 + 0.8 * 2.0 - 0.5, 1e-15);  // a few eps
  planes.normal_velocities(0.0, Vector::Zero(3), Eigen::Vector3d(1.0, 3.0, 7.0), rate);
  EXPECT_NEAR(rate[0], -0.6 + 2.4, 1e-15);
}

TEST(DiscPlane, SlipIsThatOfThePointAtTheLine) {
  const auto planes = inclined(0.3);
  ASSERT_EQ(planes.num_rows(0), 2);
  ContactSet set;
  const std::vector<Index> closed{0};
  planes.evaluate(0.0, Vector::Zero(3), 3, closed, set);
  // t = (-0.8, -0.6): the disc rolls down, towards -t, when it turns counter-clockwise seen against t x n = -z.
  const double omega = 2.0;
  const Eigen::Vector2d tangent(-0.8, -0.6), rolling = 0.5 * omega * tangent;
  EXPECT_NEAR(set.W.column_dot(1, Eigen::Vector3d(rolling[0], rolling[1], omega)), 0.0, 1e-15);
  EXPECT_NEAR(set.W.column_dot(1, Eigen::Vector3d(tangent[0], tangent[1], 0.0)), 1.0, 1e-15);
  EXPECT_EQ(set.cone[0], Cone::coulomb);
  EXPECT_EQ(set.mu[0], 0.3);
  EXPECT_EQ(set.eps_n[0], 0.4);
  EXPECT_EQ(set.eps_t[0], 0.1);
}

TEST(DiscPlane, HasNoTangentialRowWithoutFriction) {
  const auto planes = inclined(0.0);
  EXPECT_EQ(planes.num_rows(0), 1);
  ContactSet set;
  const std::vector<Index> closed{4};  // as a part of a list that begins at 4
  set.clear(3);
  planes.append(0.0, Vector::Zero(3), closed, 4, set);
  EXPECT_EQ(set.rows(), 1);
  EXPECT_EQ(set.id[0], 4);
  EXPECT_EQ(set.cone[0], Cone::unilateral);
}

TEST(DiscPlane, NothingChangesWithTheConfiguration) {
  const auto planes = inclined(0.3);
  EXPECT_TRUE(planes.has_constant_jacobian());
  const MechanicalSystem nobody;
  const std::vector<Index> closed{0};
  Vector bias = Vector::Ones(2), value(2);
  planes.velocity_bias(nobody, 0.0, Vector::Ones(3), Vector::Ones(3), closed, 0, bias);
  EXPECT_EQ(bias, Vector::Zero(2));
  planes.row_gaps(0.0, Eigen::Vector3d(1.0, 3.0, 7.0), closed, 0, value);
  EXPECT_NEAR(value[0], 0.5, 1e-15);
  EXPECT_EQ(value[1], 0.0);
}

TEST(DiscPlane, RefusesANormalThatIsNotOfUnitLength) {
  DiscPlane planes;
  EXPECT_THROW(planes.add({"x", {0, 0, 1.0}, {0.0, 0.0}, {1.0, 1.0}, {}}), std::invalid_argument);
}

}  // namespace disc_plane_test
}  // namespace percuss
