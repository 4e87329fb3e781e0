// SPDX-License-Identifier: Apache-2.0
#include "scheme/accumulation.hpp"

#include <cmath>
#include <limits>
#include <utility>

namespace percuss {

namespace {

/// Impacts that show a progression, and by what share of 1 - ratio two ratios of it may differ.
constexpr int fewest = 6;
constexpr double steady = 0.2;

}  // namespace

double Accumulation::impact(double rate) {
  const double interval = std::exchange(since_, 0.0), ratio = count_ >= 2 ? interval / interval_ : 0.0;
  const bool goes_on = count_ >= 3 && ratio < 1.0 && std::abs(ratio - ratio_) < steady * (1.0 - ratio);
  if (count_ >= 3 && !goes_on) count_ = 2;  // this interval may begin another progression
  ++count_;
  interval_ = interval;
  ratio_ = ratio;
  if (!goes_on || count_ < fewest) return std::numeric_limits<double>::infinity();
  return rate * interval * ratio / (1.0 - ratio);
}

}  // namespace percuss
