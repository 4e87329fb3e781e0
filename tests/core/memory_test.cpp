// SPDX-License-Identifier: Apache-2.0
#include "core/memory.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>

namespace percuss {

TEST(AvailableMemory, IsMoreThanAMegabyteAndChangesNothing) {
  EXPECT_GT(available_memory(), 1 << 20);
  EXPECT_GT(available_memory(), 1 << 20);
}

TEST(AvailableMemory, IsNoMoreThanTheAddressSpaceOfTheProcess) {
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_AS, &before), 0);
  rlimit tight = before;
  tight.rlim_cur = rlim_t{1} << 40;
  ASSERT_EQ(setrlimit(RLIMIT_AS, &tight), 0);
  EXPECT_LE(available_memory(), std::int64_t{1} << 40);
  ASSERT_EQ(setrlimit(RLIMIT_AS, &before), 0);
}

}  // namespace percuss
