// SPDX-License-Identifier: Apache-2.0
// Three masses on springs of 10 N/m, the last one held by a joint, h = 0.05 s [MIX, Figs. 17, 18]: what the start does
// to position and force of the joint. docs/mixed-schemes.md shows these runs.
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "scheme/scheme_registry.hpp"
#include "scheme/spectrum.hpp"
#include "tests/verification/figure.hpp"
#include "tests/verification/three_masses.hpp"

namespace percuss::verification {

namespace mixed_start_test {

constexpr double g = 9.81, stiffness = 10.0, h = 0.05;
constexpr int steps = 100;
const double omega = std::sqrt(stiffness);  // of masses 1 and 2, which swing alike

struct Run {
  double last_q3 = 0.0, largest_q3 = 0.0;
  double error = 0.0, late_error = 0.0;  // largest of the force: of all steps, of the last 0.5 s [N]
  int turns = 0;                         // of the sign of that error, in the last 0.5 s
};

Run run(const std::string& name, Values options, const char* start) {
  options.emplace_back("start", std::string(start));
  const auto model = three_masses(stiffness, 0.0);
  const auto scheme = find_scheme(name)->make(model->system, model->contacts, {}, options);
  State state = model->initial;
  Run seen;
  double error = 0.0;
  for (int i = 1; i <= steps; ++i) {
    EXPECT_TRUE(scheme->step(h, state).ok());
    seen.last_q3 = state.q[2];
    seen.largest_q3 = std::max(seen.largest_q3, std::abs(state.q[2]));
    const double before = error;
    error = scheme->contacts()[0].force[0] + g + g * (1.0 - std::cos(omega * i * h));
    seen.error = std::max(seen.error, std::abs(error));
    if (i <= steps - 10) continue;
    seen.late_error = std::max(seen.late_error, std::abs(error));
    seen.turns += error * before < 0.0 ? 1 : 0;
  }
  return seen;
}

struct Row {
  std::string label, scheme;
  Values options;
};
void PrintTo(const Row& row, std::ostream* out) { *out << row.label; }

/// What the errors of period and damping make of the force over the run: first order of amplitude and phase.
double error_of_the_oscillation(const Row& row) {
  const auto p = spectral_point(*find_scheme(row.scheme), row.options, omega * h);
  return g * omega * h * steps * std::hypot(p.period_elongation, p.damping_ratio);
}

class MixedStart : public testing::TestWithParam<Row> {};

INSTANTIATE_TEST_SUITE_P(Schemes, MixedStart,
                         testing::Values(Row{"GeneralizedAlphaOne", "mixed_generalized_alpha", {{"rho_inf", 1.0}}},
                                         Row{"GeneralizedAlpha", "mixed_generalized_alpha", {{"rho_inf", 0.8}}},
                                         Row{"GeneralizedAlphaZero", "mixed_generalized_alpha", {{"rho_inf", 0.0}}},
                                         Row{"Hht", "mixed_hht", {}}, Row{"Newmark", "mixed_newmark", {}},
                                         Row{"Bathe", "mixed_bathe", {}},
                                         Row{"EdAlphaZero", "mixed_ed_alpha", {{"rho_inf", 0.0}}},
                                         Row{"EdAlpha", "mixed_ed_alpha", {{"rho_inf", 0.5}}}),
                         [](const testing::TestParamInfo<Row>& p) { return p.param.label; });

TEST_P(MixedStart, WithTheForceOfTheJointLeavesPositionAndForceRight) {
  const auto seen = run(GetParam().scheme, GetParam().options, "consistent");
  EXPECT_LT(seen.largest_q3, 1e-14);  // round-off
  // A tenth: what comes after the first order.
  expect_figure(GetParam().label + ": largest error of the force beyond that of the oscillation",
                std::max(seen.error - error_of_the_oscillation(GetParam()), 0.0), 0.0,
                0.1 * error_of_the_oscillation(GetParam()), "N");
}

TEST(MixedStartOfThePaper, MovesTheMassThatTheJointHolds) {
  for (const double rho : {0.0, 0.5, 0.8, 1.0}) {
    const double q = (1.0 - rho) / (1.0 + rho), offset = -g * h * h / 4.0 * q * q;
    // What is left of the start after 100 steps at rho = 0.8, times the step.
    expect_figure(fmt::format("generalized-alpha {}: q3 after 5 s", rho),
                  run("mixed_generalized_alpha", {{"rho_inf", rho}}, "paper").last_q3, offset, 1e-11, "m");
  }
}

TEST(MixedStartOfThePaper, MakesTheForceAlternateForEverUnlessItIsDamped) {
  const auto undamped = run("mixed_generalized_alpha", {{"rho_inf", 1.0}}, "paper");
  EXPECT_EQ(undamped.turns, 10) << "in each step";
  expect_figure("generalized-alpha 1: error of the force after 4.5 s, g m and that of the period", undamped.late_error,
                g, 0.31, "N");
  const auto damped = run("mixed_generalized_alpha", {{"rho_inf", 0.8}}, "paper");
  const auto clean = run("mixed_generalized_alpha", {{"rho_inf", 0.8}}, "consistent");
  EXPECT_GT(damped.error, 0.9 * g) << "in the first step";
  EXPECT_LT(clean.error, 0.31);
  EXPECT_NEAR(damped.late_error, clean.late_error, 10 * stiffness * 7.6e-5);  // q3 is off for ever
}

TEST(MixedStartOfThePaper, IsForgottenWithinAStepByBatheAndEdAlphaZero) {
  for (const char* name : {"mixed_bathe", "mixed_ed_alpha"}) {
    const auto as_printed = run(name, {}, "paper"), clean = run(name, {}, "consistent");
    EXPECT_NEAR(as_printed.error, clean.error, 1e-10) << name;  // round-off of the force: 1e-14 m/s over h
    EXPECT_NEAR(as_printed.late_error, clean.late_error, 1e-10) << name;
    EXPECT_LT(as_printed.largest_q3, 1e-14) << name;
  }
}

}  // namespace mixed_start_test

}  // namespace percuss::verification
