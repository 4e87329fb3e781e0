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
  double rate = 1.0, way = unknown;
  accumulation.pass(3.0);
  for (int k = 0; k < 8; ++k, rate *= 0.5) {
    way = accumulation.impact(rate);
    EXPECT_EQ(std::isfinite(way), k >= 5) << k;  // six impacts show a progression
    for (int part = 0; part < 2; ++part) accumulation.pass(0.1 * rate);
  }
  // The eighth impact leaves with 2^-7 m/s; intervals to come add up to 0.2 2^-7 * 2.
  EXPECT_NEAR(way, std::exp2(-7) * 0.2 * std::exp2(-6), 1e-18);
}

TEST(Accumulation, ElasticBouncesAndGrowingIntervalsGoOnForever) {
  Accumulation elastic, slowing;
  for (int k = 0; k < 50; ++k) {
    elastic.pass(0.2);
    slowing.pass(0.1 * k);
    EXPECT_EQ(elastic.impact(1.0), unknown);
    EXPECT_EQ(slowing.impact(1.0), unknown);
  }
}

TEST(Accumulation, AnImpactOutOfTurnBeginsAnew) {
  Accumulation accumulation;
  const auto impact_after = [&](double interval) {
    accumulation.pass(interval);
    return accumulation.impact(1.0);
  };
  for (int k = 0; k < 7; ++k) impact_after(0.2 * std::exp2(-k));
  EXPECT_EQ(impact_after(1.0), unknown);
  for (int k = 0; k < 3; ++k) EXPECT_EQ(impact_after(0.5 * std::exp2(-k)), unknown) << k;
}

}  // namespace
}  // namespace percuss::accumulation_test
