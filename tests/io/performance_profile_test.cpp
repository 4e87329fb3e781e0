// SPDX-License-Identifier: Apache-2.0
#include "io/performance_profile.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace percuss {
namespace performance_profile_test {

constexpr double never = std::numeric_limits<double>::infinity();

/// The curve's height at tau: the last point at or before it.
double share_at(const Series& curve, double tau) {
  double share = 0.0;
  for (std::size_t k = 0; k < curve.x.size(); ++k)
    if (curve.x[k] <= tau) share = curve.y[k];
  return share;
}

TEST(PerformanceProfile, CountsProblemsSolvedWithinAFactorOfTheBest) {
  const std::vector<std::string> names{"quick", "sure"};
  const std::vector<std::vector<double>> times{{1.0, 1.0, never, 4.0}, {2.0, 3.0, 5.0, 1.0}};
  const auto curves = performance_profile(names, times);
  ASSERT_EQ(curves.size(), 2u);
  EXPECT_EQ(curves[0].name, "quick");
  EXPECT_EQ(share_at(curves[0], 1.0), 0.5);
  EXPECT_EQ(share_at(curves[0], 3.9), 0.5);
  EXPECT_EQ(share_at(curves[0], 4.0), 0.75);  // and one is never solved
  EXPECT_EQ(share_at(curves[1], 1.0), 0.5);
  EXPECT_EQ(share_at(curves[1], 2.0), 0.75);
  EXPECT_EQ(share_at(curves[1], 3.0), 1.0);
  EXPECT_EQ(curves[0].x.back(), 6.0);
}

TEST(PerformanceProfile, WhatNobodySolvesCountsAgainstAll) {
  const std::vector<std::string> names{"one"};
  const std::vector<std::vector<double>> times{{never, 1.0}};
  EXPECT_EQ(share_at(performance_profile(names, times)[0], 1e9), 0.5);
}

TEST(PerformanceProfile, TimesOfZeroAreAsGoodAsEachOther) {
  const std::vector<std::string> names{"one", "two"};
  const std::vector<std::vector<double>> times{{0.0}, {0.0}};
  for (const auto& curve : performance_profile(names, times)) EXPECT_EQ(share_at(curve, 1.0), 1.0);
}

}  // namespace performance_profile_test
}  // namespace percuss
