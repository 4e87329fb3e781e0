// SPDX-License-Identifier: Apache-2.0
#include "simulation/comparison_times.hpp"

#include <gtest/gtest.h>

#include "tests/io/faults_of.hpp"

namespace percuss {

namespace comparison_times_test {

const std::vector<StepGrid> two_and_three{{0.0, 1.2, 0.2, 6}, {0.0, 1.2, 0.3, 4}};

std::vector<double> tenths(int count) {
  std::vector<double> times;
  for (int i = 0; i <= count; ++i) times.push_back(0.1 * i);
  return times;
}

TEST(ComparisonTimes, AreThoseThatAllRunsAndTheReferenceHave) {
  const auto cases = choose_times(ErrorNorm::max, two_and_three, tenths(12));
  EXPECT_EQ(cases[0].steps, (std::vector<Index>{0, 3, 6}));  // t = 0, 0.6, 1.2
  EXPECT_EQ(cases[1].steps, (std::vector<Index>{0, 2, 4}));
  EXPECT_EQ(cases[1].reference_rows, (std::vector<Index>{0, 6, 12}));
}

TEST(ComparisonTimes, Equation92LeavesOutTheStart) {
  const auto cases = choose_times(ErrorNorm::eq92, two_and_three, tenths(12));
  EXPECT_EQ(cases[0].steps, (std::vector<Index>{3, 6}));
}

TEST(ComparisonTimes, OfTheSpectralNormAreAllStepsOfEachRun) {
  const auto cases = choose_times(ErrorNorm::spectral, two_and_three, tenths(12));
  EXPECT_EQ(cases[0].steps, (std::vector<Index>{0, 1, 2, 3, 4, 5, 6}));
  EXPECT_EQ(cases[1].reference_rows, (std::vector<Index>{0, 3, 6, 9, 12}));
}

TEST(ComparisonTimes, TheSpectralNormNeedsAReferenceAtAllSteps) {
  auto times = tenths(12);
  times.erase(times.begin() + 4);
  const auto faults = faults_of([&] { choose_times(ErrorNorm::spectral, two_and_three, times); });
  ASSERT_EQ(faults.size(), 1U);
  EXPECT_NE(faults[0].find("the reference has no t = 0.4 s, the end of a step of h = 0.2 s"), std::string::npos)
      << faults[0];
}

TEST(ComparisonTimes, NothingInCommonIsAFaultThatNamesTheStep) {
  const std::vector<double> times{0.0, 0.2, 0.4};
  const auto faults = faults_of([&] { choose_times(ErrorNorm::max, two_and_three, times); });
  ASSERT_EQ(faults.size(), 1U);
  EXPECT_NE(faults[0].find("the end of a step of h = 0.3 s"), std::string::npos) << faults[0];
  const auto apart = faults_of([&] { choose_times(ErrorNorm::max, two_and_three, std::vector<double>{0.2, 0.3}); });
  ASSERT_EQ(apart.size(), 1U);
  EXPECT_NE(apart[0].find("no time after the start in common"), std::string::npos) << apart[0];
}

}  // namespace comparison_times_test

}  // namespace percuss
