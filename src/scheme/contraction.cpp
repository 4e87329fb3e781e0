// SPDX-License-Identifier: Apache-2.0
#include "scheme/contraction.hpp"

#include <algorithm>
#include <cmath>

namespace percuss {

bool Contraction::converged(double change, double tolerance, int iteration) {
  constexpr double smallest = 1e-4;  // no contraction is believed to be better
  double rate = 1.0;
  if (iteration == 1) {
    if (worst_ > 0.0) believed_ = before_ = std::max(worst_, 0.5 * before_);
    believed_ = std::sqrt(believed_ * std::sqrt(believed_));  // the power 3/4
    worst_ = rate_ = 0.0;
    rate = believed_;
  } else {
    rate_ = change_ > 0.0 ? change / change_ : 0.0;
    worst_ = std::max({worst_, rate_, smallest});
    rate = std::max(rate_, std::min(std::max(worst_, before_), 0.5));
  }
  change_ = change;
  if (change <= 0.01 * tolerance) return true;  // the noise of the contact solver does not contract
  return rate < 1.0 && change * rate <= (1.0 - rate) * tolerance;
}

void GuessCorrection::correct(Vector& x) {
  guess_ = x;
  if (guesses_ >= 2) x += error_;
}

void GuessCorrection::learn(const Vector& solution) {
  guesses_ = std::min(guesses_ + 1, 2);
  error_ = solution - guess_;
}

}  // namespace percuss
