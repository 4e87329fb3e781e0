// SPDX-License-Identifier: Apache-2.0
// Event-driven references where round-off decides: late times, bounces that return, limits that are only touched.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "tests/verification/event_run.hpp"
#include "tests/verification/figure.hpp"

namespace percuss::verification::event_driven_rounding_test {
namespace {

/// A ball between two walls, from which it returns with the velocity it came with.
std::string between_walls(double start, double end, double step, double position, double velocity, double width) {
  return fmt::format(R"(percuss: 1
simulation: {{scheme: moreau_midpoint, step: {}, start_time: {}, end_time: {}}}
bodies:
  ball: {{type: point_mass, mass: 1.0, position: {}, velocity: {}}}
contacts:
  floor: {{type: node_wall, body: ball, normal: 1.0, restitution: 1.0}}
  top: {{type: node_wall, body: ball, normal: -1.0, wall: {}, restitution: 1.0}}
)",
                     step, start, end, position, velocity, width);
}

/// Times about 1e6 s are rounded to 1e-10 s: forty bounces, none of which loses so much.
TEST(EventDrivenRounding, LateBouncesAreAsExactAsEarlyOnes) {
  constexpr double start = 1048576.0, duration = 20.0, width = 0.7, velocity = 1.3;
  const auto run = run_text(between_walls(start, start + duration, 0.5, 0.01, velocity, width));
  ASSERT_EQ(run.result.outcome, Outcome::done) << run.result.message;
  EXPECT_GT(run.switches.size(), 70U);
  const double way = std::fmod(0.01 + velocity * duration, 2.0 * width);
  expect_figure("event-driven, ball between walls from 1e6 s on: position", run.state.q[0],
                way < width ? way : 2.0 * width - way, 1e-13, "m");
}

/// The velocity after many bounces under gravity is that of the first.
TEST(EventDrivenRounding, BouncesThatReturnKeepTheirEnergy) {
  const auto run = run_text(R"(percuss: 1
simulation: {scheme: moreau_midpoint, step: 1.0, end_time: 30}
bodies:
  ball: {type: point_mass, mass: 1.0, position: 0.07}
contacts:
  floor: {type: node_wall, body: ball, normal: 1.0, restitution: 1.0}
loads:
  weight: {type: gravity, acceleration: -9.81}
)");
  ASSERT_EQ(run.result.outcome, Outcome::done) << run.result.message;
  const double first = std::sqrt(2.0 * 0.07 / 9.81), last = run.switches.back().t;
  const double bounces = std::round(last / (2.0 * first) - 0.5);
  expect_figure("event-driven, ball that returns: time of bounce 125", last, first * (1.0 + 2.0 * bounces), 1e-13, "s");
}

/// It strikes where a step ends, with a gap of 0 to the last bit: when is known as well as any other time, and the
/// other wall, nearer than the way of a step, is not struck.
TEST(EventDrivenRounding, ImpactsAtTheEndOfAStepAreBracketed) {
  for (const double step : {0.25, 0.5})
    for (const double width : {0.5, 0.75, 1.0}) {
      const auto run = run_text(between_walls(0.0, 1.0, step, 0.25, 1.0, width));
      ASSERT_EQ(run.result.outcome, Outcome::done) << run.result.message;
      ASSERT_GE(run.switches.size(), 2U);
      for (const auto& point : run.switches) EXPECT_LT(point.bracket, 1e-15) << point.t;
    }
}

/// A push comes to the limit of friction, 2 N, and hardly further: at a kink, where a step ends, and inside a step.
/// Another mass flies on meanwhile under a force.
TEST(EventDrivenRounding, LimitsThatAreTouchedTakeNoTimeAndNoWork) {
  for (const auto* push :
       {"history: [[0, 0], [0.25, 2.0000000000002], [0.5, 0]]", "harmonic: [2.0000000000002, 1.0]"}) {
    const auto run = run_text(fmt::format(R"(percuss: 1
simulation: {{scheme: moreau_midpoint, step: 0.1, end_time: 0.4}}
bodies:
  mass: {{type: point_mass, mass: 1.0, position: [0, 0]}}
  other: {{type: point_mass, mass: 1.0, position: 0.0, velocity: 100.0}}
contacts:
  table: {{type: node_wall, body: mass, normal: [0, 1], friction: 0.2}}
loads:
  weight: {{type: force, body: mass, direction: [0, 1], value: -10}}
  push: {{type: force, body: mass, direction: [1, 0], {}}}
  pull: {{type: force, body: other, direction: 1.0, value: 100}}
)",
                                          push));
    ASSERT_EQ(run.result.outcome, Outcome::done) << run.result.message;
    EXPECT_TRUE(run.switches.empty()) << push;
    EXPECT_NEAR(run.state.q[2], 40.0 + 8.0, 1e-12) << push;
    EXPECT_NEAR(run.result.energy_scheme(), 0.0, 1e-9) << push;  // of 9800 J
  }
}

}  // namespace
}  // namespace percuss::verification::event_driven_rounding_test
