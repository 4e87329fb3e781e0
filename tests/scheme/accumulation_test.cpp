// SPDX-License-Identifier: Apache-2.0
#include "scheme/accumulation.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace percuss::accumulation_test {
namespace {

constexpr double unknown = std::numeric_limits<double>::infinity();

/// A ball with restitution 1/2 under gravity 10, first bounce at 1 m/s: intervals 0.2, 0.1, 0.05, ...
TEST(Accumulation, BouncesToComeAreTheRestOfTheGeometricSeries) {
  Accumulation accumulation;
  double t = 3.0, rate = 1.0, way = unknown;
  for (int k = 0; k < 8; ++k, rate *= 0.5) {
    way = accumulation.impact(t, rate);
    EXPECT_EQ(std::isfinite(way), k >= 5) << k;  // six impacts show a progression
    t += 0.2 * rate;
  }
  // The eighth impact leaves with 2^-7 m/s; intervals to come add up to 0.2 2^-7 * 2. Round-off of t over intervals.
  EXPECT_NEAR(way, std::exp2(-7) * 0.2 * std::exp2(-6), 1e-12);
}

TEST(Accumulation, ElasticBouncesAndGrowingIntervalsGoOnForever) {
  Accumulation elastic, slowing;
  for (int k = 0; k < 50; ++k) {
    EXPECT_EQ(elastic.impact(0.2 * k, 1.0), unknown);
    EXPECT_EQ(slowing.impact(0.1 * k * k, 1.0), unknown);
  }
}

TEST(Accumulation, AnImpactOutOfTurnBeginsAnew) {
  Accumulation accumulation;
  double t = 0.0, interval = 0.2;
  for (int k = 0; k < 7; ++k, interval *= 0.5) accumulation.impact(t += interval, 1.0);
  EXPECT_EQ(accumulation.impact(t += 1.0, 1.0), unknown);
  for (int k = 0; k < 3; ++k) EXPECT_EQ(accumulation.impact(t += 0.5 * std::exp2(-k), 1.0), unknown) << k;
}

}  // namespace
}  // namespace percuss::accumulation_test
