// SPDX-License-Identifier: Apache-2.0
#include "model/shear_modulus.hpp"

#include <gtest/gtest.h>

namespace percuss {

TEST(ShearModulus, FollowsFromPoissonsRatio) {
  EXPECT_EQ(shear_modulus(3.0, 8.0, no_poisson_ratio), 3.0);
  EXPECT_EQ(shear_modulus(0.0, 10.0, 0.25), 4.0);
}

TEST(ShearModulus, IsAskedForOnce) {
  const auto faults = [](bool has_modulus, double ratio) {
    std::vector<Fault> found;
    check_shear_modulus(has_modulus, ratio, found);
    return found.size();
  };
  EXPECT_EQ(faults(true, no_poisson_ratio), 0u);
  EXPECT_EQ(faults(false, 0.3), 0u);
  EXPECT_EQ(faults(true, 0.3), 1u);
  EXPECT_EQ(faults(false, no_poisson_ratio), 1u);
}

}  // namespace percuss
