// SPDX-License-Identifier: Apache-2.0
#include "simulation/unit.hpp"

#include <gtest/gtest.h>

namespace percuss {

namespace unit_test {

TEST(Unit, OfAQuantityFollowsFromItsName) {
  EXPECT_EQ(unit_of("t"), "s");
  EXPECT_EQ(unit_of("wall.gap"), "m");
  EXPECT_EQ(unit_of("wall.friction_force"), "N");
  EXPECT_EQ(unit_of("wall.percussion"), "N s");
  EXPECT_EQ(unit_of("hinge.force"), "N");
  EXPECT_EQ(unit_of("hinge.force.x"), "N");
  EXPECT_EQ(unit_of("hinge.force.body.x"), "N");
  EXPECT_EQ(unit_of("hinge.moment.body.z"), "N m");
  EXPECT_EQ(unit_of("hinge.rows.4.moment"), "N m");
  EXPECT_EQ(unit_of("rod.elements.3.axial_force"), "N");
  EXPECT_EQ(unit_of("frame.members.x.0_1_2.shear_force.y"), "N");
  EXPECT_EQ(unit_of("rod.elements.last.end.bending_moment"), "N m");
  EXPECT_EQ(unit_of("rod.elements.first.torsional_moment"), "N m");
  EXPECT_EQ(unit_of("hinge.percussion.y"), "N s");
  EXPECT_EQ(unit_of("hinge.moment_percussion.y"), "N m s");
  EXPECT_EQ(unit_of("puck.nodes.first.position.y"), "m");
  EXPECT_EQ(unit_of("bar.mean_velocity"), "m/s");
  EXPECT_EQ(unit_of("rod.mean_position.x"), "m");
  EXPECT_EQ(unit_of("bar.momentum.x"), "kg m/s");
  EXPECT_EQ(unit_of("energy.total"), "J");
  EXPECT_EQ(unit_of("mechanism.theta1"), "rad");
  EXPECT_EQ(unit_of("omega2"), "rad/s");
  EXPECT_EQ(unit_of("box.x"), "m");
  EXPECT_EQ(unit_of("left.nodes.3.y"), "m");
  EXPECT_EQ(unit_of("box.v_x"), "m/s");
  EXPECT_EQ(unit_of("left.nodes.3.phi"), "rad");
  EXPECT_EQ(unit_of("toy.omega_S"), "rad/s");
  EXPECT_EQ(unit_of("top.omega.x"), "rad/s");
  EXPECT_EQ(unit_of("solver.min_gap"), "m");
  EXPECT_EQ(unit_of("solver.complementarity"), "J");
}

TEST(Unit, OfAnIntegralOverTime) {
  EXPECT_EQ(unit_of_integral("N"), "N s");
  EXPECT_EQ(unit_of_integral("rad/s"), "rad");
  EXPECT_EQ(unit_of_integral("kg m/s"), "kg m");
  EXPECT_EQ(unit_of_integral(""), "s");
}

TEST(Unit, IsNotGuessed) {
  EXPECT_EQ(unit_of("wall.closed"), "");
  EXPECT_EQ(unit_of("height"), "");
  EXPECT_EQ(unit_of("top.quaternion.x"), "");
  EXPECT_EQ(unit_of("x"), "");
  EXPECT_EQ(unit_of(""), "");
}

}  // namespace unit_test

}  // namespace percuss
