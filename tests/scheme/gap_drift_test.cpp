// SPDX-License-Identifier: Apache-2.0
#include "scheme/gap_drift.hpp"

#include <gtest/gtest.h>

#include "core/contact_list.hpp"
#include "model/mass_chain.hpp"
#include "tests/scheme/fixtures.hpp"
#include "tests/solvers/contact_systems.hpp"

namespace percuss::test {

namespace gap_drift_test {

constexpr double h = 0.01;

// Moves the start of `model` to close the contacts `together`.
struct Move {
  Report report;
  Vector q, gap;
  Move(const Model& model, const ContactModel& contacts, const std::vector<Index>& together)
      : q(model.initial.q), gap(contacts.size()) {
    const auto mass = factored(model.system);
    GapDrift drift(model.system, contacts, {});
    drift.prepare(0.0, q, mass);
    contacts.gaps(0.0, q, gap);
    report = drift.take_back(h, 0.0, together, gap, model.initial.v, q);
    contacts.gaps(0.0, q, gap);
  }
};

TEST(GapDrift, MovesAParticleDownAlongTheNormal) {
  const auto model = ParticleOverFloor{.position = {0.2, 0.3}, .velocity = {5.0, 1.0}, .friction = 0.5}.build();
  const Move move(*model, model->contacts, {0});
  ASSERT_TRUE(move.report.ok());
  EXPECT_EQ(move.q[0], 0.2);
  EXPECT_NEAR(move.q[1], 0.0, 1e-16);  // round-off
}

// A second floor 0.1 above the first: the first is reached, and the second lies behind.
TEST(GapDrift, ClosesTheWidestOfContactsThatDependOnEachOther) {
  const auto model = ParticleOverFloor{.position = {0.2, 0.3}, .velocity = {0.0, 0.0}}.build();
  NodeWallOptions upper;
  upper.body = "particle";
  upper.normal = {0.0, 1.0};
  upper.wall = {0.0, 0.1};
  add_node_wall(*model, "upper", upper);
  const Move move(*model, model->contacts, {0, 1});
  ASSERT_TRUE(move.report.ok());
  EXPECT_NEAR(move.gap[0], 0.0, 1e-16);
  EXPECT_NEAR(move.gap[1], -0.1, 1e-16);
}

TEST(GapDrift, LeavesClosedGapsAndOtherContactsAlone) {
  const auto model = ParticleOverFloor{.position = {0.2, -0.3}, .velocity = {0.0, 0.0}}.build();
  const Move closed(*model, model->contacts, {0}), none(*model, model->contacts, {});
  EXPECT_TRUE(closed.report.ok());
  EXPECT_TRUE(none.report.ok());
  EXPECT_EQ(closed.q, model->initial.q);
  EXPECT_EQ(none.q, model->initial.q);
}

// On the circle by a joint at a radius of 0.8: the same circle as a contact is open by 0.2, and stays so.
TEST(GapDrift, FailsWhereAJointHoldsTheContactOpen) {
  const auto model = ParticleOverFloor{.position = {0.48, 0.64}, .velocity = {0.0, 0.0}}.build();
  ContactList list;
  list.add(std::make_unique<UnitCircle>(Cone::bilateral));
  list.add(std::make_unique<UnitCircle>(Cone::unilateral));
  const Move held(*model, list, {1});
  EXPECT_FALSE(held.report.ok());
  EXPECT_EQ(held.q, model->initial.q);
  const Move free(*model, UnitCircle(Cone::unilateral), {0});
  EXPECT_TRUE(free.report.ok());
  EXPECT_NEAR(free.q.norm(), 1.0, 1e-15);
}

// Three masses m and two springs k with h^2 k / 4 = 1e6 m: they go together, up to 0.3 (2 + 1) 1e-6 of their bending.
TEST(GapDrift, MovesAStiffBodyAsOne) {
  Model model;
  MassChainOptions chain;
  chain.masses = {2.0, 2.0, 2.0};
  chain.stiffness = {0.0, 8e10, 8e10, 0.0};
  chain.position = {0.3, 0.3, 0.3};
  model.add_body("chain", "mass_chain", make_mass_chain(chain));
  NodeWallOptions wall;
  wall.body = "chain";
  wall.normal = {1.0};
  add_node_wall(model, "wall", wall);
  const Move move(model, model.contacts, {0});
  ASSERT_TRUE(move.report.ok());
  EXPECT_NEAR(move.q[0], 0.0, 1e-15);
  EXPECT_NEAR(move.q[2], 0.0, 1e-6);
}

}  // namespace gap_drift_test

}  // namespace percuss::test
