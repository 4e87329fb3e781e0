// SPDX-License-Identifier: Apache-2.0
#include "contact/pair_slots.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <random>
#include <stdexcept>

namespace percuss {
namespace pair_slots_test {

std::string text(const PairSlots& slots) {
  std::string all;
  for (const auto& slot : slots.slots())
    all += slot.is_free() ? "- " : std::to_string(slot.i) + std::to_string(slot.j) + " ";
  return all;
}

TEST(PairSlots, KeepThePairsThatStayAndFillGapsWithNewOnesInOrder) {
  PairSlots slots(4);
  EXPECT_EQ(text(slots), "- - - - ");
  std::vector<NearPair> pairs{{1, 2, 0.0}, {0, 3, 0.0}, {0, 1, 0.0}};
  slots.assign(pairs);
  EXPECT_EQ(text(slots), "01 03 12 - ");
  pairs = {{1, 2, 0.0}, {0, 1, 0.0}};
  slots.assign(pairs);
  EXPECT_EQ(text(slots), "01 - 12 - ");
  pairs = {{2, 3, 0.0}, {0, 2, 0.0}, {1, 2, 0.0}};
  slots.assign(pairs);
  EXPECT_EQ(text(slots), "02 23 12 - ");
  pairs = {};
  slots.assign(pairs);
  EXPECT_EQ(text(slots), "- - - - ");
}

TEST(PairSlots, RefuseMorePairsThanTheyAre) {
  PairSlots slots(1);
  std::vector<NearPair> pairs{{0, 1, 0.0}, {1, 2, 0.0}};
  EXPECT_THROW(slots.assign(pairs), std::length_error);
}

TEST(PairSlots, HoldWhatTheyWereGivenThroughRandomChanges) {
  std::mt19937 random(7);
  PairSlots slots(60), other_order(60);
  std::map<std::pair<Index, Index>, std::size_t> place;
  for (int round = 0; round < 300; ++round) {
    std::vector<NearPair> pairs;
    for (Index i = 0; i < 12; ++i)
      for (Index j = i + 1; j < 12; ++j)
        if (random() % 66 < random() % 66 && pairs.size() < 60) pairs.push_back({i, j, 0.0});
    std::shuffle(pairs.begin(), pairs.end(), random);
    auto again = pairs;
    std::reverse(again.begin(), again.end());
    slots.assign(pairs);
    other_order.assign(again);
    EXPECT_EQ(text(slots), text(other_order));
    std::map<std::pair<Index, Index>, std::size_t> now;
    for (std::size_t k = 0; k < 60; ++k)
      if (const auto& slot = slots.slots()[k]; !slot.is_free()) now[{slot.i, slot.j}] = k;
    ASSERT_EQ(now.size(), pairs.size());
    for (const auto& pair : pairs) {
      ASSERT_TRUE(now.count({pair.i, pair.j}));
      if (place.count({pair.i, pair.j})) {
        EXPECT_EQ(now.at({pair.i, pair.j}), place.at({pair.i, pair.j})) << "a pair that stayed has moved";
      }
    }
    place = std::move(now);
  }
}

}  // namespace pair_slots_test
}  // namespace percuss
