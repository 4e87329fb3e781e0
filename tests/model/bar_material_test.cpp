// SPDX-License-Identifier: Apache-2.0
#include "model/bar_material.hpp"

#include <gtest/gtest.h>

namespace percuss {

TEST(RayleighDamping, IsTheSumOfItsShares) {
  SparseMatrix M(2, 2), K(2, 2);
  M.insert(0, 0) = 2.0;
  M.insert(1, 1) = 3.0;
  K.insert(0, 1) = K.insert(1, 0) = -5.0;
  const auto C = RayleighDamping{10.0, 0.5}.matrix(M, K);
  EXPECT_EQ(C.coefficient(0, 0), 20.0);
  EXPECT_EQ(C.coefficient(1, 1), 30.0);
  EXPECT_EQ(C.coefficient(0, 1), -2.5);
}

TEST(RayleighDamping, IsZeroOfTheSameSizeWithoutShares) {
  SparseMatrix M(3, 3);
  M.setIdentity();
  const auto C = RayleighDamping{}.matrix(M, M);
  EXPECT_TRUE(C.is_zero());
  EXPECT_EQ(C.size(), 3);
}

}  // namespace percuss
