// SPDX-License-Identifier: Apache-2.0
#include "scheme/held_positions.hpp"

#include <gtest/gtest.h>

#include "core/contact_list.hpp"
#include "tests/scheme/fixtures.hpp"
#include "tests/solvers/contact_systems.hpp"

namespace percuss::test {

namespace held_positions_test {

constexpr double h = 0.1, w_q = 0.004;

// A particle of mass 2 in the corner of the floor and a wall, both with friction, 0.3 below the one, 0.2 off the other.
struct Corner {
  std::unique_ptr<Model> model =
      ParticleOverFloor{.position = {0.2, -0.3}, .velocity = {0.0, 0.0}, .friction = 0.5}.build();
  Corner() {
    NodeWallOptions wall;
    wall.body = "particle";
    wall.normal = {1.0, 0.0};
    wall.friction = 0.5;
    add_node_wall(*model, "wall", wall);
  }
};

TEST(HeldPositions, PushPenetratingContactsOntoTheirSurfaceAlongTheNormal) {
  const Corner corner;
  const auto mass = factored(corner.model->system);
  HeldPositions held(corner.model->contacts, {});
  const Vector q = corner.model->initial.q;
  Vector gap(2), b = Vector::Zero(2), b_next = b, lift = b;
  corner.model->contacts.gaps(0.0, q, gap);
  EXPECT_TRUE(held.empty());
  held.reserve(0.0, q, mass);
  EXPECT_TRUE(held.hold(0.0, q, gap, 0.0)) << "what takes no part is not looked at";
  EXPECT_TRUE(held.join(gap, 0.0));
  EXPECT_FALSE(held.join(gap, 0.0));
  ASSERT_TRUE(held.solve(h, w_q, 0.0, q, gap, b, mass, b_next).ok());
  EXPECT_NEAR(q[1] + w_q * b_next[1], 0.0, 1e-15);  // round-off
  EXPECT_EQ(b_next[0], 0.0);
  held.add_response(h, w_q, mass, HeldPositions::Of::contacts, lift);
  EXPECT_NEAR(w_q * lift[1], 0.3, 1e-15);
  held.for_each_joint_row(h, w_q, [](Index, std::size_t, double) { FAIL() << "there are no joints"; });
  std::vector<char> pushes(2);
  held.mark_pushing(pushes);
  EXPECT_EQ(pushes, (std::vector<char>{1, 0}));
  held.begin_step();
  EXPECT_TRUE(held.has_contacts()) << "what pushed takes part in the next step";
}

TEST(HeldPositions, LetContactsGoThatOpen) {
  const Corner corner;
  const auto mass = factored(corner.model->system);
  HeldPositions held(corner.model->contacts, {});
  const Vector q = corner.model->initial.q;
  Vector gap(2), b = Vector::Zero(2), b_next = Eigen::Vector2d(0.0, 1.0) * 0.4 / w_q;
  corner.model->contacts.gaps(0.0, q, gap);
  held.join(gap, 0.0);
  ASSERT_TRUE(held.solve(h, w_q, 0.0, q, gap, b, mass, b_next).ok());
  EXPECT_EQ(w_q * b_next[1], 0.4);
  EXPECT_TRUE(held.hold(0.0, q + w_q * b_next, (Vector(2) << 0.2, 0.1).finished(), 0.0));
  held.begin_step();
  EXPECT_FALSE(held.has_contacts());
}

// Newton's method on the gap of the unit circle.
TEST(HeldPositions, BringJointsBackQuadratically) {
  MechanicalSystem system;
  PointMassOptions particle;
  particle.mass = 2.0;
  particle.position = {0.6, 0.9};
  auto built = make_point_mass(particle);
  const Vector start = built.q;
  system.add(std::move(built.bodies.front()));
  const UnitCircle joint(Cone::bilateral);
  const auto mass = factored(system);
  HeldPositions held(joint, {});
  EXPECT_FALSE(held.empty());
  EXPECT_FALSE(held.has_contacts());
  Vector b = Vector::Zero(2), q = start, b_next(2);
  const Vector gap = Vector::Zero(1);
  int solves = 0;
  do {
    b_next.setZero();
    ASSERT_TRUE(held.solve(h, w_q, 0.0, q, gap, b, mass, b_next).ok());
    b = b_next;
    q = start + w_q * b;
  } while (!held.hold(0.0, q, gap, 1e-15) && ++solves < 6);
  EXPECT_LT(solves, 3);
  EXPECT_NEAR(q.norm(), 1.0, 1e-15);
  // The last force of the joint, by which b has come back along the normal: M b = W nu/w_q.
  Vector by_joint = Vector::Zero(2), by_contacts = Vector::Zero(2);
  held.add_response(h, w_q, mass, HeldPositions::Of::all, by_joint);
  held.add_response(h, w_q, mass, HeldPositions::Of::contacts, by_contacts);
  EXPECT_EQ(by_contacts, Vector::Zero(2));
  EXPECT_LE((by_joint - b).cwiseAbs().maxCoeff(), 1e-14 * b.norm());
  held.for_each_joint_row(h, w_q, [&](Index, std::size_t, double force) {
    EXPECT_NEAR(std::abs(force), particle.mass * b.norm(), 1e-14 * b.norm());  // round-off
  });
}

}  // namespace held_positions_test

}  // namespace percuss::test
