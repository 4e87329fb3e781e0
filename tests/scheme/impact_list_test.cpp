// SPDX-License-Identifier: Apache-2.0
#include "scheme/impact_list.hpp"

#include <gtest/gtest.h>

namespace percuss {
namespace {

using enum ContactMode;

TEST(ImpactList, AContactThatIsStruckAgainIsOneImpact) {
  ImpactList list(3);
  list.add({2, apart, {1.0, 0.5, 0.0}, {-2.0, 0.1, 0.0}, {1.0, 0.2, 0.0}, 0.25});
  list.add({0, holds, {4.0, 0.0, 0.0}, {-1.0, 0.0, 0.0}, {0.0, 0.0, 0.0}, 2.0});
  list.add({2, slides, {0.5, -0.125, 0.0}, {-3.0, 0.3, 0.0}, {0.0, 0.4, 0.0}, 0.5});
  ASSERT_EQ(list.all().size(), 2U);
  const auto& twice = list.all()[0];
  EXPECT_EQ(twice.contact, 2);
  EXPECT_EQ(twice.to, slides);
  EXPECT_EQ(twice.percussion, (ContactRows{1.5, 0.375, 0.0}));
  EXPECT_EQ(twice.before, (ContactRows{-2.0, 0.1, 0.0}));
  EXPECT_EQ(twice.after, (ContactRows{0.0, 0.4, 0.0}));
  EXPECT_EQ(twice.energy_lost, 0.75);
  EXPECT_EQ(list.all()[1].contact, 0);
}

TEST(ImpactList, AClearedListKnowsNothing) {
  ImpactList list(1);
  list.add({0, apart, {1.0, 0.0, 0.0}, {-2.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, 0.25});
  list.clear();
  EXPECT_TRUE(list.all().empty());
  list.add({0, apart, {3.0, 0.0, 0.0}, {-4.0, 0.0, 0.0}, {2.0, 0.0, 0.0}, 0.5});
  ASSERT_EQ(list.all().size(), 1U);
  EXPECT_EQ(list.all()[0].percussion[0], 3.0);
  EXPECT_EQ(list.all()[0].before[0], -4.0);
}

}  // namespace
}  // namespace percuss
