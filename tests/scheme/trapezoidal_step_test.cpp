// SPDX-License-Identifier: Apache-2.0
#include "scheme/trapezoidal_step.hpp"

#include <gtest/gtest.h>

#include "tests/scheme/fixtures.hpp"

namespace percuss::test {

namespace trapezoidal_step_test {

constexpr double h = 1e-2;

// m = 2 falls from 0.011 at -1 under g = -10: v- = -1.1, q' = 0.011 - 0.01 - 0.0005. One millimetre lower it strikes:
// v+ = eps 1.1, Lambda = m (1 + eps) 1.1.
TEST(TrapezoidalStep, GoesFromOneEndToTheOtherAndCorrectsByTheImpact) {
  for (const auto& [position, strikes] : {std::pair{0.011, false}, std::pair{0.010, true}}) {
    const auto model =
        ParticleOverFloor{.position = {position}, .velocity = {-1.0}, .gravity = -10.0, .restitution = 0.5}.build();
    TrapezoidalStep rule(model->system, model->contacts, {});
    State state = model->initial;
    ASSERT_TRUE(rule.evaluate_left_end(h, state).ok());
    EXPECT_TRUE(rule.closed_left.empty());
    rule.forecast_velocity(h, state);
    EXPECT_NEAR(rule.v_1[0], -1.1, 1e-15);
    rule.move_positions(h, state);
    EXPECT_NEAR(rule.s.q_next[0], position - 0.0105, 1e-17);
    ASSERT_TRUE(rule.evaluate_right_end(h, state).ok());
    EXPECT_NEAR(rule.s.v_next[0], -1.1, 1e-15);
    EXPECT_EQ(rule.gap_closed(), strikes);
    const auto step = rule.finish(h, state, rule.solve_impact(h, state));
    EXPECT_EQ(step.impact, strikes);  // with no contact closed the correction corrects nothing
    EXPECT_NEAR(state.v[0], strikes ? 0.55 : -1.1, 1e-15);
    EXPECT_NEAR(rule.s.records[0].percussion[0], strikes ? 2.0 * 1.5 * 1.1 : 0.0, 1e-14);
    EXPECT_NEAR(step.impact_loss, strikes ? 0.5 * 2.0 * (1.21 - 0.3025) : 0.0, 1e-14);
    EXPECT_EQ(state.t, h);
  }
}

// Two particles over one floor: one rests with its weight of 20 N, the other strikes. As v- holds what rests, Newton's
// law changes nothing there, and the forces of the step stay in its records.
TEST(TrapezoidalStep, AnImpactComesOnTopOfTheForcesOfWhatRests) {
  const auto model =
      ParticleOverFloor{.position = {0.0}, .velocity = {0.0}, .gravity = -10.0, .restitution = 0.5}.build();
  PointMassOptions mass;
  mass.mass = 3.0;
  mass.position = {0.005};
  mass.velocity = {-1.0};
  model->add_body("ball", "point_mass", make_point_mass(mass));
  NodeWallOptions wall;
  wall.body = "ball";
  wall.normal = {1.0};
  wall.wall = {0.0};
  wall.restitution = 0.25;
  add_node_wall(*model, "under_ball", wall);
  TrapezoidalStep rule(model->system, model->contacts, {});
  State state = model->initial;
  ASSERT_TRUE(rule.evaluate_left_end(h, state).ok());
  rule.forecast_velocity(h, state);
  rule.start.assemble(state.t, state.q, rule.closed_left, rule.s.factor);
  ASSERT_TRUE(rule.start.solve_contact(rule.v_1).ok());
  rule.start.add_response(rule.v_1);
  rule.move_positions(h, state);
  ASSERT_TRUE(rule.evaluate_right_end(h, state).ok());
  ASSERT_TRUE(rule.gap_closed());
  EXPECT_EQ(rule.holding, (std::vector<Index>{0}));
  EXPECT_EQ(rule.s.closed, (std::vector<Index>{0, 1}));
  rule.start.add_response(0.5, rule.s.v_next);
  rule.end.assemble(state.t + h, rule.s.q_next, rule.holding, rule.s.factor);
  ASSERT_TRUE(rule.end.solve_contact(rule.s.v_next).ok());
  rule.end.add_response(rule.s.v_next);
  EXPECT_NEAR(rule.s.v_next[0], 0.0, 1e-17);
  const auto step = rule.finish(h, state, rule.add_impact(h, state, rule.take_contact_forces(h, state, 1.0, {})));
  EXPECT_TRUE(step.impact);
  EXPECT_NEAR(state.v[0], 0.0, 1e-17);
  EXPECT_NEAR(state.v[1], 0.25 * 1.0, 1e-15);  // gravity acts on the first particle alone
  EXPECT_NEAR(rule.s.records[0].force[0], 20.0, 1e-12);
  EXPECT_NEAR(rule.s.records[0].percussion[0], 0.0, 1e-16);
  EXPECT_NEAR(rule.s.records[1].percussion[0], 3.0 * 1.25, 1e-14);
  EXPECT_NEAR(step.impact_loss, 0.5 * 3.0 * (1.0 - 0.0625), 1e-14);
}

TEST(TrapezoidalStep, LeavingOutTheForecastOfTheVelocityMovesThePositionsJustSo) {
  const auto model = ParticleOverFloor{.position = {1.0}, .velocity = {-1.0}, .gravity = -10.0}.build();
  TrapezoidalStep rule(model->system, model->contacts, {});
  const State& state = model->initial;
  ASSERT_TRUE(rule.evaluate_left_end(h, state).ok());
  rule.move_positions(h, state);
  EXPECT_NEAR(rule.s.q_next[0], 1.0 - 0.0105, 1e-16);
}

TEST(TrapezoidalStep, AnApproachOfAClosedContactIsAnImpactOnlyAtTheVeryStart) {
  for (const auto& [velocity, strikes] : {std::pair{-1.0, true}, std::pair{0.0, false}, std::pair{1.0, false}}) {
    const auto model = ParticleOverFloor{.position = {-1e-3}, .velocity = {velocity}}.build();
    TrapezoidalStep rule(model->system, model->contacts, {});
    State state = model->initial;
    const auto go = [&] {
      ASSERT_TRUE(rule.evaluate_left_end(h, state).ok());
      rule.move_positions(h, state);
      ASSERT_TRUE(rule.evaluate_right_end(h, state).ok());
    };
    go();
    EXPECT_EQ(rule.struck_at_start(), strikes) << velocity;
    EXPECT_EQ(rule.gap_closed(), strikes) << velocity;
    ASSERT_TRUE(rule.finish(h, state, {}).ok());
    go();  // nobody has changed the state in between
    EXPECT_FALSE(rule.gap_closed()) << velocity;
  }
}

}  // namespace trapezoidal_step_test

}  // namespace percuss::test
