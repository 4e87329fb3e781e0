// SPDX-License-Identifier: Apache-2.0
#include "scheme/contraction.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace percuss::test {

namespace contraction_test {

/// Iterations until an error that falls by `rate` each time, from 1, is taken for less than `tolerance`; the true error
/// is left in `error`.
int iterations(Contraction& contraction, double rate, double tolerance, double& error, double first = 1.0) {
  error = first;
  for (int i = 1;; ++i) {
    const double before = error;
    error *= rate;
    if (contraction.converged(before - error, tolerance, i)) return i;
  }
}

TEST(Contraction, StopsWhenTheErrorIsBelowTheTolerance) {
  for (const double rate : {0.5, 0.1, 1e-3}) {
    Contraction contraction;
    double error = 0.0;
    const int needed = iterations(contraction, rate, 1e-10, error);
    EXPECT_LE(error, 1e-10) << rate;
    EXPECT_LE(needed, std::ceil(-10.0 / std::log10(rate)) + 1) << rate << ": one more than an oracle would need";
  }
}

TEST(Contraction, RemembersTheRateOfTheStageBefore) {
  Contraction contraction;
  double error = 0.0;
  iterations(contraction, 1e-3, 1e-10, error);
  EXPECT_EQ(iterations(contraction, 1e-3, 1e-10, error, 1e-9), 1);
  EXPECT_LE(error, 1e-10);
  contraction.forget();
  EXPECT_EQ(iterations(contraction, 1e-3, 1e-10, error, 1e-9), 2);
}

TEST(Contraction, BelievesEverLessOfAnOldRate) {
  Contraction contraction;
  double error = 0.0;
  iterations(contraction, 1e-3, 1e-10, error);
  int ones = 0;  // stages that end without measuring the rate
  while (iterations(contraction, 1e-3, 1e-10, error, 1e-9) == 1 && ones < 100) ++ones;
  EXPECT_GT(ones, 1);
  EXPECT_LT(ones, 20);
}

// Rates of 0.01 and 0.001 take turns: the error after a change is a hundredth of it, whatever the change before was.
TEST(Contraction, IsNotTakenInByOneGoodIteration) {
  Contraction contraction;
  for (int stage = 0; stage < 3; ++stage) {
    double error = 5e-3;
    for (int i = 1;; ++i) {
      const double before = error;
      error *= i % 2 == 0 ? 0.001 : 0.01;
      if (contraction.converged(before - error, 1e-10, i)) break;
    }
    EXPECT_LE(error, 1e-10);
  }
}

TEST(Contraction, NeverEndsWhatGrows) {
  Contraction contraction;
  double change = 1.0;
  for (int i = 1; i < 20; ++i, change *= 1.1) EXPECT_FALSE(contraction.converged(change, 1e-10, i));
  EXPECT_TRUE(contraction.grows());
}

// Of x(t) = t^2 at t = 0, 1, 2, ..., guessed by the line through the last two: always 2 too little.
TEST(GuessCorrection, AddsWhatTheLastGuessLacked) {
  GuessCorrection guess;
  for (int t = 2; t < 6; ++t) {
    const double x = t * t, line = 2.0 * (t - 1) * (t - 1) - (t - 2) * (t - 2);
    Vector y = Vector::Constant(1, line);
    guess.correct(y);
    EXPECT_EQ(y[0], t < 4 ? line : x) << t;
    guess.learn(Vector::Constant(1, x));
  }
  Vector y = Vector::Constant(1, 7.0);
  guess.correct(y);
  EXPECT_NE(y[0], 7.0);
  guess.withdraw(y);
  EXPECT_EQ(y[0], 7.0);
  guess.start_anew();
  guess.correct(y);
  EXPECT_EQ(y[0], 7.0);
}

}  // namespace contraction_test

}  // namespace percuss::test
