// SPDX-License-Identifier: Apache-2.0
#include "simulation/comparison_requests.hpp"

#include <gtest/gtest.h>

#include <string>
#include <utility>
#include <vector>

#include "tests/io/faults_of.hpp"

namespace percuss {

namespace comparison_requests_test {

const std::string switching = "moreau_midpoint:control=switching_point";
const std::string error_control = "half_explicit_velocity:control=error";

ComparisonOptions study(std::vector<std::string> schemes, std::vector<double> tolerances) {
  ComparisonOptions options;
  options.model = std::string(PERCUSS_SOURCE_DIR) + "/examples/01_bouncing_ball/ball.yaml";
  options.schemes = std::move(schemes);
  options.steps = {1e-4, 1e-3};
  options.tolerances = std::move(tolerances);
  return options;
}

Lines faults(std::vector<std::string> schemes, std::vector<double> tolerances = {1e-5}) {
  return faults_of([&] { case_requests(study(std::move(schemes), std::move(tolerances))); });
}

TEST(ComparisonRequests, SchemesRunOverTheStepsAndControlledOnesOverTheTolerancesAtTheLargestStep) {
  const auto all = case_requests(study({"moreau_jean", switching}, {1e-6, 1e-4, 1e-5}));
  ASSERT_EQ(all.size(), 5U);
  EXPECT_EQ(all[0].step, 1e-3);
  EXPECT_EQ(all[1].step, 1e-4);
  EXPECT_FALSE(all[1].tolerance);
  EXPECT_TRUE(all[1].tolerance_keys.empty());
  const std::vector<double> tolerances{1e-4, 1e-5, 1e-6};
  for (std::size_t i = 0; i < tolerances.size(); ++i) {
    EXPECT_EQ(all[2 + i].scheme, switching);
    EXPECT_EQ(all[2 + i].step, 1e-3);
    EXPECT_EQ(all[2 + i].tolerance, tolerances[i]);
  }
}

TEST(ComparisonRequests, WithoutTolerancesAllRunOverTheSteps) {
  const auto all = case_requests(study({switching, "moreau_jean:control=impact_step"}, {}));
  ASSERT_EQ(all.size(), 4U);
  for (const auto& one : all) EXPECT_FALSE(one.tolerance);
}

TEST(ComparisonRequests, AToleranceReachesTheControlOfTheCase) {
  for (const auto& one : case_requests(study({switching, error_control}, {3e-5}))) {
    const auto control = read_case(one).file.simulation.control;
    EXPECT_EQ(control.step_min, 3e-6);
    if (one.scheme == switching) {
      EXPECT_EQ(control.tolerance_absolute, 3e-5);
      EXPECT_EQ(control.tolerance_relative, 3e-5);
    } else {
      EXPECT_EQ(control.position_tolerance, std::vector{3e-5});
    }
  }
}

TEST(ComparisonRequests, TheSmallestStepOfTheWordIsKept) {
  const auto all = case_requests(study({switching + ":control.step_min=2e-9"}, {1e-4, 1e-5}));
  ASSERT_EQ(all.size(), 2U);
  for (const auto& one : all) EXPECT_EQ(read_case(one).file.simulation.control.step_min, 2e-9);
}

TEST(ComparisonRequests, TheControlOfTheModelCountsAsThatOfAWord) {
  auto options = study({"half_explicit_velocity", "moreau_jean:control=fixed"}, {1e-5});
  options.overrides = {"simulation.control={name: error, position_tolerance: 1e-3, step_min: 1e-4}"};
  const auto all = case_requests(options);
  ASSERT_EQ(all.size(), 3U);
  const auto control = read_case(all[0]).file.simulation.control;
  EXPECT_EQ(control.position_tolerance, std::vector{1e-5});
  EXPECT_EQ(control.step_min, 1e-6);
  EXPECT_FALSE(all[1].tolerance);
  EXPECT_EQ(read_case(all[1]).file.simulation.control.name, StepControlOptions::Name::fixed);
}

TEST(ComparisonRequests, TolerancesThatNobodyTakesAreRefused) {
  EXPECT_EQ(faults({"moreau_jean", "moreau_midpoint:control=fixed"}),
            Lines{"--tolerances: no scheme has a step control\n"
                  "  name one, e.g. --schemes moreau_midpoint:control=switching_point, or leave out --tolerances"});
}

TEST(ComparisonRequests, AControlWithoutTolerancesIsRefused) {
  EXPECT_EQ(faults({"moreau_jean:control=impact_step", switching}),
            Lines{"--schemes moreau_jean:control=impact_step: the control `impact_step` has no tolerances\n"
                  "  compare it in a run without --tolerances; `switching_point` and `error` have some"});
  const auto fixed_order = faults({switching + ":control.order=fixed"});
  ASSERT_EQ(fixed_order.size(), 1U);
  EXPECT_NE(fixed_order[0].find("`switching_point` with order: fixed has no tolerances"), std::string::npos);
}

TEST(ComparisonRequests, AToleranceGivenTwiceIsRefused) {
  for (const auto& word :
       {switching + ":control.tolerance_absolute=1e-3", switching + ":control.tolerance_relative=1e-3",
        error_control + ":control.position_tolerance=1e-3"}) {
    const auto found = faults({word});
    ASSERT_EQ(found.size(), 1U) << word;
    EXPECT_NE(found[0].find(" and --tolerances both give a tolerance\n  leave out one"), std::string::npos) << found[0];
  }
}

TEST(ComparisonRequests, AToleranceWhoseTenthIsNoSmallestStepIsRefusedOnce) {
  EXPECT_EQ(faults({switching, error_control}, {1e-2, 1e-3}),
            Lines{"--tolerances 0.01: a tenth of it, 0.001 s, would be the smallest step, and the largest is 0.001 s\n"
                  "  choose a smaller tolerance, a larger step, or give control.step_min with the scheme"});
  EXPECT_TRUE(faults({switching + ":control.step_min=1e-6"}, {1e-2}).empty());
}

TEST(ComparisonRequests, ASchemeThatCannotBeReadIsLeftForItsReader) {
  const auto all = case_requests(study({"moreau_jen"}, {1e-5}));
  ASSERT_EQ(all.size(), 2U);
  EXPECT_FALSE(faults_of([&] { read_case(all[0]); }).empty());
}

TEST(ComparisonRequests, AReferenceHasFixedStepsUnlessItsWordNamesAControl) {
  auto options = study({"moreau_jean"}, {});
  options.overrides = {"simulation.control=error"};
  const auto control = [&] { return read_case(reference_request(options)).file.simulation.control.name; };
  EXPECT_EQ(control(), StepControlOptions::Name::fixed);
  options.reference_scheme = error_control;
  EXPECT_EQ(control(), StepControlOptions::Name::error);
  EXPECT_EQ(reference_request(options).step, 1e-5);
}

}  // namespace comparison_requests_test

}  // namespace percuss
