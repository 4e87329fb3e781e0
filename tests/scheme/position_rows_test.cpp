// SPDX-License-Identifier: Apache-2.0
#include "scheme/position_rows.hpp"

#include <gtest/gtest.h>

#include "core/contact_list.hpp"
#include "tests/scheme/fixtures.hpp"

namespace percuss::test {

namespace position_rows_test {

TEST(Penetrations, JoinTheClosedContactsInOrderAndOnce) {
  std::vector<Index> closed{1, 3};
  const Vector gap = (Vector(5) << -1e-20, -1.0, 0.0, 1.0, -2.0).finished();
  EXPECT_TRUE(penetrations_join(gap, 0.0, closed));
  EXPECT_EQ(closed, (std::vector<Index>{0, 1, 2, 3, 4}));
  EXPECT_FALSE(penetrations_join(gap, 0.0, closed));
}

TEST(Penetrations, TakeAlongWhatTouches) {
  std::vector<Index> closed{1};
  const Vector gap = (Vector(4) << 1e-17, 0.0, -1e-17, 1e-9).finished();
  EXPECT_TRUE(penetrations_join(gap, 1e-16, closed));
  EXPECT_EQ(closed, (std::vector<Index>{0, 1, 2}));
  closed = {2};
  EXPECT_FALSE(penetrations_join(gap, 1e-16, closed)) << "nobody is new";
  EXPECT_EQ(closed, std::vector<Index>{2});
}

// A joint on the circle between two walls inside it: normal rows of contacts, the drift of the joint.
TEST(PositionRows, HoldGapsOfContactsAndTheDriftOfJoints) {
  ContactList list;
  list.add(std::make_unique<UnitCircle>(Cone::unilateral));
  list.add(std::make_unique<UnitCircle>(Cone::bilateral));
  list.add(std::make_unique<UnitCircle>(Cone::unilateral));
  const Vector q = Eigen::Vector2d(0.6, 0.9);
  ContactSet set;
  const std::vector<Index> closed{1, 2};
  list.evaluate(0.0, q, 2, closed, set);
  PositionRows rows(list);
  rows.select(set);
  ASSERT_EQ(rows.size(), 2);
  EXPECT_TRUE(rows.is_joint(0));
  EXPECT_FALSE(rows.is_joint(1));
  EXPECT_EQ(rows[1], 1);          // its row in the set
  EXPECT_EQ(rows.contact(0), 1);  // its number in the model
  EXPECT_EQ(rows.contact(1), 2);
  Vector value(2);
  rows.gaps(0.0, q, Eigen::Vector3d(7.0, 8.0, 9.0), value);
  EXPECT_EQ(value[0], 1.0 - q.norm());
  EXPECT_EQ(value[1], 9.0);
}

TEST(PositionRows, AreTheNormalRowsOfFrictionalContacts) {
  const auto model =
      ParticleOverFloor{.position = {0.0, 0.0, 0.0}, .velocity = {0.0, 0.0, 0.0}, .friction = 0.3}.build();
  NodeWallOptions side;
  side.body = "particle";
  side.normal = {1.0, 0.0, 0.0};
  side.friction = 0.1;
  add_node_wall(*model, "side", side);
  ContactSet set;
  const std::vector<Index> closed{0, 1};
  model->contacts.evaluate(0.0, model->initial.q, 3, closed, set);
  PositionRows rows(model->contacts);
  rows.select(set);
  ASSERT_EQ(rows.size(), 2);
  EXPECT_EQ(rows[0], 0);
  EXPECT_EQ(rows[1], 3);
}

}  // namespace position_rows_test

}  // namespace percuss::test
