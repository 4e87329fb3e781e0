// SPDX-License-Identifier: Apache-2.0
#include "core/solve_tally.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace percuss {
namespace solve_tally_test {

TEST(SolveTally, StartsWithNothing) {
  SolveTally tally;
  EXPECT_EQ(tally.solves(), 0);
  EXPECT_EQ(tally.iterations(), 0);
  EXPECT_EQ(tally.residual(), 0.0);
  EXPECT_FALSE(tally.has_failed());
  EXPECT_EQ(tally.take_failure(), "");
}

TEST(SolveTally, AddsSolvesAndIterationsAndKeepsTheLargestResidual) {
  SolveTally tally;
  tally.add(3, 1e-13);
  tally.add(10, 8e-13);
  tally.add(0, 2e-13);
  EXPECT_EQ(tally.solves(), 3);
  EXPECT_EQ(tally.iterations(), 13);
  EXPECT_EQ(tally.residual(), 8e-13);
  EXPECT_FALSE(tally.has_failed());
}

TEST(SolveTally, TellsTheWorstFailureOnceInWhateverOrderTheyCome) {
  for (const bool worst_first : {false, true}) {
    SolveTally tally;
    if (worst_first) tally.add_failure(1e-2, "worst");
    tally.add_failure(1e-5, "bad");
    if (!worst_first) tally.add_failure(1e-2, "worst");
    EXPECT_TRUE(tally.has_failed());
    EXPECT_EQ(tally.take_failure(), "worst");
    EXPECT_FALSE(tally.has_failed());
    tally.add_failure(1e-9, "later");  // is not measured by those that were told
    EXPECT_EQ(tally.take_failure(), "later");
  }
  EXPECT_EQ(SolveTally().solves(), 0);
}

TEST(SolveTally, TakesFailuresOfTheSameResidualByTheirTexts) {
  for (const bool swapped : {false, true}) {
    SolveTally tally;
    tally.add_failure(0.5, swapped ? "b" : "a");
    tally.add_failure(0.5, swapped ? "a" : "b");
    EXPECT_EQ(tally.take_failure(), "a");
  }
}

TEST(SolveTally, TakesAResidualThatIsNoNumberForTheWorst) {
  SolveTally tally;
  tally.add_failure(std::numeric_limits<double>::quiet_NaN(), "not finite");
  tally.add_failure(1.0, "large");
  EXPECT_EQ(tally.take_failure(), "not finite");
}

TEST(SolveTally, IsClearedWhole) {
  SolveTally tally;
  tally.add(3, 1e-13);
  tally.add_failure(1.0, "bad");
  tally.clear();
  EXPECT_EQ(tally.solves(), 0);
  EXPECT_EQ(tally.iterations(), 0);
  EXPECT_EQ(tally.residual(), 0.0);
  EXPECT_FALSE(tally.has_failed());
}

TEST(SolveTally, IsSavedAndRestored) {
  SolveTally tally, other;
  tally.add(7, 3e-13);
  tally.add(5, 1e-13);
  MemoryImage image;
  auto save = MemoryWalk::saving(image);
  save("tally", tally);
  auto restore = MemoryWalk::restoring(image);
  restore("tally", other);
  EXPECT_EQ(other.solves(), 2);
  EXPECT_EQ(other.iterations(), 12);
  EXPECT_EQ(other.residual(), 3e-13);
}

}  // namespace solve_tally_test
}  // namespace percuss
