// SPDX-License-Identifier: Apache-2.0
#include "scheme/normal_contacts.hpp"

#include <gtest/gtest.h>

#include "core/contact_list.hpp"
#include "tests/scheme/fixtures.hpp"

namespace percuss::test {

namespace normal_contacts_test {

TEST(NormalContacts, HaveTheNormalRowsWithoutFrictionAndRestitution) {
  const auto model =
      ParticleOverFloor{.position = {0.1, 0.2, 0.3}, .velocity = {0.0, 0.0, -4.0}, .restitution = 0.5, .friction = 0.3}
          .build();
  NodeWallOptions side;
  side.body = "particle";
  side.normal = {1.0, 0.0, 0.0};
  side.friction = 0.1;
  add_node_wall(*model, "side", side);
  const NormalContacts normal(model->contacts);
  EXPECT_EQ(normal.num_rows(1), 1);
  EXPECT_EQ(normal.name(1), "side");
  ContactSet set, all;
  const std::vector<Index> closed{0, 1};
  normal.evaluate(0.0, model->initial.q, 3, closed, set);
  model->contacts.evaluate(0.0, model->initial.q, 3, closed, all);
  ASSERT_EQ(set.rows(), 2);
  const Vector v = Eigen::Vector3d(5.0, 6.0, 7.0);
  for (Index k = 0; k < 2; ++k) {
    const auto i = static_cast<std::size_t>(k);
    EXPECT_EQ(set.W.column_dot(k, v), all.W.column_dot(all.first_row(k), v));
    EXPECT_EQ(set.cone[i], Cone::unilateral);
    EXPECT_EQ(set.id[i], k);
    EXPECT_EQ(set.mu[i], 0.0);
    EXPECT_EQ(set.eps_n[i], 0.0);
  }
  Vector gap(2), rate(2);
  normal.gaps(0.0, model->initial.q, gap);
  normal.normal_velocities(0.0, model->initial.q, model->initial.v, rate);
  EXPECT_EQ(gap[0], 0.3);
  EXPECT_EQ(rate[0], -4.0);
}

TEST(NormalContacts, PullTogetherWithNormalsTurnedRound) {
  const auto model = ParticleOverFloor{.position = {0.2, 0.3}, .velocity = {1.0, -4.0}}.build();
  const NormalContacts pulling(model->contacts, NormalContacts::Push::together);
  ContactSet set;
  const std::vector<Index> closed{0};
  pulling.evaluate(0.0, model->initial.q, 2, closed, set);
  ASSERT_EQ(set.rows(), 1);
  EXPECT_EQ(set.W.column_dot(0, model->initial.v), 4.0);
  Vector gap(1), rate(1);
  pulling.gaps(0.0, model->initial.q, gap);
  pulling.normal_velocities(0.0, model->initial.q, model->initial.v, rate);
  EXPECT_EQ(gap[0], -0.3);
  EXPECT_EQ(rate[0], 4.0);
}

TEST(NormalContacts, LeaveJointsAsTheyAre) {
  ContactList list;
  list.add(std::make_unique<UnitCircle>(Cone::unilateral, 0.5));
  list.add(std::make_unique<UnitCircle>(Cone::bilateral));
  const NormalContacts normal(list);
  EXPECT_TRUE(normal.is_joint(1));
  const Vector q = Eigen::Vector2d(0.6, 0.9);
  ContactSet set;
  const std::vector<Index> closed{1};
  normal.evaluate(0.0, q, 2, closed, set);
  ASSERT_EQ(set.size(), 1);
  EXPECT_EQ(set.cone[0], Cone::bilateral);
  EXPECT_EQ(set.id[0], 1);
  EXPECT_NEAR(set.W.column_dot(0, q), -q.norm(), 1e-15);
}

}  // namespace normal_contacts_test

}  // namespace percuss::test
