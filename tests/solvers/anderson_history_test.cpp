// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/anderson_history.hpp"

#include <gtest/gtest.h>

#include <array>

namespace percuss {
namespace anderson_history_test {

TEST(AndersonHistory, HasNoDifferenceOfTheFirstIteration) {
  AndersonHistory history;
  history.start(3);
  EXPECT_EQ(history.differences(), 0);
  EXPECT_EQ(history.add(std::array{25.0}), 5.0);
  EXPECT_TRUE(history.coefficients().empty());
  EXPECT_EQ(history.differences(), 1);
}

// f falls from 4 to 1 along one row: dF = -3, and theta = f / dF = -1/3.
TEST(AndersonHistory, IsTheSecantOfOneDifference) {
  AndersonHistory history;
  history.start(2);
  history.add(std::array{16.0});
  EXPECT_EQ(history.add(std::array{1.0, -3.0, 9.0}), 1.0);
  const auto theta = history.coefficients();
  ASSERT_EQ(theta.size(), 1u);
  EXPECT_NEAR(theta[0], -1.0 / 3.0, 1e-9);  // regularised by 1e-10
}

// dF = (e1, e1 + e2) and f = 2 e1 + 3 e2: theta = (-1, 3).
TEST(AndersonHistory, SolvesTheNormalEquationsAndStartsAnewWhenFull) {
  AndersonHistory history;
  history.start(2);
  history.add(std::array{1.0});
  history.add(std::array{1.0, 2.0, 1.0});
  EXPECT_EQ(history.differences(), 2);
  history.add(std::array{13.0, 2.0, 5.0, 1.0, 2.0});
  const auto theta = history.coefficients();
  ASSERT_EQ(theta.size(), 2u);
  EXPECT_NEAR(theta[0], -1.0, 1e-8);
  EXPECT_NEAR(theta[1], 3.0, 1e-8);
  EXPECT_EQ(history.differences(), 1) << "the last iteration stays, its differences go";
  EXPECT_TRUE(history.coefficients().empty());
}

TEST(AndersonHistory, RefusesDifferencesThatSayNothing) {
  AndersonHistory history;
  history.start(2);
  history.add(std::array{1.0});
  history.add(std::array{1.0, 0.0, 0.0});  // no change of f at all
  EXPECT_TRUE(history.coefficients().empty());
  history.forget();
  history.add(std::array{1.0});
  history.add(std::array{1.0, 1e-3, 1e-8});  // theta = 1e5
  EXPECT_TRUE(history.coefficients().empty());
  history.forget();
  EXPECT_EQ(history.differences(), 0);
}

}  // namespace anderson_history_test
}  // namespace percuss
