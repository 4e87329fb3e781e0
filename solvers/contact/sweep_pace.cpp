// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/sweep_pace.hpp"

#include <algorithm>

namespace percuss {

namespace {

/// Looks in a row at which the residual has fallen before acceleration sets in.
constexpr int fewest_falls = 3;
/// What so many accelerated sweeps must make of the residual, for them to go on.
constexpr int sweeps_to_prove = 100;
constexpr double least_progress = 0.95;
/// Plain sweeps after acceleration has led nowhere, at most; twice as many each time.
constexpr int longest_rest = 100'000;

}  // namespace

bool SweepPace::look(double residual) {
  falls_ = residual < last_ ? falls_ + 1 : 0;
  last_ = residual;
  least_ = std::min(least_, residual);
  const bool sets_in = !accelerates_ && sweeps_ >= rests_until_ && falls_ >= fewest_falls;
  const bool judged = accelerates_ && sweeps_ - marked_ >= sweeps_to_prove;
  if (!sets_in && !judged) return false;
  if (sets_in) {
    accelerates_ = true;
  } else if (least_ > least_progress * mark_) {
    accelerates_ = false;
    rests_until_ = sweeps_ + rest_;
    rest_ = std::min(2 * rest_, longest_rest);
    falls_ = 0;
  }
  mark_ = least_;
  marked_ = sweeps_;
  return sets_in;
}

}  // namespace percuss
