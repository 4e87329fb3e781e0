// SPDX-License-Identifier: Apache-2.0
#include "model/components.hpp"

#include <gtest/gtest.h>

namespace percuss {
namespace components_test {

TEST(Components, AreCounted) {
  std::vector<Fault> faults;
  require_count("position", {1.0, 2.0}, 2, faults);
  EXPECT_TRUE(faults.empty());
  require_count("position", {1.0}, 2, faults);
  ASSERT_EQ(faults.size(), 1U);
  EXPECT_EQ(faults[0].key, "position");
  EXPECT_EQ(faults[0].message, "1 numbers where 2 are needed");
}

TEST(Components, ThatAreMissingAreZero) {
  std::vector<Fault> faults;
  EXPECT_EQ(padded_vector("point", {}, 2, faults), Vector3::Zero());
  EXPECT_EQ(padded_vector("point", {1.0}, 2, faults), Vector3::UnitX());
  EXPECT_TRUE(faults.empty());
  padded_vector("point", {1.0, 2.0, 3.0}, 2, faults);
  EXPECT_EQ(faults.size(), 1U);
}

TEST(Components, GiveADirectionWhateverTheirLength) {
  std::vector<Fault> faults;
  for (const double length : {1e-200, 1.0, 1e200})
    EXPECT_LE((unit_vector("axis", {3.0 * length, -4.0 * length}, 3, faults) - Vector3(0.6, -0.8, 0.0)).norm(), 1e-15);
  EXPECT_TRUE(faults.empty());
  unit_vector("axis", {0.0, 0.0}, 3, faults);
  unit_vector("axis", {}, 3, faults);
  unit_vector("axis", {1.0, 0.0}, 1, faults);
  EXPECT_EQ(faults.size(), 3U);
}

}  // namespace components_test
}  // namespace percuss
