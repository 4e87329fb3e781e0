// SPDX-License-Identifier: Apache-2.0
#include "scheme/half_explicit_velocity.hpp"

#include <gtest/gtest.h>

#include "tests/scheme/fixtures.hpp"

namespace percuss::test {

namespace half_explicit_velocity_test {

constexpr double h = 1e-3;

NamedScheme variant(const std::string& name, const std::string& impact = "struck") {
  return {name, "half_explicit_velocity", {{"variant", Value(name)}, {"impact", Value(impact)}}};
}

/// One step of size h; the particle of ParticleOverFloor has m = 2.
State after_one_step(const std::string& reading, const Model& model, StepReport* report = nullptr,
                     const std::string& impact = "struck") {
  const auto scheme = make(variant(reading, impact), model.system, model.contacts);
  State state = model.initial;
  const auto step = scheme->step(h, state);
  EXPECT_TRUE(step.ok());
  if (report != nullptr) *report = step;
  return state;
}

TEST(HalfExplicitVelocityOptions, StandAtFigure9) {
  const auto infos = HalfExplicitVelocityOptions::parameters().infos();
  ASSERT_EQ(infos.size(), 2U);
  EXPECT_EQ(infos[0].choices, (std::vector<std::string>{"fig9", "hem", "mbsim"}));
  EXPECT_EQ(std::get<std::string>(infos[0].standard.value()), "fig9");
  EXPECT_EQ(infos[1].choices, (std::vector<std::string>{"struck", "all"}));
  EXPECT_EQ(std::get<std::string>(infos[1].standard.value()), "struck");
}

// The particle rests on the floor (restitution 0.5) and slides towards a wall at 0.95 h |v|; a push against it (a =
// 200) brings it to a stop short of the wall, at h |v| - h^2 a/2 = 0.9 h. Fig. 9 looks at that; the others look at q +
// h v+ behind the wall: their step is an impact. By the paper Newton's law then holds the floor, gamma_N+ = eps g h
// against gamma_N- = -g h; else its force does.
TEST(HalfExplicitVelocity, ReadingsDifferWhereOnlyTheForecastClosesAGap) {
  const auto model =
      ParticleOverFloor{.position = {0.0, 0.0}, .velocity = {1.0, 0.0}, .gravity = -10.0, .restitution = 0.5}.build();
  ForceOptions push;
  push.body = "particle";
  push.value = -400.0;
  add_force(*model, push);
  NodeWallOptions wall;
  wall.body = "particle";
  wall.wall = {0.95e-3, 0.0};
  wall.normal = {-1.0, 0.0};
  add_node_wall(*model, "wall", wall);

  const auto fig9 = after_one_step("fig9", *model), hem = after_one_step("hem", *model, nullptr, "all");
  EXPECT_EQ(fig9.v[1], 0.0);
  EXPECT_NEAR(after_one_step("hem", *model).v[1], 0.0, 1e-17);
  EXPECT_NEAR(hem.v[1], 0.5 * 10.0 * h, 1e-16);
  for (const auto& state : {fig9, hem}) {
    EXPECT_NEAR(state.q[0], h - 0.5 * h * h * 200.0, 1e-17);
    EXPECT_NEAR(state.v[0], 1.0 - h * 200.0, 1e-15);  // no wall has acted
  }
}

// Gravity brings the particle to a wall that q + h v+ leaves open by 1e-6: without a look at q' the contact force of
// the end would stop it, and restitution were lost.
TEST(HalfExplicitVelocity, AGapThatClosesBehindTheForecastIsAnImpactInAllReadings) {
  const auto model =
      ParticleOverFloor{.position = {h + 1e-6}, .velocity = {-1.0}, .gravity = -10.0, .restitution = 0.5}.build();
  for (const char* reading : {"fig9", "hem", "mbsim"}) {
    StepReport report;
    const auto state = after_one_step(reading, *model, &report);
    EXPECT_TRUE(report.impact) << reading;
    EXPECT_NEAR(state.v[0], 0.5 * (1.0 + 10.0 * h), 1e-15) << reading;
  }
}

// The wall is 0.45 h |v| away. Fig. 9 goes the whole step and lies 0.55 h behind it; the tenths of Fig. 24 find it
// in the fifth of them, 0.05 h behind, and half a step of rebound follows.
TEST(HalfExplicitVelocity, MbsimFindsAnImpactWithinATenthOfTheStepAndGoesOnToItsEnd) {
  const auto model = ParticleOverFloor{.position = {0.45 * h}, .velocity = {-1.0}, .restitution = 0.6}.build();
  EXPECT_NEAR(after_one_step("fig9", *model).q[0], -0.55 * h, 1e-18);

  const auto scheme = make(variant("mbsim"), model->system, model->contacts);
  State state = model->initial;
  const auto report = scheme->step(h, state);
  EXPECT_EQ(state.t, h);
  EXPECT_NEAR(state.q[0], -0.05 * h + 0.5 * h * 0.6, 1e-18);
  EXPECT_NEAR(state.v[0], 0.6, 1e-15);
  EXPECT_TRUE(report.impact);
  EXPECT_NEAR(report.impact_loss, 0.5 * 2.0 * (1.0 - 0.36), 1e-15);
  EXPECT_NEAR(scheme->contacts()[0].percussion[0], 2.0 * 1.6, 1e-14);  // of the whole step
  EXPECT_EQ(scheme->contacts()[0].force[0], 0.0);
  EXPECT_NEAR(scheme->contacts()[0].gap, state.q[0], 1e-18);
}

TEST(HalfExplicitVelocity, MbsimDoesNotShortenStepsWithoutAnImpact) {
  for (const char* reading : {"hem", "mbsim"}) {
    auto model = ParticleOverFloor{.position = {0.0, 1.0}, .velocity = {1.0, 0.2}, .gravity = -10.0}.build();
    const auto a = make(variant("fig9"), model->system, model->contacts),
               b = make(variant(reading), model->system, model->contacts);
    State x = model->initial, y = x;
    for (int i = 0; i < 100; ++i) {
      ASSERT_TRUE(a->step(h, x).ok());
      ASSERT_TRUE(b->step(h, y).ok());
    }
    EXPECT_EQ(x.q, y.q) << reading;  // the same operations: the same bits
    EXPECT_EQ(x.v, y.v) << reading;
  }
}

// In Fig. 24 lambda+ acts over I1(q + h v+): a contact that the particle is about to leave gets none.
TEST(HalfExplicitVelocity, MbsimLeavesOutTheForceOfAContactThatOpensInTheForecast) {
  const auto model = ParticleOverFloor{.position = {-1.5e-4}, .velocity = {0.2}, .gravity = -1000.0}.build();
  // q^ = 0.5e-4 > 0: open. v_1 = 0.2 - 1 = -0.8 without lambda+; with it v_1 = 0.
  const auto fig9 = after_one_step("fig9", *model), mbsim = after_one_step("mbsim", *model);
  EXPECT_NEAR(fig9.q[0], -1.5e-4 + 0.5 * h * 0.2, 1e-18);
  EXPECT_NEAR(mbsim.q[0], -1.5e-4 + 0.5 * h * (0.2 - 0.8), 1e-18);
  EXPECT_EQ(fig9.v[0], 0.0);  // q' is closed in both: the end holds the velocity
  EXPECT_EQ(mbsim.v[0], 0.0);
}

TEST(HalfExplicitVelocity, AStepThatFailsInItsPartsLeavesTheStateAsItWas) {
  // It starts in flight, strikes two walls at an obtuse angle in mid-step, and the solver may not iterate there.
  const auto model = ParticleOverFloor{.position = {0.0, 0.25 * h}, .velocity = {-0.5, -1.0}, .gravity = -9.81}.build();
  NodeWallOptions slope;
  slope.body = "particle";
  slope.normal = {0.3, 1.0};
  slope.wall = {0.0, 0.0};
  add_node_wall(*model, "slope", slope);
  SolverSet solvers;
  solvers.contact.name = ContactSolverOptions::Name::gauss_seidel;
  solvers.contact.tolerance_absolute = 0.0;
  solvers.contact.tolerance_relative = 1e-30;  // beyond double precision
  solvers.contact.tolerance_accepted = 0.0;
  solvers.contact.max_iterations = 1;
  const auto scheme = make(variant("mbsim"), model->system, model->contacts, solvers);
  State state = model->initial;
  ASSERT_FALSE(scheme->step(h, state).ok());
  EXPECT_EQ(state.q, model->initial.q);
  EXPECT_EQ(state.v, model->initial.v);
  EXPECT_EQ(state.t, 0.0);
}

}  // namespace half_explicit_velocity_test

}  // namespace percuss::test
