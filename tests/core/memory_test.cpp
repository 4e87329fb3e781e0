// SPDX-License-Identifier: Apache-2.0
#include "core/memory.hpp"

#include <gtest/gtest.h>
#include <sys/resource.h>

#include "core/sanitizer.hpp"

namespace percuss {

TEST(AvailableMemory, IsMoreThanAMegabyteAndChangesNothing) {
  EXPECT_GT(available_memory(), 1 << 20);
  EXPECT_GT(available_memory(), 1 << 20);
}

#if !PERCUSS_UNDER_SANITIZER  // its shadow memory needs more address space than the limit leaves
TEST(AvailableMemory, IsNoMoreThanTheAddressSpaceOfTheProcess) {
  rlimit before{};
  ASSERT_EQ(getrlimit(RLIMIT_AS, &before), 0);
  rlimit tight = before;
  tight.rlim_cur = rlim_t{1} << 40;
  ASSERT_EQ(setrlimit(RLIMIT_AS, &tight), 0);
  EXPECT_LE(available_memory(), std::int64_t{1} << 40);
  ASSERT_EQ(setrlimit(RLIMIT_AS, &before), 0);
}
#endif

}  // namespace percuss
