// SPDX-License-Identifier: Apache-2.0
// The nonsmooth generalized-alpha method on velocity level, and on position and velocity level: the rigid slider-crank
// (references as in slider_crank_test.cpp) and the elastic bar at ten times the step that an explicit scheme could
// take.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "scheme/scheme_registry.hpp"
#include "tests/verification/angle_error.hpp"
#include "tests/verification/assembled_slider_crank.hpp"
#include "tests/verification/bar_case.hpp"
#include "tests/verification/figure.hpp"
#include "tests/verification/slider_crank.hpp"

namespace percuss::verification {

namespace nonsmooth_generalized_alpha_test {

constexpr const char* scheme_name = "nonsmooth_generalized_alpha";

struct Row {
  std::string label;
  Values options;
  double bilateral, unilateral;  // largest error of an angle at h = 1e-5, as found here
  bool holds_positions() const { return label == "PositionAndVelocity"; }
};
void PrintTo(const Row& row, std::ostream* out) { *out << row.label; }

class NonsmoothAlpha : public testing::TestWithParam<Row> {
 protected:
  double error(SliderGuide::Kind kind, double h) const {
    return largest_angle_error(scheme_name, GetParam().options, kind, h);
  }
};

INSTANTIATE_TEST_SUITE_P(Levels, NonsmoothAlpha,
                         testing::Values(Row{"Velocity", {{"level", std::string("velocity")}}, 7.58e-6, 1.58e-4},
                                         Row{"PositionAndVelocity", {}, 7.58e-6, 1.56e-4}),
                         [](const testing::TestParamInfo<Row>& p) { return p.param.label; });

TEST_P(NonsmoothAlpha, OnTheSliderCranksJointConvergesAtOrderTwo) {
  const double coarse = error(SliderGuide::Kind::joint, 1e-3), middle = error(SliderGuide::Kind::joint, 1e-4),
               fine = error(SliderGuide::Kind::joint, 1e-5);
  EXPECT_NEAR(std::log10(coarse / middle), 2.0, 0.03);  // the crank turns by 0.15 rad in a step of 1 ms
  EXPECT_NEAR(std::log10(middle / fine), 2.0, 0.01);
  // 1 %: of the iteration's tolerance, 1e-10 of the velocity per step.
  expect_figure("largest error of an angle, joint, h = 1e-5 s", fine, GetParam().bilateral, 0.01 * fine, "rad");
}

// Contact forces are percussions at the end of the step: order 1.
TEST_P(NonsmoothAlpha, InTheSliderCranksNotchConvergesAtOrderOne) {
  const double middle = error(SliderGuide::Kind::notch, 1e-4), fine = error(SliderGuide::Kind::notch, 1e-5);
  EXPECT_GT(std::log10(middle / fine), 0.7);  // 0.8 seen: the coarse steps happen to meet the impacts well
  EXPECT_GT(std::log10(fine / error(SliderGuide::Kind::notch, 2e-6)), 0.6);  // order 1 over a factor of 5: 0.70
  expect_figure("largest error of an angle, notch, h = 1e-5 s", fine, GetParam().unilateral, 0.05 * fine, "rad");
}

TEST_P(NonsmoothAlpha, PenetratesTheNotchAndLeavesTheJointOnVelocityLevelAlone) {
  for (const double h : {1e-3, 1e-4, 1e-5}) {
    const auto notch = slider_guide(SliderGuide::Kind::notch), joint = slider_guide(SliderGuide::Kind::joint);
    const auto system = slider_crank();
    double lowest = 1.0, drift = 0.0;
    Vector gap(4);
    const auto in_notch = find_scheme(scheme_name)->make(system, notch, {}, GetParam().options);
    const auto on_joint = find_scheme(scheme_name)->make(system, joint, {}, GetParam().options);
    State a = slider_crank_start(), b = a;
    const auto steps = std::lround(0.05 / h);
    for (long i = 0; i < steps; ++i) {
      ASSERT_TRUE(in_notch->step(h, a).ok());
      ASSERT_TRUE(on_joint->step(h, b).ok());
      notch.gaps(a.t, a.q, gap);
      lowest = std::min(lowest, gap.minCoeff());
      drift = std::max(drift, std::abs(slider_height(b.q)));
    }
    if (GetParam().holds_positions()) {
      EXPECT_GE(lowest, -1e-12) << h;
      EXPECT_LE(drift, 1e-12) << h;
    } else {
      EXPECT_LT(lowest, -0.1 * h) << h;                   // the slider strikes at 0.84 m/s
      EXPECT_NEAR(drift, 124.0 * h * h, 5 * h * h) << h;  // order 2
    }
  }
}

// Three rigid bodies and their joints, all of whose W turn.
TEST_P(NonsmoothAlpha, FromThreeBodiesAndJointsIsTheSameMechanism) {
  const auto model = assembled_slider_crank(SliderGuide::Kind::joint);
  const double h = 1e-4;
  const auto scheme = find_scheme(scheme_name)->make(model->system, model->contacts, {}, GetParam().options);
  const auto joint = slider_guide(SliderGuide::Kind::joint);
  const auto system = slider_crank();
  const auto minimal = find_scheme(scheme_name)->make(system, joint, {}, GetParam().options);
  State assembled = model->initial, angles = slider_crank_start();
  std::vector<Index> joints;
  Index rows = 0;
  for (Index k = 0; k < model->contacts.size(); ++k) {
    joints.push_back(k);
    rows += model->contacts.num_rows(k);
  }
  Vector drift(rows);
  double worst = 0.0;
  for (int i = 0; i < 100; ++i) {
    ASSERT_TRUE(scheme->step(h, assembled).ok());
    ASSERT_TRUE(minimal->step(h, angles).ok());
    model->contacts.row_gaps(assembled.t, assembled.q, joints, 0, drift);
    worst = std::max(worst, drift.lpNorm<Eigen::Infinity>());
  }
  // Different coordinates: equal to the order of the scheme, 8e-4 rad by t = 0.05 s in either.
  EXPECT_NEAR(assembled.q[2], angles.q[0], 5e-4);
  EXPECT_NEAR(assembled.q[5], angles.q[1], 5e-4);
  if (GetParam().holds_positions())
    EXPECT_LT(worst, 1e-13);
  else
    EXPECT_GT(worst, 1e-8);
}

class NonsmoothAlphaBar : public testing::TestWithParam<Row> {};

INSTANTIATE_TEST_SUITE_P(
    Rho, NonsmoothAlphaBar,
    testing::Values(Row{"Velocity", {{"level", std::string("velocity")}}, 0, 0},
                    Row{"VelocityZero", {{"level", std::string("velocity")}, {"rho_inf", 0.0}}, 0, 0},
                    Row{"PositionAndVelocity", {}, 0, 0}, Row{"PositionAndVelocityZero", {{"rho_inf", 0.0}}, 0, 0},
                    Row{"PositionAndVelocityOne", {{"rho_inf", 1.0}}, 0, 0}),
    [](const testing::TestParamInfo<Row>& p) { return p.param.label; });

TEST_P(NonsmoothAlphaBar, PushesWithTheForceOfTheContinuumAndDoesNotChatter) {
  constexpr Index elements = 1000;
  const double wave_speed = std::sqrt(youngs_modulus / density), duration = 2.0 / wave_speed;
  const double force = youngs_modulus * area * v0 / wave_speed;
  const double h = 10.0 / elements / (std::sqrt(3.0) * wave_speed);
  const auto model = bar_at_wall(bar_options(elements));
  const auto scheme = make_scheme(*model, scheme_name, GetParam().options);
  State state = model->initial;
  double lowest = INFINITY, highest = 0.0, first = -1.0, last = -1.0;
  int impacts = 0, releases = 0;
  bool touched = false;
  for (int i = 1; static_cast<double>(i) * h < 1.2e-3; ++i) {
    const auto step = scheme->step(h, state);
    ASSERT_TRUE(step.ok());
    impacts += step.impact ? 1 : 0;
    const double push = scheme->contacts()[0].force[0], t = static_cast<double>(i) * h;
    releases += touched && push == 0.0 ? 1 : 0;
    touched = push > 0.0;
    if (touched && first < 0.0) first = t;
    if (touched) last = t;
    if (first < 0.0 || t - first < 0.25 * duration || t - first > 0.75 * duration) continue;
    lowest = std::min(lowest, push);
    highest = std::max(highest, push);
  }
  // 0.1 %: 2e-4 seen without damping, five figures with it.
  expect_figure("lowest force over the middle of the contact", lowest, force, 1e-3 * force, "N");
  expect_figure("highest force over the middle of the contact", highest, force, 1e-3 * force, "N");
  EXPECT_EQ(impacts, 1);
  EXPECT_EQ(releases, 1) << "no chattering";
  // The wave front is smeared over some steps, 0.3 % of the contact each; at rho = 0 more.
  expect_figure("duration of the contact", last - first, duration, 12.0 * h, "s");
  expect_figure("mean velocity after the contact", momentum(*model, state) / (density * area), v0, 0.03 * v0, "m/s");
}

}  // namespace nonsmooth_generalized_alpha_test

}  // namespace percuss::verification
