// SPDX-License-Identifier: Apache-2.0
#include "core/types.hpp"

#include <gtest/gtest.h>

#include "core/report.hpp"

namespace percuss {
namespace types_test {

TEST(Workspace, GrowsAndNeverShrinks) {
  Vector store;
  EXPECT_EQ(workspace(store, 5).size(), 5);
  const double* const at = store.data();
  EXPECT_EQ(workspace(store, 2).size(), 2);
  EXPECT_EQ(workspace(store, 5).data(), at);
  EXPECT_EQ(workspace(store, 0).size(), 0);
  EXPECT_EQ(store.size(), 5);
}

TEST(Report, IsOkUntilItFails) {
  EXPECT_TRUE(Report{}.ok());
  const auto report = Report::failure(Status::singular, "row 3");
  EXPECT_FALSE(report.ok());
  EXPECT_EQ(report.status, Status::singular);
  EXPECT_EQ(report.message, "row 3");
}

}  // namespace types_test
}  // namespace percuss
