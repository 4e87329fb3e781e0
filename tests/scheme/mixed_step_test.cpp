// SPDX-License-Identifier: Apache-2.0
// What all mixed schemes share: forces, percussions and accelerations of hand-worked motions.
#include "scheme/mixed_step.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "model/joint.hpp"
#include "model/mass_chain.hpp"
#include "model/spring.hpp"
#include "tests/model/models.hpp"
#include "tests/scheme/fixtures.hpp"

namespace percuss::test {

namespace mixed_step_test {

class MixedScheme : public testing::TestWithParam<NamedScheme> {};

INSTANTIATE_TEST_SUITE_P(Schemes, MixedScheme, testing::ValuesIn(mixed_schemes()),
                         [](const testing::TestParamInfo<NamedScheme>& p) { return p.param.label; });

// Every scheme of the family is exact for a constant acceleration, so that v- of an impact is known.
TEST_P(MixedScheme, EveryImpactObeysNewtonsAndCoulombsLaws) {
  constexpr double g = 10.0, mu = 0.1, h = 1e-3, m = 2.0;
  for (const double eps : {0.0, 0.4, 0.9}) {
    const auto model =
        ParticleOverFloor{
            .position = {0.0, 0.05}, .velocity = {3.0, -1.0}, .gravity = -g, .restitution = eps, .friction = mu}
            .build();
    const auto scheme = make(GetParam(), model->system, model->contacts);
    State state = model->initial;
    int impacts = 0;
    for (int i = 0; i < 400; ++i) {
      const Vector v = state.v;
      const auto step = scheme->step(h, state);
      ASSERT_TRUE(step.ok());
      if (!step.impact || scheme->contacts()[0].force[0] > 0.0) continue;
      ++impacts;
      const double v_minus = v[1] - g * h;
      EXPECT_NEAR(state.v[1], -eps * v_minus, 1e-12) << "impact " << impacts << ", restitution " << eps;
      EXPECT_NEAR(scheme->contacts()[0].percussion[0], -m * (1.0 + eps) * v_minus, 1e-12);
      EXPECT_NEAR(state.v[0], v[0] + mu * (1.0 + eps) * v_minus, 1e-12);  // it slides through
      EXPECT_LT(step.complementarity, 1e-12);
    }
    EXPECT_GE(impacts, eps == 0.0 ? 1 : 2) << eps;
  }
}

// It rests where gravity presses it on the wall of a circle: but for round-off nothing moves, and W depends on q.
TEST_P(MixedScheme, AParticleRestsOnAWallThatTurns) {
  Model model;
  PointMassOptions particle;
  particle.mass = 2.0;
  const Vector3 g(6.1, -7.3, 0.0);
  particle.position = {g[0] / g.norm() * (1.0 + 1e-9), g[1] / g.norm() * (1.0 + 1e-9)};
  model.add_body("particle", "point_mass", make_point_mass(particle));
  GravityOptions gravity;
  gravity.acceleration = {g[0], g[1]};
  add_gravity(model, gravity);
  const UnitCircle circle(Cone::unilateral);
  const auto scheme = make(GetParam(), model.system, circle);
  State state = model.initial;
  for (int i = 0; i < 50; ++i) {
    const auto step = scheme->step(1e-3, state);
    ASSERT_TRUE(step.ok()) << step.report.message;
    EXPECT_NEAR(scheme->contacts()[0].force[0], 2.0 * g.norm(), 1e-10) << i;  // m g; the solver's 1e-12 of g, over h
  }
  EXPECT_LT(state.v.norm(), 1e-12);
}

TEST_P(MixedScheme, AStepWhoseForcesAreNoNumbersFailsAndLeavesTheStateAsItWas) {
  for (const Index row : {0, 1, 2}) {
    SCOPED_TRACE(row);
    const auto model = ParticleOverFloor{.position = {0.0, 0.0, 1.0}, .velocity = {0.0, 0.0, 0.0}}.build();
    model->system.add(std::make_unique<LostForce>(row));
    const auto scheme = make(GetParam(), model->system, model->contacts);
    State state = model->initial;
    state.t = 0.97;
    for (int i = 0; i < 2; ++i) ASSERT_TRUE(scheme->step(0.01, state).ok());
    const State before = state;
    EXPECT_FALSE(scheme->step(0.02, state).ok());
    EXPECT_EQ(state.q, before.q);
    EXPECT_EQ(state.v, before.v);
    EXPECT_EQ(state.t, before.t);
  }
}

// A block slides on the floor into a wall: the floor carries the weight in the very step of the impact.
TEST_P(MixedScheme, TheForcesOfAStepStayWhenAnImpactEndsIt) {
  auto model = ParticleOverFloor{.position = {-5.5e-3, 0.0}, .velocity = {1.0, 0.0}, .gravity = -10.0}.build();
  NodeWallOptions wall;
  wall.body = "particle";
  wall.normal = {-1.0, 0.0};
  wall.restitution = 0.5;
  add_node_wall(*model, "wall", wall);
  const auto scheme = make(GetParam(), model->system, model->contacts);
  State state = model->initial;
  int impacts = 0;
  for (int i = 0; i < 10; ++i) {
    const bool impact = scheme->step(1e-3, state).impact;
    impacts += impact ? 1 : 0;
    EXPECT_NEAR(scheme->contacts()[0].force[0], 20.0, 1e-11) << i;
    EXPECT_NEAR(scheme->contacts()[1].percussion[0], impact ? 2.0 * 1.5 : 0.0, 1e-14) << i;
    EXPECT_EQ(scheme->contacts()[1].force[0], 0.0) << i;
  }
  EXPECT_EQ(impacts, 1);
  EXPECT_NEAR(state.v[0], -0.5, 1e-15);
}

// A particle falls plastically and stays. Generalized-alpha with the acceleration of the fall kept has to undo it
// first; Bathe has done so by the middle of the step.
TEST_P(MixedScheme, AfterAnImpactTheForceIsRightAtOnceUnlessTheOldAccelerationIsKept) {
  for (const bool kept : {false, true}) {
    auto named = GetParam();
    if (kept) named.options.emplace_back("after_impact", std::string("kept"));
    const auto model = ParticleOverFloor{.position = {5.5e-3}, .velocity = {-1.0}, .gravity = -10.0}.build();
    const auto scheme = make(named, model->system, model->contacts);
    State state = model->initial;
    int i = 0;
    while (i < 20 && !scheme->step(1e-3, state).impact) ++i;
    ASSERT_LT(i, 20);
    ASSERT_TRUE(scheme->step(1e-3, state).ok());
    const double force = scheme->contacts()[0].force[0];
    // ED-alpha with rho_inf = 0 asks for no acceleration of the step before.
    if (kept && GetParam().name != "mixed_bathe" && GetParam().name != "mixed_ed_alpha") {
      EXPECT_GT(std::abs(force - 20.0), 1.0);
    } else {
      EXPECT_NEAR(force, 20.0, 1e-10);
    }
    EXPECT_NEAR(state.v[0], 0.0, 1e-15);
  }
}

/// A mass of 1 kg on a spring of 1000 N/m and a damper that is h d/m times faster than steps of 0.01 s.
std::unique_ptr<Model> on_a_damper(double times_too_fast) {
  auto model = std::make_unique<Model>();
  model->add_body("mass", "point_mass", mass_at({0.0}, 1.0));
  JointOptions joint;
  joint.body = "mass";
  joint.compliance = 1e-3;
  joint.damping = times_too_fast / 0.01;
  add_joint(*model, "mount", JointKind::fixed, joint);
  return model;
}

// 20 N from the start on creep by F t/d, and the joint holds them in every step. The acceleration of the instant,
// 20 m/s^2, which ends after 1e-7 s, would be handed on: 40 N and 0 N in turn with Newmark, 0.04 mm off with HHT.
TEST_P(MixedScheme, ADamperFasterThanTheStepHoldsFromTheStart) {
  for (const double times : {1e2, 1e3, 1e5}) {
    const auto model = on_a_damper(times);
    ForceOptions force;
    force.body = "mass";
    force.direction = {1.0};
    force.value = 20.0;
    add_force(*model, force);
    const auto scheme = make(GetParam(), model->system, model->contacts);
    State state = model->initial;
    for (int i = 0; i < 100; ++i) {
      ASSERT_TRUE(scheme->step(0.01, state).ok());
      // What a damper of finite speed leaves of the jump at the start: some m/(h d), most with Bathe, 4.6.
      EXPECT_NEAR(scheme->contacts()[0].force[0], -20.0, 20.0 * 6.0 / times) << times << ", step " << i;
    }
    const double d = times / 0.01, exact = 20.0 / 1000.0 * (1.0 - std::exp(-1000.0 / d));
    EXPECT_NEAR(state.q[0], exact, (0.01 + 1.0 / times) * exact) << times;  // half a step of a hundred, and 1/(h d/m)
  }
}

// A bounce turns the velocity of one end of a damper that is h d/m = 500 times faster than the step. Nothing has more
// speed afterwards than before: undone in no step, what the bounce has set off pumps energy out of the wall (a hundred
// times the speed with Bathe, more with Newmark). ED-alpha takes no acceleration of the start to speak of; it is up to
// twice as fast afterwards and warns.
TEST_P(MixedScheme, ADamperFasterThanTheStepStopsWhatAnImpactHasSetInMotion) {
  constexpr double h = 0.01, u = 0.1;
  auto model = ParticleOverFloor{.position = {1.5 * h * u}, .velocity = {-u}, .restitution = 0.5}.build();
  model->add_body("other", "point_mass", mass_at({1.0}, 6.0));
  model->initial.v[1] = -u;
  JointOptions joint;
  joint.body = "other";
  joint.to = "particle";
  joint.compliance = 1e-3;
  joint.damping = 1e5;
  add_joint(*model, "mount", JointKind::distance, joint);
  const auto scheme = make(GetParam(), model->system, model->contacts);
  State state = model->initial;
  int i = 0;
  while (i < 20 && !scheme->step(h, state).impact) ++i;
  ASSERT_LT(i, 20);
  for (i = 0; i < 100; ++i) ASSERT_TRUE(scheme->step(h, state).ok());
  EXPECT_LT(state.v.lpNorm<Eigen::Infinity>(), (GetParam().name == "mixed_ed_alpha" ? 2.5 : 1.0) * u);
}

// g = -compliance lambda is a spring: the same motion as a mass on one, up to round-off.
TEST_P(MixedScheme, AJointThatGivesWayIsASpringOfTheBody) {
  constexpr double stiffness = 50.0, h = 0.05;
  auto held = std::make_unique<Model>();
  held->add_body("mass", "point_mass", mass_at({0.0}, 2.0));
  JointOptions joint;
  joint.body = "mass";
  joint.compliance = 1.0 / stiffness;
  add_joint(*held, "hold", JointKind::fixed, joint);
  Model hung;
  MassChainOptions chain;
  chain.masses = {2.0};
  chain.stiffness = {stiffness, 0.0};
  hung.add_body("mass", "mass_chain", make_mass_chain(chain));
  const auto a = make(GetParam(), held->system, held->contacts), b = make(GetParam(), hung.system, hung.contacts);
  State x = held->initial, y = hung.initial;
  x.v[0] = y.v[0] = 1.0;
  for (int i = 0; i < 200; ++i) {
    ASSERT_TRUE(a->step(h, x).ok());
    ASSERT_TRUE(b->step(h, y).ok());
    EXPECT_NEAR(x.q[0], y.q[0], 1e-12) << i;
    EXPECT_NEAR(a->contacts()[0].force[0], -stiffness * x.q[0], 1e-10) << i;
  }
}

// The same of a spring pendulum, whose W turns: against a spring between the points. Equal as far as the stages
// converge, 1e-10 of the velocity each; 200 of them.
TEST_P(MixedScheme, ARodThatGivesWayIsASpringBetweenItsEnds) {
  constexpr double stiffness = 50.0, h = 0.01;
  Model rod, spring;
  for (auto* model : {&rod, &spring}) {
    model->add_body("mass", "point_mass", mass_at({1.0, 0.0}, 2.0));
    GravityOptions gravity;
    gravity.acceleration = {0.0, -9.81};
    add_gravity(*model, gravity);
  }
  JointOptions held;
  held.body = "mass";
  held.to_point = {0.0, 0.0};
  held.compliance = 1.0 / stiffness;
  add_joint(rod, "rod", JointKind::distance, held);
  SpringOptions hung;
  hung.body = "mass";
  hung.to_point = {0.0, 0.0};
  hung.stiffness = stiffness;
  add_spring(spring, "spring", hung);
  const auto a = make(GetParam(), rod.system, rod.contacts), b = make(GetParam(), spring.system, spring.contacts);
  State x = rod.initial, y = spring.initial;
  for (int i = 0; i < 200; ++i) {
    ASSERT_TRUE(a->step(h, x).ok());
    ASSERT_TRUE(b->step(h, y).ok());
    ASSERT_NEAR((x.q - y.q).norm(), 0.0, 1e-8) << i;
  }
  EXPECT_GT((x.q - rod.initial.q).norm(), 0.5) << "it has swung";
}

TEST_P(MixedScheme, AWeightOnASpringyJointIsCarriedWhileABallBounces) {
  constexpr double mass = 2.0, g = 9.81, compliance = 1e-6;
  auto model = std::make_unique<Model>();
  model->add_body("mass", "point_mass", mass_at({0.0}, mass));
  JointOptions joint;
  joint.body = "mass";
  joint.compliance = compliance;
  add_joint(*model, "hold", JointKind::fixed, joint);
  model->initial.q[0] = -mass * g * compliance;  // at rest
  model->add_body("ball", "point_mass", mass_at({1e-4}, 1.0));
  NodeWallOptions floor;
  floor.body = "ball";
  floor.restitution = 1.0;
  add_node_wall(*model, "floor", floor);
  GravityOptions gravity;
  gravity.acceleration = {-g};
  add_gravity(*model, gravity);
  const auto scheme = make(GetParam(), model->system, model->contacts);
  State state = model->initial;
  int impacts = 0;
  for (int i = 0; i < 500; ++i) {
    const auto step = scheme->step(1e-3, state);
    ASSERT_TRUE(step.ok());
    impacts += step.impact ? 1 : 0;
    ASSERT_NEAR(state.q[0], -mass * g * compliance, 1e-9 * mass * g * compliance) << i;
  }
  EXPECT_GT(impacts, 10);
}

// Two masses with a damper between them fly at a wall, which throws the first one, the heavier, back. The damper ends
// their relative motion in m/c = 7e-8 s, far less than a step: a few steps later both move on with their momentum, and
// the way of the damper was less than that of a step. What rings, (m/(h c))^2 = 5e-9 of the speed, Newmark keeps.
TEST_P(MixedScheme, ADamperFasterThanTheStepEndsTheMotionThatAnImpactGaveIt) {
  constexpr double h = 1e-3, v0 = 1.0;
  Model model;
  MassChainOptions chain;
  chain.masses = {2.0, 1.0};
  chain.stiffness = {0.0, 0.0, 0.0};
  chain.damping = {0.0, 1e7, 0.0};
  chain.position = {5.5 * h * v0, 5.5 * h * v0};
  chain.velocity = {-v0, -v0};
  model.add_body("chain", "mass_chain", make_mass_chain(chain));
  NodeWallOptions wall;
  wall.body = "chain";
  wall.restitution = 1.0;
  add_node_wall(model, "wall", wall);
  const auto scheme = make(GetParam(), model.system, model.contacts);
  State state = model.initial;
  int impacts = 0;
  for (int i = 0; i < 100; ++i) {
    const auto step = scheme->step(h, state);
    ASSERT_TRUE(step.ok());
    impacts += step.impact ? 1 : 0;
    if (impacts > 0) {
      EXPECT_LT(std::abs(state.q[1] - state.q[0]), 2.0 * h * v0) << i;
      EXPECT_NEAR(2.0 * state.v[0] + state.v[1], v0, 1e-9 * v0) << i;  // round-off of forces of 1e7 N over 1e-3 s
    }
  }
  EXPECT_EQ(impacts, 1);
  EXPECT_NEAR(state.v[0], v0 / 3.0, 1e-6 * v0);
  EXPECT_NEAR(state.v[1], v0 / 3.0, 1e-6 * v0);
}

TEST(MixedOptions, AreRefusedOutOfTheirRanges) {
  MechanicalSystem system;
  system.add(std::move(mass_at({0.0}).bodies.front()));
  const UnitCircle circle(Cone::unilateral);
  for (const auto& [name, options] : {std::pair<const char*, Values>{"mixed_generalized_alpha", {{"rho_inf", 1.1}}},
                                      {"mixed_generalized_alpha", {{"rho_inf", -0.1}}},
                                      {"mixed_hht", {{"alpha_f", 0.6}}},
                                      {"mixed_newmark", {{"beta", 0.0}}},
                                      {"mixed_newmark", {{"gamma", 0.4}}},
                                      {"mixed_bathe", {{"tolerance", 0.0}}},
                                      {"mixed_bathe", {{"max_iterations", std::int64_t{0}}}}})
    EXPECT_THROW(find_scheme(name)->make(system, circle, {}, options), InputError) << name;
}

}  // namespace mixed_step_test

}  // namespace percuss::test
