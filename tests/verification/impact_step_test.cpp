// SPDX-License-Identifier: Apache-2.0
// `simulation.control: impact_step`: impacts are found within a share of the step, for every scheme.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/verification/controlled_run.hpp"

namespace percuss::verification {
namespace {

using test::NamedScheme;

ControlledEnd end_of(const NamedScheme& scheme, const std::vector<std::string>& overrides) {
  return end_of_text(ball_between_walls(scheme, 0.013), overrides);
}

/// 2 kg from 5 cm, with 1 J.
std::string falling_ball(const NamedScheme& scheme) {
  return "percuss: 1\nsimulation: {scheme: " + test::text_of(scheme) + R"(, step: 1.0e-3, end_time: 2.0}
bodies: {ball: {type: point_mass, mass: 2.0, position: 0.05}}
contacts: {floor: {type: node_wall, body: ball, restitution: 0.5}}
loads: {weight: {type: gravity, acceleration: -10.0}}
)";
}

class ImpactStep : public ::testing::TestWithParam<NamedScheme> {};

TEST_P(ImpactStep, FindsImpactsWithinItsShareOfTheStep) {
  const auto plain = end_of(GetParam(), {});
  ASSERT_EQ(plain.result.outcome, Outcome::done) << plain.result.message;
  EXPECT_EQ(plain.result.taken_back, 0);
  double last = 1.0;
  for (const double factor : {0.1, 0.01, 0.001}) {
    const auto found =
        end_of(GetParam(), {"simulation.control={name: impact_step, factor: " + std::to_string(factor) + "}"});
    ASSERT_EQ(found.result.outcome, Outcome::done) << found.result.message;
    EXPECT_NEAR(found.state.v[0], ball_velocity, 1e-12);
    // Each impact is at most a part late or early: the error of a time grows by the ratio of velocities, at most 1.8
    // for each of four impacts and the time to the end.
    EXPECT_LT(std::abs(found.state.q[0] - ball_position), 4 * 1.8 * factor * 0.013) << factor;
    EXPECT_GE(found.result.taken_back, 4);
    EXPECT_LE(found.result.taken_back, 12);  // a rest may hold the impact once more
    EXPECT_EQ(found.result.steps, plain.result.steps);
    EXPECT_EQ(found.result.impacts, 4);
    EXPECT_NEAR(found.result.ledger.impact, 0.5 * (1.0 - ball_velocity * ball_velocity), 1e-12);
    last = std::abs(found.state.q[0] - ball_position);
  }
  EXPECT_LT(last, 0.02 * std::abs(plain.state.q[0] - ball_position) + 1e-4);
}

/// What is left of a step after an impact was one long step, which held the ball for the half of it only: it bounced on
/// in every step for ever, and made energy. Bounces are of a part's fall and restitution at the last, a part of 1e-4 s.
TEST_P(ImpactStep, LetsABallComeToRest) {
  const auto fixed = end_of_text(falling_ball(GetParam()), {});
  const auto found = end_of_text(falling_ball(GetParam()), {"simulation.control=impact_step"});
  ASSERT_EQ(found.result.outcome, Outcome::done) << found.result.message;
  if (std::abs(fixed.state.v[0]) > 1e-9) GTEST_SKIP() << "it hops on with fixed steps, too";
  EXPECT_NEAR(found.state.v[0], 0.0, 1e-9);
  EXPECT_NEAR(found.state.q[0], 0.0, 1e-4);
  EXPECT_LT(found.result.impacts, 500);
  if (GetParam().label == "MoreauJeanExplicit") return;                      // makes energy in flight
  EXPECT_LT(found.result.ledger.scheme(found.result.energy.total()), 5e-3);  // of 1 J; it was 3e-2
}

INSTANTIATE_TEST_SUITE_P(EveryScheme, ImpactStep, ::testing::ValuesIn(test::all_schemes()),
                         [](const auto& scheme) { return scheme.param.label; });

/// Without impacts there is nothing to take back: the same bits.
TEST(ImpactStep, SmoothMotionStaysAsItIs) {
  const auto pendulum = [](const std::vector<std::string>& overrides) {
    return end_of_file(PERCUSS_SOURCE_DIR "/examples/17_spatial_pendulum/pendulum.yaml", overrides).state.q;
  };
  EXPECT_EQ(pendulum({"simulation.end_time=0.1"}),
            pendulum({"simulation.end_time=0.1", "simulation.control=impact_step"}));
}

/// The slider-crank with clearance, impacts and friction against its own small steps: at 1e-5 s the times of impact are
/// what its error is made of.
TEST(ImpactStep, SliderCrankIsMoreExact) {
  const auto end = [](std::vector<std::string> overrides, Index& taken_back) {
    overrides.emplace_back("simulation.end_time=0.05");
    const auto file = end_of_file(PERCUSS_SOURCE_DIR "/examples/03_slider_crank/unilateral.yaml", overrides);
    taken_back = file.result.taken_back;
    return file.state.q;
  };
  Index none = 0, some = 0;
  const Vector exact = end({"simulation.step=1e-7"}, none);
  const double plain = (end({"simulation.step=1e-5"}, none) - exact).lpNorm<Eigen::Infinity>();
  const double found =
      (end({"simulation.step=1e-5", "simulation.control=impact_step"}, some) - exact).lpNorm<Eigen::Infinity>();
  EXPECT_EQ(none, 0);
  EXPECT_GT(some, 0);
  EXPECT_LT(found, 0.4 * plain);  // 4.0e-6 and 2.0e-5 rad
}

}  // namespace
}  // namespace percuss::verification
