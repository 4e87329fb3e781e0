// SPDX-License-Identifier: Apache-2.0
#include "model/time_function.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace percuss {
namespace {

TEST(TimeFunction, IsZeroUnlessToldOtherwise) {
  EXPECT_EQ(TimeFunction()(3.0), 0.0);
  EXPECT_TRUE(TimeFunction().is_constant());
}

TEST(TimeFunction, MayBeConstant) {
  const TimeFunction f(2.5);
  EXPECT_TRUE(f.is_constant());
  EXPECT_EQ(f(-1.0), 2.5);
  EXPECT_EQ(f(1e9), 2.5);
}

TEST(TimeFunction, IsLinearBetweenItsEntriesAndHeldOutside) {
  const TimeFunction f(Table{{0.0, 1.0}, {2.0, 5.0}, {3.0, -1.0}});
  EXPECT_FALSE(f.is_constant());
  EXPECT_EQ(f(-7.0), 1.0);
  EXPECT_EQ(f(0.0), 1.0);
  EXPECT_EQ(f(0.5), 2.0);
  EXPECT_EQ(f(2.0), 5.0);
  EXPECT_EQ(f(2.5), 2.0);
  EXPECT_EQ(f(3.0), -1.0);
  EXPECT_EQ(f(99.0), -1.0);
}

TEST(TimeFunction, OfOneEntryIsThatValue) {
  const TimeFunction f(Table{{1.0, 4.0}});
  for (const double t : {0.0, 1.0, 2.0}) EXPECT_EQ(f(t), 4.0);
}

TEST(TimeFunction, IsContinuous) {
  const TimeFunction f(Table{{0.0, 1.0}, {2.0, 5.0}, {3.0, -1.0}});
  for (const double t : {0.0, 2.0, 3.0}) {
    const double step = 1e-9;  // slopes up to 6: a jump would be far larger than 1e-8
    EXPECT_NEAR(f(t - step), f(t + step), 2e-8) << t;
  }
}

TEST(TimeFunction, RefusesTimesThatDoNotIncrease) {
  EXPECT_THROW(TimeFunction(Table{}), std::invalid_argument);
  EXPECT_THROW(TimeFunction(Table{{1.0, 0.0}, {1.0, 1.0}}), std::invalid_argument);
  EXPECT_THROW(TimeFunction(Table{{1.0, 0.0}, {0.5, 1.0}}), std::invalid_argument);
  EXPECT_THROW(TimeFunction(Table{{0.0, 0.0}, {std::nan(""), 1.0}}), std::invalid_argument);
}

}  // namespace
}  // namespace percuss
