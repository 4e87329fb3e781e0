// SPDX-License-Identifier: Apache-2.0
#include "model/random_packing.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace percuss {
namespace random_packing_test {

TEST(RandomNumbers, LieInTheirRangeAndFollowFromTheSeed) {
  RandomNumbers one(5), same(5), other(6);
  bool differ = false;
  for (int i = 0; i < 1000; ++i) {
    const double x = one.between(-2.0, 3.0);
    EXPECT_GE(x, -2.0);
    EXPECT_LT(x, 3.0);
    EXPECT_EQ(x, same.between(-2.0, 3.0));
    differ = differ || x != other.between(-2.0, 3.0);
  }
  EXPECT_TRUE(differ);
}

TEST(RandomPacking, OfDiscsOfAllSizesNeverOverlaps) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    RandomNumbers random(seed);
    std::vector<double> radius(60);
    for (auto& r : radius) r = seed % 2 == 0 ? 0.05 : random.between(0.002, 0.1);
    const auto centre = pack_at_random(radius, {-1.0, 0.0}, {1.0, 1.5}, random);
    ASSERT_EQ(centre.size(), radius.size());
    for (std::size_t i = 0; i < 60; ++i) {
      EXPECT_LE(std::abs(centre[i][0]) + radius[i], 1.0 + 1e-15);
      for (std::size_t j = 0; j < i; ++j) EXPECT_GE((centre[i] - centre[j]).norm(), radius[i] + radius[j] - 1e-15);
    }
  }
}

TEST(RandomPacking, GivesUpWhereThereIsNoRoom) {
  RandomNumbers random(1);
  EXPECT_EQ(pack_at_random({0.4, 0.4}, {0.0, 0.0}, {1.0, 1.0}, random).size(), 1u);  // a second one has no room
  EXPECT_EQ(pack_at_random({0.6}, {0.0, 0.0}, {1.0, 1.0}, random).size(), 0u);
  EXPECT_EQ(pack_at_random({}, {0.0, 0.0}, {1.0, 1.0}, random).size(), 0u);
}

}  // namespace random_packing_test
}  // namespace percuss
