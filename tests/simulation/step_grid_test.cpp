// SPDX-License-Identifier: Apache-2.0
#include "simulation/step_grid.hpp"

#include <gtest/gtest.h>

namespace percuss {

namespace step_grid_test {

TEST(StepGrid, FindsTheStepThatEndsAtATime) {
  const StepGrid grid{0.0, 0.1, 1e-3, 100};
  EXPECT_EQ(grid.index_at(0.0), 0);
  EXPECT_EQ(grid.index_at(0.037), 37);
  EXPECT_EQ(grid.index_at(0.1), 100);
}

TEST(StepGrid, RoundOffIsForgivenButNoMore) {
  const StepGrid grid{0.0, 0.3, 0.1, 3};
  EXPECT_EQ(grid.index_at(0.1 + 0.1 + 0.1), 3);  // 0.30000000000000004
  EXPECT_EQ(grid.index_at(0.20000001), 2);       // a tenth of a millionth of a step off
  EXPECT_EQ(grid.index_at(0.200001), std::nullopt);
  EXPECT_EQ(grid.index_at(0.25), std::nullopt);
}

TEST(StepGrid, NoStepEndsBeforeTheStartOrAfterTheEnd) {
  const StepGrid grid{1.0, 2.0, 0.25, 4};
  EXPECT_EQ(grid.index_at(0.75), std::nullopt);
  EXPECT_EQ(grid.index_at(2.25), std::nullopt);
  EXPECT_EQ(grid.index_at(1.75), 3);
}

TEST(StepGrid, ACutLastStepEndsAtTheEnd) {
  const StepGrid grid{0.0, 0.1, 0.03, 4};
  EXPECT_EQ(grid.time(3), 0.09);
  EXPECT_EQ(grid.time(4), 0.1);
  EXPECT_EQ(grid.index_at(0.1), 4);
  EXPECT_EQ(grid.index_at(0.12), std::nullopt);
}

}  // namespace step_grid_test

}  // namespace percuss
