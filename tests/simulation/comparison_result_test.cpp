// SPDX-License-Identifier: Apache-2.0
#include "simulation/comparison_result.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace percuss {

namespace comparison_result_test {

CaseResult result(double step, double error, double seconds_per_step) {
  CaseResult one;
  one.scheme = "scheme";
  one.step = step;
  one.num_steps = static_cast<Index>(1.0 / step);
  one.error = error;
  one.seconds_per_step = seconds_per_step;
  return one;
}

Comparison comparison(std::vector<CaseResult> cases) {
  Comparison c;
  c.cases = std::move(cases);
  c.schemes = {{"scheme", {}, {}}};
  return c;
}

TEST(ComparisonResult, OrdersAreTheSlopesBetweenNeighbouringSteps) {
  auto c = comparison({result(0.1, 8.0, 1.0), result(0.05, 2.0, 1.0), result(0.025, 1.0, 1.0)});
  find_orders(c);
  EXPECT_FALSE(c.cases[0].order);
  EXPECT_NEAR(*c.cases[1].order, 2.0, 1e-14);
  EXPECT_NEAR(*c.cases[2].order, 1.0, 1e-14);
  EXPECT_NEAR(*c.schemes[0].order, 1.5, 1e-14);  // equal distances in log h: (2 + 1)/2
}

TEST(ComparisonResult, AnErrorOfZeroHasNoOrder) {
  auto c = comparison({result(0.1, 1.0, 1.0), result(0.05, 0.0, 1.0), result(0.025, 1e-3, 1.0)});
  find_orders(c);
  EXPECT_FALSE(c.cases[1].order);
  EXPECT_FALSE(c.cases[2].order);
}

// 10 steps of 1 s at error 1, 100 steps of 1 s at error 1e-2: half-way in logarithms, 0.1 takes sqrt(10 * 100) s.
TEST(ComparisonResult, TheTimeToAnErrorIsInterpolatedInLogarithms) {
  auto c = comparison({result(0.1, 1.0, 1.0), result(0.01, 1e-2, 1.0)});
  c.target = 0.1;
  find_orders(c);
  find_time_to_target(c);
  EXPECT_NEAR(*c.schemes[0].seconds_to_target, std::sqrt(1000.0), 1e-11);  // round-off of exp and log
}

TEST(ComparisonResult, ATargetOutsideOfTheErrorsHasNoTime) {
  for (const double target : {1e-3, 10.0}) {
    auto c = comparison({result(0.1, 1.0, 1.0), result(0.01, 1e-2, 1.0)});
    c.target = target;
    find_orders(c);
    find_time_to_target(c);
    EXPECT_FALSE(c.schemes[0].seconds_to_target) << target;
  }
}

TEST(ComparisonResult, TheStandardTargetIsTheErrorThatAllSchemesReach) {
  auto c = comparison({result(0.1, 1.0, 1.0), result(0.01, 1e-2, 1.0)});
  for (auto one : {result(0.1, 0.1, 1.0), result(0.01, 1e-4, 1.0)}) {
    one.scheme = "better";
    c.cases.push_back(one);
  }
  c.schemes.push_back({"better", {}, {}});
  find_orders(c);
  find_time_to_target(c);
  EXPECT_EQ(c.target, 1e-2);
  EXPECT_NEAR(*c.schemes[0].seconds_to_target, 100.0, 1e-10);                      // its smallest error
  EXPECT_NEAR(*c.schemes[1].seconds_to_target, std::pow(10.0, 4.0 / 3.0), 1e-10);  // a third of the way
}

// A control that keeps to tolerances makes the error, not the step; its time to an error is interpolated all the same.
TEST(ComparisonResult, AControlledSchemeHasNoOrderAndATimeToAnError) {
  auto c = comparison({result(0.1, 1.0, 1.0), result(0.1, 1e-2, 10.0)});
  for (auto& one : c.cases) one.adapts_steps = true;
  c.target = 0.1;
  find_orders(c);
  find_time_to_target(c);
  EXPECT_FALSE(c.cases[1].order);
  EXPECT_FALSE(c.schemes[0].order);
  EXPECT_NEAR(*c.schemes[0].seconds_to_target, std::sqrt(1000.0), 1e-11);
}

TEST(ComparisonResult, TheTimeOfARunIsThatOfItsSteps) {
  auto one = result(0.1, 1.0, 2.0);
  EXPECT_DOUBLE_EQ(*one.run_seconds(), 20.0);
  one.seconds_per_step.reset();
  EXPECT_FALSE(one.run_seconds());
}

TEST(ComparisonResult, TheHeadingTellsTheUnitOfTheNorm) {
  Comparison c;
  EXPECT_EQ(c.error_heading(), "error");
  c.unit = "rad";
  EXPECT_EQ(c.error_heading(), "error [rad]");
  c.norm = ErrorNorm::l1;
  EXPECT_EQ(c.error_heading(), "error [rad s]");
  c.norm = ErrorNorm::eq92;
  EXPECT_EQ(c.error_heading(), "error [1]");
}

}  // namespace comparison_result_test

}  // namespace percuss
