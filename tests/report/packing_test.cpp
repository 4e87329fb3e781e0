// SPDX-License-Identifier: Apache-2.0
#include "report/packing.hpp"

#include <gtest/gtest.h>
#include <zlib.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>

namespace percuss::packing_test {

constexpr double nan = std::numeric_limits<double>::quiet_NaN();
constexpr double inf = std::numeric_limits<double>::infinity();

std::vector<std::uint64_t> bits_of(const std::vector<double>& values) {
  std::vector<std::uint64_t> bits;
  for (const double x : values) bits.push_back(std::bit_cast<std::uint64_t>(x));
  return bits;
}

TEST(Packing, NumbersComeBackBitForBit) {
  std::vector<double> values{0.0, -0.0, 1.0, -1e300, 5e-324, nan, inf, -inf, 0.1, 0.1};
  std::mt19937_64 random(7);
  for (int i = 0; i < 1000; ++i) values.push_back(std::bit_cast<double>(random()));
  EXPECT_EQ(bits_of(unpack_numbers(pack_numbers(values))), bits_of(values));
  EXPECT_TRUE(unpack_numbers(pack_numbers({})).empty());
}

TEST(Packing, LevelsComeBack) {
  std::vector<std::uint16_t> levels{0, 65535, 0, 1, 32768, 32767};
  std::mt19937 random(7);
  for (int i = 0; i < 1000; ++i) levels.push_back(static_cast<std::uint16_t>(random()));
  EXPECT_EQ(unpack_levels(pack_levels(levels)), levels);
  EXPECT_TRUE(unpack_levels(pack_levels({})).empty());
}

TEST(Packing, SmoothCurvesLeaveAlmostNothing) {
  std::vector<double> steps(10000);
  std::vector<float> curve(10000);
  for (std::size_t i = 0; i < curve.size(); ++i) {
    steps[i] = 1e-4 * static_cast<double>(i);
    curve[i] = static_cast<float>(std::sin(20.0 * steps[i]) + 0.3 * std::sin(191.0 * steps[i]));
  }
  PackedCurves curves;
  curves.add(curve);
  EXPECT_LT(deflated(pack_levels(curves.levels)).size(), curve.size() * 3 / 4);  // of 2 bytes each
  EXPECT_LT(deflated(pack_numbers(steps)).size(), steps.size() * 2);             // of 8
}

TEST(Packing, CurvesAreExactToHalfALevel) {
  PackedCurves curves;
  const std::vector<float> curve{-2.0F, 0.123F, 7.5F, 3.0F};
  curves.add(curve);
  ASSERT_EQ(curves.ranges, (std::vector<double>{-2.0, 7.5}));
  for (std::size_t i = 0; i < curve.size(); ++i)
    EXPECT_NEAR(-2.0 + 9.5 * curves.levels[i] / 65535.0, curve[i], 9.5 / 131070.0 * (1.0 + 1e-6));
}

TEST(Packing, ConstantCurvesHaveNoLevelsAndNaNIsTheSmallest) {
  PackedCurves curves;
  curves.add(std::vector<float>{3.0F, 3.0F});
  curves.add({});
  EXPECT_TRUE(curves.levels.empty());
  EXPECT_EQ(curves.ranges, (std::vector<double>{3.0, 3.0, 0.0, 0.0}));
  curves.add(std::vector<float>{1.0F, static_cast<float>(nan), 2.0F});
  EXPECT_EQ(curves.levels, (std::vector<std::uint16_t>{0, 0, 65535}));
}

TEST(Packing, DeflatedComesBackByZlib) {
  const Bytes bytes(5000, 42);
  const auto small = deflated(bytes);
  Bytes back(bytes.size());
  auto size = static_cast<uLongf>(back.size());
  ASSERT_EQ(uncompress(back.data(), &size, small.data(), small.size()), Z_OK);
  EXPECT_EQ(back, bytes);
  EXPECT_LT(small.size(), 100U);
}

TEST(Packing, Base64IsThatOfRfc4648) {
  const auto text = [](std::string_view word) { return base64(Bytes(word.begin(), word.end())); };
  EXPECT_EQ(text(""), "");
  EXPECT_EQ(text("f"), "Zg==");
  EXPECT_EQ(text("fo"), "Zm8=");
  EXPECT_EQ(text("foo"), "Zm9v");
  EXPECT_EQ(text("foobar"), "Zm9vYmFy");
  EXPECT_EQ(base64(Bytes{0xfb, 0xff}), "+/8=");
}

}  // namespace percuss::packing_test
