// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>

namespace percuss::verification {

/// EXPECT_NEAR whose numbers also go into the test's report, from which docs/verification.md is written.
inline void expect_figure(const std::string& what, double seen, double expected, double tolerance,
                          const std::string& unit) {
  EXPECT_NEAR(seen, expected, tolerance) << what << " [" << unit << "]";
  const auto* test = testing::UnitTest::GetInstance()->current_test_info();
  testing::Test::RecordProperty(
      fmt::format("figure_{:03}", test->result()->test_property_count()),
      fmt::format("{} | {:.11g} | {:.11g} | {:.2g} | {}", what, expected, seen, tolerance, unit));
}

}  // namespace percuss::verification
