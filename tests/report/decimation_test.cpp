// SPDX-License-Identifier: Apache-2.0
#include "report/decimation.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

namespace percuss::decimation_test {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();

TEST(Decimation, KeepsAllOfFewRows) {
  const std::vector<double> values{1.0, nan, 3.0, -1.0};
  const Decimation decimation(4, 4);
  EXPECT_TRUE(decimation.keeps_all());
  EXPECT_EQ(decimation.column(values).size(), 4U);
  EXPECT_TRUE(Decimation(0, 100).column({}).empty());
  EXPECT_TRUE(Decimation(0, 100).times({}).empty());
  EXPECT_EQ(Decimation(1, 0).column(std::vector<double>{5.0}), std::vector<double>{5.0});
}

TEST(Decimation, KeepsPeaksOfOneRowAndBothEnds) {
  std::vector<double> t(100003), values(t.size());
  for (std::size_t i = 0; i < t.size(); ++i) {
    t[i] = 1e-3 * static_cast<double>(i);
    values[i] = std::sin(t[i]);
  }
  values[77777] = 1e6;
  values[50001] = -1e6;
  values.front() = 0.5;
  values.back() = -0.5;
  const Decimation decimation(t.size(), 1000);
  const auto times = decimation.times(t), kept = decimation.column(values);
  ASSERT_EQ(times.size(), kept.size());
  EXPECT_LE(kept.size(), 1000U);
  EXPECT_GT(kept.size(), 900U);
  EXPECT_TRUE(std::is_sorted(times.begin(), times.end()));
  EXPECT_EQ(kept.front(), 0.5);
  EXPECT_EQ(kept.back(), -0.5);
  EXPECT_EQ(times.back(), t.back());
  const auto high = std::max_element(kept.begin(), kept.end()), low = std::min_element(kept.begin(), kept.end());
  EXPECT_EQ(*high, 1e6);
  EXPECT_EQ(*low, -1e6);
  const double bucket = 1e-3 * static_cast<double>(decimation.bucket());
  EXPECT_NEAR(times[static_cast<std::size_t>(high - kept.begin())], t[77777], bucket);
  EXPECT_NEAR(times[static_cast<std::size_t>(low - kept.begin())], t[50001], bucket);
}

TEST(Decimation, FitsAnyNumberOfRows) {
  for (const std::size_t rows : {5U, 6U, 7U, 99U, 100U, 101U, 102U, 1001U}) {
    const std::vector<double> values(rows, 1.0);
    for (const std::size_t most : {4U, 5U, 10U, 100U}) {
      const Decimation decimation(rows, most);
      EXPECT_EQ(decimation.times(values).size(), decimation.column(values).size());
      EXPECT_LE(decimation.column(values).size(), std::max(most, std::size_t{4})) << rows << " rows, " << most;
    }
  }
}

TEST(Decimation, OrderOfExtremesStaysAndNaNYields) {
  const std::vector<double> values{0.0, 1.0, nan, -1.0, 2.0, nan, nan, nan, nan, 5.0};
  const auto kept = Decimation(values.size(), 6).column(values);  // two buckets of four
  ASSERT_EQ(kept.size(), 6U);
  EXPECT_EQ(kept[1], -1.0);
  EXPECT_EQ(kept[2], 2.0);
  EXPECT_TRUE(std::isnan(kept[3]) && std::isnan(kept[4]));
}

}  // namespace percuss::decimation_test
