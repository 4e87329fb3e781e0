// SPDX-License-Identifier: Apache-2.0
// The rigid slider-crank with the mixed schemes [MIX, Tables 4 and 6]: M, f and W depend on the configuration.
// References as in slider_crank_test.cpp.
#include <gtest/gtest.h>

#include <cmath>

#include "scheme/scheme_registry.hpp"
#include "tests/verification/angle_error.hpp"
#include "tests/verification/assembled_slider_crank.hpp"
#include "tests/verification/figure.hpp"
#include "tests/verification/slider_crank.hpp"

namespace percuss::verification {

namespace mixed_slider_crank_test {

struct Row {
  std::string label, scheme;
  Values options;
  double bilateral, unilateral;  // largest error of an angle at h = 1e-5, as found here
};
void PrintTo(const Row& row, std::ostream* out) { *out << row.label; }

class MixedSliderCrank : public testing::TestWithParam<Row> {
 protected:
  double error(SliderGuide::Kind kind, double h) const {
    return largest_angle_error(GetParam().scheme, GetParam().options, kind, h);
  }
};

INSTANTIATE_TEST_SUITE_P(
    Schemes, MixedSliderCrank,
    testing::Values(Row{"GeneralizedAlpha", "mixed_generalized_alpha", {}, 7.57e-6, 3.06e-5},
                    Row{"Bathe", "mixed_bathe", {}, 3.79e-6, 3.46e-5},
                    Row{"Newmark", "mixed_newmark", {}, 7.57e-6, 3.09e-5},
                    Row{"Hht", "mixed_hht", {}, 7.51e-6, 2.80e-5},
                    Row{"Newton", "mixed_generalized_alpha", {{"iteration", std::string("newton")}}, 7.58e-6, 3.06e-5},
                    Row{"EdAlpha", "mixed_ed_alpha", {}, 7.19e-6, 3.11e-5},
                    Row{"EdAlphaHalf", "mixed_ed_alpha", {{"rho_inf", 0.5}}, 6.73e-6, 3.11e-5}),
    [](const testing::TestParamInfo<Row>& p) { return p.param.label; });

TEST_P(MixedSliderCrank, OnAJointConvergesAtOrderTwo) {
  const double coarse = error(SliderGuide::Kind::joint, 1e-3), middle = error(SliderGuide::Kind::joint, 1e-4),
               fine = error(SliderGuide::Kind::joint, 1e-5);
  EXPECT_NEAR(std::log10(coarse / middle), 2.0, 0.04);  // the crank turns by 0.15 rad in a step of 1 ms
  EXPECT_NEAR(std::log10(middle / fine), 2.0, 0.01);
  // 1 %: of the iteration's tolerance, 1e-10 of the velocity per stage.
  expect_figure("largest error of an angle, joint, h = 1e-5 s", fine, GetParam().bilateral, 0.01 * fine, "rad");
}

// Impacts are found on the grid: order 1 in the end, with a constant so small that order 2 shows first.
TEST_P(MixedSliderCrank, InTheNotchConvergesAtOrderOneAndBetter) {
  const double middle = error(SliderGuide::Kind::notch, 1e-4), fine = error(SliderGuide::Kind::notch, 1e-5);
  EXPECT_GT(std::log10(middle / fine), 0.9);
  expect_figure("largest error of an angle, notch, h = 1e-5 s", fine, GetParam().unilateral, 0.05 * fine, "rad");
}

// Three rigid bodies and their joints, all of whose W turn: linear bodies, iterated on W alone.
TEST_P(MixedSliderCrank, FromThreeBodiesAndJointsIsTheSameMechanism) {
  const auto model = assembled_slider_crank(SliderGuide::Kind::joint);
  const double h = 1e-4;
  const auto scheme = find_scheme(GetParam().scheme)->make(model->system, model->contacts, {}, GetParam().options);
  const auto joint = slider_guide(SliderGuide::Kind::joint);
  const auto system = slider_crank();
  const auto minimal = find_scheme(GetParam().scheme)->make(system, joint, {}, GetParam().options);
  State assembled = model->initial, angles = slider_crank_start();
  for (int i = 0; i < 100; ++i) {
    ASSERT_TRUE(scheme->step(h, assembled).ok());
    ASSERT_TRUE(minimal->step(h, angles).ok());
  }
  // Different coordinates: equal to the order of the scheme, 8e-4 rad by t = 0.05 s in either.
  EXPECT_NEAR(assembled.q[2], angles.q[0], 5e-4);
  EXPECT_NEAR(assembled.q[5], angles.q[1], 5e-4);
}

TEST_P(MixedSliderCrank, TakesOneToTwoIterationsPerStageOnASmoothMotion) {
  const auto guide = slider_guide(SliderGuide::Kind::joint);
  const auto system = slider_crank();
  const auto scheme = find_scheme(GetParam().scheme)->make(system, guide, {}, GetParam().options);
  State state = slider_crank_start();
  for (int i = 0; i < 5000; ++i) ASSERT_TRUE(scheme->step(1e-5, state).ok());
  if (GetParam().scheme == "mixed_ed_alpha") {
    EXPECT_EQ(scheme->factorisations(), 5001) << "of both stages once a step, whatever the iterations";
    return;
  }
  const long stages = GetParam().scheme == "mixed_bathe" ? 10000 : 5000;
  EXPECT_LT(scheme->factorisations(), stages + stages / 2);
}

/// |lambda - exact| of the joint at t = 0.05 s, where the independent solution has 0.492049597277170 N.
double error_of_force(const std::string& scheme_name, const Values& options, double h) {
  const auto guide = slider_guide(SliderGuide::Kind::joint);
  const auto system = slider_crank();
  const auto scheme = find_scheme(scheme_name)->make(system, guide, {}, options);
  State state = slider_crank_start();
  for (int i = 0; i < static_cast<int>(std::lround(0.05 / h)); ++i) EXPECT_TRUE(scheme->step(h, state).ok());
  return std::abs(std::abs(scheme->contacts()[0].force[0]) - 0.492049597277170);
}

TEST_P(MixedSliderCrank, FindsTheForceOfTheJointAtOrderTwoAndEdAlphaAtOrderOne) {
  const double coarse = error_of_force(GetParam().scheme, GetParam().options, 1e-4),
               fine = error_of_force(GetParam().scheme, GetParam().options, 1e-5);
  EXPECT_NEAR(std::log10(coarse / fine), GetParam().scheme == "mixed_ed_alpha" ? 1.0 : 2.0, 0.02);
}

// Its first stage holds the joint at a place beside the path, and what that gets wrong of the acceleration lives on by
// the factor rho_inf per step.
TEST(MixedSliderCrankEdAlpha, OnATurningJointLosesForcesWithRhoAndPositionsWithoutDamping) {
  const auto guide = slider_guide(SliderGuide::Kind::joint);
  const auto error = [&](double rho, double h) {
    return largest_angle_error("mixed_ed_alpha", {{"rho_inf", rho}}, slider_crank(), guide, slider_crank_start(),
                               {0, 1, 2}, "slider_crank_bilateral.csv", h);
  };
  EXPECT_NEAR(std::log10(error(0.8, 1e-4) / error(0.8, 1e-5)), 2.0, 0.02);
  EXPECT_NEAR(std::log10(error(1.0, 1e-5) / error(1.0, 1e-6)), 1.0, 0.05);
  // To first order the error of the force is in proportion to 1/alpha.
  const double undone = error_of_force("mixed_ed_alpha", {}, 1e-5);
  for (const double rho : {0.5, 0.8})
    EXPECT_NEAR(error_of_force("mixed_ed_alpha", {{"rho_inf", rho}}, 1e-5) / undone, (1.0 + rho) / (1.0 - rho),
                0.02 * (1.0 + rho) / (1.0 - rho))
        << rho;
}

}  // namespace mixed_slider_crank_test

}  // namespace percuss::verification
