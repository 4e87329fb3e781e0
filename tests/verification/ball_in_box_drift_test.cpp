// SPDX-License-Identifier: Apache-2.0
// The ball in a box [HETS 6.2]: a constant W and four walls. What drifts here, drifts by the scheme alone (Fig. 18).
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <memory>
#include <vector>

#include "model/load.hpp"
#include "model/node_wall.hpp"
#include "model/point_mass.hpp"
#include "tests/scheme/fixtures.hpp"
#include "tests/verification/figure.hpp"

namespace percuss::verification {

namespace ball_in_box_drift_test {

using test::NamedScheme;
const NamedScheme velocity{"Velocity", "half_explicit_velocity", {}};
// As in the paper: else what an impact leaves of an approach is stopped.
const NamedScheme acceleration{"Acceleration", "half_explicit_acceleration", {{"impact", std::string("all")}}};
const NamedScheme explicit_zero{"ExplicitZero", "explicit_velocity", {{"forecast", std::string("zero")}}};
const NamedScheme explicit_forces{"ExplicitForces", "explicit_velocity", {{"forecast", std::string("forces")}}};

/// [HETS 6.2]: a ball of radius 1 in a box of 4 by 4, restitution 0.3, gravity along -(cos 30, sin 30).
std::unique_ptr<Model> ball_in_a_box() {
  auto model = std::make_unique<Model>();
  PointMassOptions ball;
  ball.mass = 1.0;
  ball.position = {2.0, 2.0};
  ball.velocity = {0.0, 0.0};
  model->add_body("ball", "point_mass", make_point_mass(ball));
  GravityOptions gravity;
  gravity.acceleration = {-9.81 * std::cos(M_PI / 6), -9.81 * std::sin(M_PI / 6)};
  add_gravity(*model, gravity);
  NodeWallOptions wall;
  wall.body = "ball";
  wall.restitution = 0.3;
  const auto add = [&](const std::string& name, std::vector<double> at, std::vector<double> normal) {
    wall.wall = std::move(at);
    wall.normal = std::move(normal);
    add_node_wall(*model, name, wall);
  };
  add("floor", {0.0, 1.0}, {0.0, 1.0});
  add("right", {3.0, 0.0}, {-1.0, 0.0});
  add("top", {0.0, 3.0}, {0.0, -1.0});
  add("left", {1.0, 0.0}, {1.0, 0.0});
  return model;
}

struct BallRun {
  std::array<double, 4> first_impact{INFINITY, INFINITY, INFINITY, INFINITY};  // floor, right, top, left [s]
  std::vector<Eigen::Vector2d> gap;                                            // floor, left at t = 1, 2, 3, 4 s
  Vector velocity;                                                             // at the end
};

BallRun run_ball(const NamedScheme& named) {
  constexpr double h = 5e-3;  // of the figures
  const auto model = ball_in_a_box();
  const auto scheme = test::make(named, model->system, model->contacts);
  State state = model->initial;
  BallRun run;
  for (int i = 1; i <= 800; ++i) {
    EXPECT_TRUE(scheme->step(h, state).ok());
    for (std::size_t k = 0; k < 4; ++k)
      if (scheme->contacts()[k].percussion[0] > 0.0) run.first_impact[k] = std::min(run.first_impact[k], state.t);
    if (i % 200 == 0) run.gap.emplace_back(state.q[1] - 1.0, state.q[0] - 1.0);
  }
  run.velocity = state.v;
  return run;
}

// Fig. 15, and the exact instants of the first impacts; each is found at the end of its step.
TEST(BallInABox, StrikesTheLeftWallThenTheFloorAndEndsInTheirCorner) {
  const auto run = run_ball(velocity);
  expect_figure("first impact on the left wall", run.first_impact[3], 0.485193728110754 + 2.5e-3, 2.5e-3, "s");
  expect_figure("first impact on the floor", run.first_impact[0], 0.638550856814101 + 2.5e-3, 2.5e-3, "s");
  EXPECT_EQ(run.first_impact[1], INFINITY);
  EXPECT_EQ(run.first_impact[2], INFINITY);
  EXPECT_LT(run.gap.back().cwiseAbs().maxCoeff(), 1e-3);  // a few g h^2: the last bounces sink that far
  EXPECT_EQ(run.velocity.norm(), 0.0);
}

// Fig. 18: W is constant, so velocity level holds a contact to the last bit, while on acceleration level the velocity
// that the last impact leaves is never taken away.
TEST(BallInABox, KeepsItsGapsOnVelocityLevelAndDriftsLinearlyOnAccelerationLevel) {
  const auto at_velocity = run_ball(velocity), at_acceleration = run_ball(acceleration);
  EXPECT_EQ(at_velocity.gap[2], at_velocity.gap[1]);
  EXPECT_EQ(at_velocity.gap[3], at_velocity.gap[1]);
  const Eigen::Vector2d pace = at_acceleration.gap[3] - at_acceleration.gap[2];
  EXPECT_LT((pace - (at_acceleration.gap[2] - at_acceleration.gap[1])).norm(), 1e-12);  // round-off of 200 additions
  const Eigen::Vector2d fall = Eigen::Vector2d(std::sin(M_PI / 6), std::cos(M_PI / 6)) * 9.81 * 5e-3;
  for (Index k = 0; k < 2; ++k) {
    EXPECT_LT(pace[k], -0.05 * fall[k]);  // a share of what gravity adds in one step: 0.36 and 0.15 seen
    EXPECT_GT(pace[k], -fall[k]);         // and never more than that
  }
  const auto stopped = run_ball({"", "half_explicit_acceleration", {}});  // unlike in the paper
  EXPECT_EQ(stopped.gap[3], stopped.gap[1]);
}

// Sec. 4: what carries a load sinks at the speed that the load brings within a step, unless the forces are forecast.
TEST(BallInABox, SinksAtTheSpeedOfOneStepsFallWithTheExplicitScheme) {
  const auto run = run_ball(explicit_zero);
  for (const auto& [k, load] : {std::pair{0, std::sin(M_PI / 6)}, std::pair{1, std::cos(M_PI / 6)}})
    EXPECT_NEAR(run.gap[3][k] - run.gap[2][k], -9.81 * load * 5e-3, 1e-9);  // the transient halves in every step
  const auto forecast = run_ball(explicit_forces);
  EXPECT_LT((forecast.gap[3] - forecast.gap[1]).norm(), 1e-12);
}

}  // namespace ball_in_box_drift_test

}  // namespace percuss::verification
