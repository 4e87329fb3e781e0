// SPDX-License-Identifier: Apache-2.0
#include "core/step_profile.hpp"

#include <gtest/gtest.h>

#include <thread>

namespace percuss {
namespace step_profile_test {

using namespace std::chrono_literals;

void spend(StepProfile* profile, StepCost part, std::chrono::milliseconds time) {
  const TimedCost timed(profile, part);
  std::this_thread::sleep_for(time);
}

TEST(StepProfile, AddsUpTheTimesOfAPart) {
  StepProfile profile;
  spend(&profile, StepCost::forces, 2ms);
  spend(&profile, StepCost::forces, 2ms);
  spend(&profile, StepCost::output, 1ms);
  EXPECT_GE(profile.seconds(StepCost::forces), 0.004);  // a sleep is never shorter
  EXPECT_GE(profile.seconds(StepCost::output), 0.001);
  EXPECT_EQ(profile.seconds(StepCost::solve), 0.0);
  profile.clear();
  EXPECT_EQ(profile.seconds(StepCost::forces), 0.0);
}

TEST(StepProfile, WhatAPartCallsForIsItsOwn) {
  StepProfile profile;
  {
    const TimedCost outer(&profile, StepCost::delassus);
    spend(&profile, StepCost::solve, 2ms);
  }
  EXPECT_EQ(profile.seconds(StepCost::solve), 0.0);
  EXPECT_GE(profile.seconds(StepCost::delassus), 0.002);
  spend(&profile, StepCost::solve, 1ms);  // on its own it counts again
  EXPECT_GE(profile.seconds(StepCost::solve), 0.001);
}

TEST(StepProfile, TheRestIsWhatIsNoPart) {
  StepProfile profile;
  spend(&profile, StepCost::contact, 1ms);
  const double part = profile.seconds(StepCost::contact);
  profile.set_total(part + 0.25);
  EXPECT_NEAR(profile.other(), 0.25, 1e-15);
  profile.set_total(0.5 * part);  // clocks are read one after the other
  EXPECT_EQ(profile.other(), 0.0);
}

TEST(StepProfile, CountsContactProblems) {
  StepProfile profile;
  profile.add_problem(3, 10);
  profile.add_problem(1, 2);
  EXPECT_EQ(profile.problems(), 2);
  EXPECT_EQ(profile.contacts(), 4);
  EXPECT_EQ(profile.iterations(), 12);
}

TEST(StepProfile, NobodyAsksForNothing) { spend(nullptr, StepCost::forces, 0ms); }

}  // namespace step_profile_test
}  // namespace percuss
