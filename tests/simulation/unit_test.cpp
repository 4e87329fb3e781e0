// SPDX-License-Identifier: Apache-2.0
#include "simulation/unit.hpp"

#include <gtest/gtest.h>

namespace percuss {

namespace {

TEST(Unit, OfAQuantityFollowsFromItsName) {
  EXPECT_EQ(unit_of("t"), "s");
  EXPECT_EQ(unit_of("wall.gap"), "m");
  EXPECT_EQ(unit_of("wall.friction_force"), "N");
  EXPECT_EQ(unit_of("wall.percussion"), "N s");
  EXPECT_EQ(unit_of("puck.nodes.first.position.y"), "m");
  EXPECT_EQ(unit_of("bar.mean_velocity"), "m/s");
  EXPECT_EQ(unit_of("bar.momentum.x"), "kg m/s");
  EXPECT_EQ(unit_of("energy.total"), "J");
  EXPECT_EQ(unit_of("mechanism.theta1"), "rad");
  EXPECT_EQ(unit_of("omega2"), "rad/s");
}

TEST(Unit, IsNotGuessed) {
  EXPECT_EQ(unit_of("wall.closed"), "");
  EXPECT_EQ(unit_of("height"), "");
  EXPECT_EQ(unit_of(""), "");
}

}  // namespace

}  // namespace percuss
