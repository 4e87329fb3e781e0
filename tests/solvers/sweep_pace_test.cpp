// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/sweep_pace.hpp"

#include <gtest/gtest.h>

namespace percuss {
namespace sweep_pace_test {

/// Ten sweeps and a look at the residual they have led to; whether acceleration sets in.
bool ten_sweeps(SweepPace& pace, double residual) {
  for (int i = 1; i < SweepPace::look_every; ++i) EXPECT_FALSE(pace.count());
  EXPECT_TRUE(pace.count());
  return pace.look(residual);
}

TEST(SweepPace, SetsInAfterThreeLooksThatFall) {
  SweepPace pace;
  for (const double residual : {8.0, 4.0, 5.0, 3.0, 2.0}) EXPECT_FALSE(ten_sweeps(pace, residual)) << residual;
  EXPECT_FALSE(pace.accelerates());
  EXPECT_TRUE(ten_sweeps(pace, 1.0));
  EXPECT_TRUE(pace.accelerates());
  EXPECT_FALSE(ten_sweeps(pace, 0.5)) << "set in already";
}

SweepPace accelerated() {
  SweepPace pace;
  for (const double residual : {3.0, 2.0, 1.0}) ten_sweeps(pace, residual);
  return pace;
}

TEST(SweepPace, GoesOnWhileAHundredSweepsTakeFivePercentOff) {
  auto pace = accelerated();
  double residual = 1.0;
  for (int hundred = 0; hundred < 5; ++hundred) {
    for (int ten = 0; ten < 9; ++ten) ten_sweeps(pace, 2.0 * residual);  // what counts is the least of them
    ten_sweeps(pace, residual *= 0.94);
    EXPECT_TRUE(pace.accelerates());
  }
}

// Two hundred sweeps the first time, then twice as many each time.
TEST(SweepPace, RestsWhereItLeadsNowhereLongerEachTime) {
  auto pace = accelerated();
  double residual = 1.0;
  for (const int tens : {20, 40, 80}) {
    for (int ten = 0; ten < 10; ++ten) {
      EXPECT_TRUE(pace.accelerates());
      ten_sweeps(pace, residual *= 0.999);
    }
    EXPECT_FALSE(pace.accelerates());
    for (int ten = 1; ten < tens; ++ten) EXPECT_FALSE(ten_sweeps(pace, residual *= 0.99)) << tens << ": " << ten;
    EXPECT_TRUE(ten_sweeps(pace, residual *= 0.99)) << tens;
  }
}

}  // namespace sweep_pace_test
}  // namespace percuss
