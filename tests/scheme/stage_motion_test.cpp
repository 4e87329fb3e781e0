// SPDX-License-Identifier: Apache-2.0
#include "scheme/stage_motion.hpp"

#include <gtest/gtest.h>

#include "model/mass_chain.hpp"
#include "model/rigid_body.hpp"
#include "tests/scheme/fixtures.hpp"

namespace percuss::test {

namespace stage_motion_test {

/// A chain of masses, and the same behind a body whose positions no addition moves: both ways through a stage.
MechanicalSystem chain(bool with_spinning_ball) {
  MechanicalSystem system;
  MassChainOptions options;
  options.masses = {1.0, 2.0, 3.0, 4.0, 5.0};
  options.stiffness = {1.0, 1.0, 1.0, 1.0, 1.0, 1.0};
  system.add(std::move(make_mass_chain(options).bodies.front()));
  if (with_spinning_ball) {
    RigidBodyOptions ball;
    ball.mass = 1.0;
    ball.inertia = {1.0, 1.0, 1.0};
    system.add(std::move(make_rigid_body(ball).bodies.front()));
  }
  return system;
}

struct Case {
  explicit Case(bool with_spinning_ball) : system(chain(with_spinning_ball)) {
    const Index n = system.num_v();
    q = Vector::LinSpaced(system.num_q(), 1.0, 2.0);
    for (std::size_t k = 0; k < 3; ++k) x[k] = Vector::LinSpaced(n, static_cast<double>(k), 0.3);
    a = Vector::LinSpaced(n, -1.0, 4.0);
    v_next = work = along = Vector::Zero(n);
    q_next = q;
  }
  StageMotion motion() {
    return {
        .t = 0.0,
        .q = q,
        .known = {{{x[0].data(), {1.0, 0.1, 2.0}}, {x[1].data(), {0.2, 0.3, -1.0}}, {x[2].data(), {0.7, 0.6, 0.5}}}},
        .a = {0.9, 0.8, 3.0},
        .along = &along};
  }
  MechanicalSystem system;
  Vector q, a, v_next, q_next, work, along;
  std::array<Vector, 3> x;
};

constexpr double round_off = 1e-14;  // of sums of a few numbers below 10

TEST(StageMotion, EndsWithTheSumsOfItsShares) {
  for (const bool ball : {false, true}) {
    Case c(ball);
    ASSERT_EQ(c.system.advances_by_addition(), !ball);
    c.motion().end(c.system, c.a, c.v_next, c.q_next);
    const Vector increment = 0.1 * c.x[0] + 0.3 * c.x[1] + 0.6 * c.x[2] + 0.8 * c.a;
    Vector q = c.q;
    c.system.advance(c.q, 1.0, increment, 0.0, increment, q);
    EXPECT_TRUE(c.q_next.isApprox(q, round_off));
    EXPECT_TRUE(c.v_next.isApprox(c.x[0] + 0.2 * c.x[1] + 0.7 * c.x[2] + 0.9 * c.a, round_off));
    EXPECT_TRUE(c.along.isApprox(2.0 * c.x[0] - c.x[1] + 0.5 * c.x[2] + 3.0 * c.a, round_off));
  }
}

TEST(StageMotion, BeginsWithoutTheAcceleration) {
  for (const bool ball : {false, true}) {
    Case c(ball);
    c.motion().begin(c.system, true, c.v_next, c.q_next);
    const Vector increment = 0.1 * c.x[0] + 0.3 * c.x[1] + 0.6 * c.x[2];
    Vector q = c.q;
    c.system.advance(c.q, 1.0, increment, 0.0, increment, q);
    EXPECT_TRUE(c.q_next.isApprox(q, round_off));
    EXPECT_TRUE(c.v_next.isApprox(c.x[0] + 0.2 * c.x[1] + 0.7 * c.x[2], round_off));
    EXPECT_TRUE(c.along.isZero(0.0));
  }
}

TEST(StageMotion, GivesTheSameOneByOne) {
  Case all(false), single(false);
  all.motion().end(all.system, all.a, all.v_next, all.q_next);
  single.motion().velocity(single.a, single.v_next);
  single.motion().go_along(single.a);
  EXPECT_TRUE(single.v_next.isApprox(all.v_next, round_off));
  single.motion().without_acceleration(single.v_next, single.work);
  EXPECT_TRUE((single.v_next + 0.9 * single.a).isApprox(all.v_next, round_off));
  EXPECT_TRUE((single.q + single.work + 0.8 * single.a).isApprox(all.q_next, round_off));
  EXPECT_TRUE(single.along.isApprox(all.along, round_off));
}

TEST(StageMotion, OfFewerVectorsLeavesTheOthersOut) {
  Case c(false);
  const StageMotion motion{.t = 0.0, .q = c.q, .known = {{{c.x[1].data(), {2.0, 0.5}}}}, .a = {0.9, 0.8}};
  motion.end(c.system, c.a, c.v_next, c.q_next);
  EXPECT_TRUE(c.v_next.isApprox(2.0 * c.x[1] + 0.9 * c.a, round_off));
  EXPECT_TRUE(c.q_next.isApprox(c.q + 0.5 * c.x[1] + 0.8 * c.a, round_off));
  motion.go_along(c.a);  // nobody wants it
}

}  // namespace stage_motion_test

}  // namespace percuss::test
