// SPDX-License-Identifier: Apache-2.0
#include "core/disjoint_sets.hpp"

#include <gtest/gtest.h>

namespace percuss {
namespace disjoint_sets_test {

TEST(DisjointSets, AreWhatHasBeenJoined) {
  DisjointSets sets(6);
  for (Index i = 0; i < 6; ++i) EXPECT_EQ(sets.root(i), i);
  sets.join(0, 1);
  sets.join(3, 4);
  sets.join(4, 0);
  sets.join(1, 3);  // already
  for (const Index i : {1, 3, 4}) EXPECT_EQ(sets.root(i), sets.root(0));
  EXPECT_EQ(sets.root(2), 2);
  EXPECT_EQ(sets.root(5), 5);
}

}  // namespace disjoint_sets_test
}  // namespace percuss
