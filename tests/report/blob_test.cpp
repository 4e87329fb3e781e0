// SPDX-License-Identifier: Apache-2.0
#include "report/blob.hpp"

#include <gtest/gtest.h>

namespace percuss::blob_test {

TEST(Blob, BlocksStartAtMultiplesOfEight) {
  Blob blob;
  const auto first = blob.add_levels(std::vector<std::uint16_t>{1, 2, 3});
  const auto second = blob.add_floats(std::vector<float>{1.0F});
  const auto third = blob.add_integers(std::vector<std::uint32_t>{7, 8});
  EXPECT_EQ(first["at"], 0U);
  EXPECT_EQ(first["bytes"], 6U);
  EXPECT_EQ(second["at"], 8U);
  EXPECT_EQ(third["at"], 16U);
  EXPECT_EQ(blob.bytes()[16], 7U);
  EXPECT_EQ(blob.bytes()[20], 8U);
  EXPECT_EQ(blob.bytes()[11], 0x3fU);  // 1.0F is 3f800000, little end first
}

}  // namespace percuss::blob_test
