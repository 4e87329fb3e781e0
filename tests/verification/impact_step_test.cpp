// SPDX-License-Identifier: Apache-2.0
// `simulation.control: impact_step`: impacts are found within a share of the step, for every scheme.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "io/model_file.hpp"
#include "simulation/run.hpp"
#include "tests/scheme/fixtures.hpp"

namespace percuss::verification {
namespace {

using test::NamedScheme;

/// A ball without weight flies to and fro between two walls 1 m apart, at 1 m/s to begin with, restitution 0.8: its
/// place and velocity are known, and every error is that of the times of impact.
std::string between_walls(const NamedScheme& scheme) {
  return R"(percuss: 1
simulation: {scheme: )" +
         test::text_of(scheme) + R"(, step: 0.013, end_time: 6.0}
bodies:
  ball: {type: point_mass, mass: 1.0, position: 0.3, velocity: 1.0}
contacts:
  left: {type: node_wall, body: ball, normal: 1.0, restitution: 0.8}
  right: {type: node_wall, body: ball, wall: 1.0, normal: -1.0, restitution: 0.8}
)";
}

struct End {
  RunResult result;
  double position, velocity;
};

End end_of(const NamedScheme& scheme, const std::vector<std::string>& overrides) {
  const auto path = testing::TempDir() + "percuss_impact_step_" + scheme.label + ".yaml";
  std::ofstream(path) << between_walls(scheme);
  const auto file = read_model(path, overrides);
  auto simulation = make_simulation(file);
  const auto result = simulation.run({});
  std::filesystem::remove(path);
  return {result, simulation.state().q[0], simulation.state().v[0]};
}

class ImpactStep : public ::testing::TestWithParam<NamedScheme> {};

/// Impacts at 0.7 (right, then 0.8 m/s), 1.95 (left, then 0.64), 3.5125 (right, then 0.512), 5.465625 (left, then
/// 0.4096 m/s): at 6 s the ball is at 0.4096 (6 - 5.465625).
TEST_P(ImpactStep, FindsImpactsWithinItsShareOfTheStep) {
  const double position = 0.4096 * (6.0 - 5.465625), velocity = 0.4096;
  const auto plain = end_of(GetParam(), {});
  ASSERT_EQ(plain.result.outcome, Outcome::done) << plain.result.message;
  EXPECT_EQ(plain.result.taken_back, 0);
  double last = 1.0;
  for (const double factor : {0.1, 0.01, 0.001}) {
    const auto found =
        end_of(GetParam(), {"simulation.control={name: impact_step, factor: " + std::to_string(factor) + "}"});
    ASSERT_EQ(found.result.outcome, Outcome::done) << found.result.message;
    EXPECT_NEAR(found.velocity, velocity, 1e-12);
    // Each impact is at most a part late or early: the error of a time grows by the ratio of velocities, at most 1.8
    // for each of four impacts and the time to the end.
    EXPECT_LT(std::abs(found.position - position), 4 * 1.8 * factor * 0.013) << factor;
    EXPECT_GE(found.result.taken_back, 4);
    EXPECT_LE(found.result.taken_back, 12);  // a rest may hold the impact once more
    EXPECT_EQ(found.result.steps, plain.result.steps);
    EXPECT_EQ(found.result.impacts, 4);
    EXPECT_NEAR(found.result.ledger.impact, 0.5 * (1.0 - velocity * velocity), 1e-12);
    last = std::abs(found.position - position);
  }
  EXPECT_LT(last, 0.02 * std::abs(plain.position - position) + 1e-4);
}

INSTANTIATE_TEST_SUITE_P(EveryScheme, ImpactStep, ::testing::ValuesIn(test::all_schemes()),
                         [](const auto& info) { return info.param.label; });

/// Without impacts there is nothing to take back: the same bits.
TEST(ImpactStep, SmoothMotionStaysAsItIs) {
  const auto pendulum = [](const std::vector<std::string>& overrides) {
    const auto file = read_model(PERCUSS_SOURCE_DIR "/examples/17_spatial_pendulum/pendulum.yaml", overrides);
    auto simulation = make_simulation(file);
    EXPECT_EQ(simulation.run({}).outcome, Outcome::done);
    return simulation.state().q;
  };
  EXPECT_EQ(pendulum({"simulation.end_time=0.1"}),
            pendulum({"simulation.end_time=0.1", "simulation.control=impact_step"}));
}

/// The slider-crank with clearance, impacts and friction against its own small steps: at 1e-5 s the times of impact are
/// what its error is made of.
TEST(ImpactStep, SliderCrankIsMoreExact) {
  const auto end = [](std::vector<std::string> overrides, Index& taken_back) {
    overrides.emplace_back("simulation.end_time=0.05");
    const auto file = read_model(PERCUSS_SOURCE_DIR "/examples/03_slider_crank/unilateral.yaml", overrides);
    auto simulation = make_simulation(file);
    const auto result = simulation.run({});
    EXPECT_EQ(result.outcome, Outcome::done) << result.message;
    taken_back = result.taken_back;
    return simulation.state().q;
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
