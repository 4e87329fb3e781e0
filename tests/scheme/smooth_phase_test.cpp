// SPDX-License-Identifier: Apache-2.0
#include "scheme/smooth_phase.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include "tests/scheme/fixtures.hpp"

namespace percuss::smooth_phase_test {
namespace {

constexpr double round_off = 1e-13;  // a few operations on numbers of order 10

/// 2 kg on the floor, friction 0.25, weight 10 N.
std::unique_ptr<Model> on_the_floor(std::vector<double> velocity) {
  test::ParticleOverFloor fixture;
  fixture.position = std::vector<double>(velocity.size(), 0.0);
  fixture.velocity = std::move(velocity);
  fixture.friction = 0.25;
  fixture.gravity = -5.0;
  return fixture.build();
}

TEST(SmoothPhase, ForcesOfFreeStickingAndSlidingContactsAreThoseByHand) {
  const auto model = on_the_floor({-2.0, 0.0});
  model->bodies.front().add_force(0, TimeFunction(1.0));
  SmoothPhase phase(model->system, model->contacts, LinearSolverKind::automatic);
  const auto& start = model->initial;
  const auto with = [&](PhaseMode mode) {
    phase.set_modes(std::vector<PhaseMode>{mode});
    EXPECT_TRUE(phase.accelerate(start.t, start.q, start.v).ok());
    return phase.acceleration();
  };
  EXPECT_NEAR(with({})[1], -5.0, round_off);
  EXPECT_EQ(phase.force(0, 0), 0.0);
  EXPECT_NEAR(with({ContactMode::holds})[0], 0.0, round_off);
  EXPECT_NEAR(phase.force(0, 0), 10.0, round_off);
  EXPECT_NEAR(phase.force(0, 1), 1.0, round_off);  // the tangent of the normal y is -x
  EXPECT_NEAR(with({ContactMode::slides, {1.0, 0.0}})[0], 0.5 * (1.0 + 2.5), round_off);  // friction 2.5 N along x
  EXPECT_NEAR(phase.force(0, 1), -2.5, round_off);
  EXPECT_NEAR(phase.power(start.t, start.q, start.v, 1e-9).friction, 2.5 * 2.0, 1e-12);
}

TEST(SmoothPhase, FrictionInSpaceFollowsTheSlipAndKeepsItsWayBeyondAStop) {
  const auto model = on_the_floor({3.0, 4.0, 0.0});
  SmoothPhase phase(model->system, model->contacts, LinearSolverKind::automatic);
  phase.set_modes(std::vector<PhaseMode>{{ContactMode::slides, {1.0, 0.0}}});
  const auto& [t, q, v] = model->initial;
  ASSERT_TRUE(phase.accelerate(t, q, v).ok());
  EXPECT_NEAR(phase.force(0, 1), -2.5 * 0.6, round_off);
  EXPECT_NEAR(phase.force(0, 2), -2.5 * 0.8, round_off);
  const Vector back = -v;
  ASSERT_TRUE(phase.accelerate(t, q, back).ok());
  EXPECT_NEAR(phase.force(0, 1), -2.5, round_off);
  EXPECT_NEAR(phase.force(0, 2), 0.0, round_off);
}

TEST(SmoothPhase, ConditionsAreGapForceAndSlip) {
  const auto model = on_the_floor({-2.0, 0.0});
  SmoothPhase phase(model->system, model->contacts, LinearSolverKind::automatic);
  auto [t, q, v] = model->initial;
  Vector value, noise;
  q[1] = 0.75;
  phase.set_modes(std::vector<PhaseMode>{{}});
  ASSERT_TRUE(phase.accelerate(t, q, v).ok());
  phase.conditions(t, q, v, value, noise);
  EXPECT_EQ(value[0], 0.75);
  EXPECT_TRUE(std::isinf(value[1]));
  q[1] = 0.0;
  phase.set_modes(std::vector<PhaseMode>{{ContactMode::slides, {1.0, 0.0}}});
  ASSERT_TRUE(phase.accelerate(t, q, v).ok());
  phase.conditions(t, q, v, value, noise);
  EXPECT_NEAR(value[0], 5.0, round_off);  // 10 N / 2 kg
  EXPECT_NEAR(value[1], 2.0, round_off);
  phase.set_modes(std::vector<PhaseMode>{{ContactMode::holds}});
  ASSERT_TRUE(phase.accelerate(t, q, v).ok());
  phase.conditions(t, q, v, value, noise);
  EXPECT_NEAR(value[1], 1.25, round_off);  // 2.5 N / 2 kg, nothing of it used
  EXPECT_LT(noise[1], 1e-8);
}

/// On the unit circle: v'^2/r towards the centre, and drift is taken off along the radius.
TEST(SmoothPhase, JointsHoldOnCurvedWaysAndDriftIsProjected) {
  MechanicalSystem system;
  PointMassOptions options;
  options.mass = 1.0;
  options.position = {1.0, 0.0};
  options.velocity = {0.0, 3.0};
  auto built = make_point_mass(options);
  for (auto& body : built.bodies) system.add(std::move(body));
  const test::UnitCircle circle(Cone::bilateral);
  SmoothPhase phase(system, circle, LinearSolverKind::automatic);
  phase.set_modes(std::vector<PhaseMode>(1));
  Vector q = built.q, v = built.v;
  ASSERT_TRUE(phase.accelerate(0.0, q, v).ok());
  EXPECT_NEAR(phase.acceleration()[0], -9.0, round_off);
  q = Vector{{0.6 * 1.001, 0.8 * 1.001}};
  v = Vector{{0.6 - 0.8, 0.8 + 0.6}};
  ASSERT_TRUE(phase.project(0.0, q, v).ok());
  EXPECT_NEAR(q.norm(), 1.0, 1e-12);  // Newton's second step squares 1e-3 twice
  EXPECT_NEAR(v[0], -0.8, 1e-12);
  EXPECT_NEAR(v[1], 0.6, 1e-12);
  phase.hold_from(0.0, 1.25 * q);
  Vector far = 1.2 * q;
  ASSERT_TRUE(phase.project(0.0, far, v).ok());
  EXPECT_NEAR(far.norm(), 1.25, 1e-6);  // held as it began
}

}  // namespace
}  // namespace percuss::smooth_phase_test
