// SPDX-License-Identifier: Apache-2.0
#include "simulation/comparison_timing.hpp"

#include <gtest/gtest.h>

#include "core/parallel.hpp"

namespace percuss {

namespace comparison_timing_test {

TEST(ComparisonTiming, ShortRunsAreTimedAsAWhole) {
  EXPECT_EQ(timed_steps(1e-6, 1000), 1000);
  EXPECT_EQ(timed_steps(longest_timed_run / 1000.0, 1000), 1000);
}

TEST(ComparisonTiming, LongRunsAreTimedOnTheirFirstSteps) {
  EXPECT_EQ(timed_steps(0.25 * longest_timed_run, 1000), 4);
  EXPECT_EQ(timed_steps(10.0 * longest_timed_run, 1000), 1) << "one step at least";
}

// A bar of 5000 elements has 250 times the work of one with 20: what is measured must show it.
TEST(ComparisonTiming, MoreWorkTakesMoreTime) {
  CaseRequest small;
  small.model = std::string(PERCUSS_SOURCE_DIR) + "/examples/02_impacting_bar/bar.yaml";
  small.overrides = {"bodies.bar.elements=20", "simulation.end_time=1e-7"};
  small.scheme = "half_explicit_velocity";
  small.step = 1e-9;
  auto large = small;
  large.overrides[0] = "bodies.bar.elements=5000";
  const std::vector<CaseRequest> both{small, large};
  set_threads(1);
  const auto seconds = seconds_per_evaluation(both, 50, 2);
  set_threads(0);
  ASSERT_EQ(seconds.size(), 2U);
  EXPECT_GT(seconds[0], 0.0);
  EXPECT_GT(seconds[1], 10.0 * seconds[0]);  // not 250: a step has costs that do not grow
}

}  // namespace comparison_timing_test

}  // namespace percuss
