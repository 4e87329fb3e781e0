// SPDX-License-Identifier: Apache-2.0
// `simulation.control: error`: positions keep their tolerance, with every scheme, through impacts and between them.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>

#include "io/csv_file.hpp"
#include "tests/verification/controlled_run.hpp"

namespace percuss::verification {

namespace error_control_test {

using test::NamedScheme;

std::string control(double tolerance, double smallest) {
  return fmt::format("simulation.control={{name: error, position_tolerance: {}, step_min: {}}}", tolerance, smallest);
}

class ErrorControl : public ::testing::TestWithParam<NamedScheme> {};

TEST_P(ErrorControl, ImpactsKeepTheTolerance) {
  const auto model = ball_between_walls(GetParam(), 0.1);
  for (const double tolerance : {1e-3, 1e-5, 1e-7}) {
    const auto end = end_of_text(model, {control(tolerance, 0.1 * tolerance)});
    EXPECT_NEAR(end.state.v[0], ball_velocity, 1e-9);
    // Four impacts, each late by the tolerance over the velocity, times the change of velocity of at most 1.8.
    EXPECT_NEAR(end.state.q[0], ball_position, 4 * 1.8 * tolerance) << tolerance;
    // In flight steps of 0.1 s; at an impact they shrink by 10 at a time and grow by 5, three evaluations each.
    EXPECT_LT(end.result.attempts, 1000) << tolerance;
    EXPECT_EQ(end.result.steps, 60);
    EXPECT_EQ(end.result.impacts, 4);
    EXPECT_NEAR(end.result.ledger.impact, 0.5 * (1.0 - ball_velocity * ball_velocity), 1e-9);
  }
}

/// An oscillator of 10 rad/s beside a wall that it never meets: the error follows the tolerance, and the steps the
/// order of the scheme.
TEST_P(ErrorControl, SmoothMotionKeepsTheTolerance) {
  const auto model = R"(percuss: 1
simulation: {scheme: )" +
                     test::text_of(GetParam()) +
                     R"(, step: 0.02, end_time: 1.0, allow_unstable_step: true}
bodies:
  chain: {type: mass_chain, masses: [1.0], stiffness: [100.0, 0.0], position: 1.0}
contacts:
  wall: {type: node_wall, body: chain, wall: 5.0, normal: -1.0}
)";
  for (const double tolerance : {1e-4, 1e-6}) {
    const auto end = end_of_text(model, {control(tolerance, 1e-7)});
    // Some 1/h steps, each off by the tolerance: with order 1 the error of a step is about (10 h)^2 / 2.
    const double steps = static_cast<double>(end.result.attempts) / 3.0;
    EXPECT_LT(std::abs(end.state.q[0] - std::cos(10.0)), 2.0 * steps * tolerance) << tolerance;
    EXPECT_EQ(end.result.smallest_steps, 0);
  }
}

INSTANTIATE_TEST_SUITE_P(EveryScheme, ErrorControl, ::testing::ValuesIn(test::all_schemes()),
                         [](const auto& scheme) { return scheme.param.label; });

/// Through impacts, friction and accumulation, against the event-by-event reference: at 1e-7 the controlled run is as
/// exact as fixed steps that take ten times the evaluations.
TEST(ErrorControlled, SliderCrankWithClearance) {
  const auto path = PERCUSS_SOURCE_DIR "/examples/03_slider_crank/unilateral.yaml";
  const auto table = read_csv(PERCUSS_SOURCE_DIR "/tests/verification/data/slider_crank_unilateral.csv");
  const auto error = [&](const ControlledEnd& end) {
    return std::max(std::abs(end.state.q[0] - table.column("theta1")[50]),
                    std::abs(end.state.q[1] - table.column("theta2")[50]));
  };
  const std::string scheme = "simulation.scheme=half_explicit_velocity", until = "simulation.end_time=0.05";
  const auto loose = end_of_file(path, {scheme, until, "simulation.step=1e-4", control(1e-6, 1e-8)});
  const auto tight = end_of_file(path, {scheme, until, "simulation.step=1e-4", control(1e-9, 1e-10)});
  EXPECT_LT(error(loose), 1e-4);
  EXPECT_LT(error(tight), 2e-6);
  EXPECT_GT(loose.result.taken_back, 0);
  const auto fixed = end_of_file(
      path, {scheme, until, fmt::format("simulation.step={}", 0.05 / static_cast<double>(tight.result.attempts))});
  EXPECT_LT(error(tight), error(fixed));
}

/// Two oscillators of 10 rad/s that know nothing of each other: the one with the smaller tolerance decides, the other's
/// error is what it makes of that; with the tolerances the other way round likewise.
TEST(ErrorControlled, BodiesHaveTolerancesOfTheirOwn) {
  const std::string model = R"(percuss: 1
simulation: {scheme: half_explicit_velocity, step: 0.02, end_time: 1.0}
bodies:
  slow: {type: mass_chain, masses: [1.0], stiffness: [1.0, 0.0], position: 1.0}
  fast: {type: mass_chain, masses: [1.0], stiffness: [100.0, 0.0], position: 1.0}
)";
  const auto attempts = [&](const std::string& tolerances) {
    const auto end = end_of_text(
        model, {"simulation.control={name: error, step_min: 1e-7, position_tolerance: " + tolerances + "}"});
    return end.result.attempts;
  };
  const auto both = attempts("1e-8");
  EXPECT_EQ(attempts("[1e-8, 1e-8]"), both);
  EXPECT_EQ(attempts("[1e-3, 1e-8]"), both);      // the fast one decides anyway
  EXPECT_LT(attempts("[1e-8, 1e-3]"), both / 5);  // a step of the slow one may be 10 times as long
}

std::string refusal(const std::vector<std::string>& overrides) {
  try {
    end_of_file(PERCUSS_SOURCE_DIR "/examples/05_single_masses/oscillator.yaml", overrides);
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(ErrorControlled, RefusesWhatCannotWork) {
  const auto holds = [](const std::string& text, const std::string& part) {
    EXPECT_NE(text.find(part), std::string::npos) << text;
  };
  holds(refusal({control(1e-6, 1.0)}), "is not below simulation.step");
  holds(refusal({control(1e-20, 1e-8)}), "below the round-off of the positions");
  holds(refusal({control(0.0, 1e-8)}), "position_tolerance");
  holds(refusal({"simulation.control={name: error, position_tolerance: [1e-6, 1e-5]}"}),
        "2 numbers, but the model has 1 body");
  holds(refusal({"simulation.control={name: error, position_tolerance: [1e-20]}"}),
        "below the round-off of the positions");
  holds(refusal({"simulation.control={name: error, order_max: 3}"}), "has no use for `order_max`");
}

}  // namespace error_control_test

}  // namespace percuss::verification
