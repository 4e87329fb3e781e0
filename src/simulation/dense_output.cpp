// SPDX-License-Identifier: Apache-2.0
#include "simulation/dense_output.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace percuss {

namespace {

constexpr double some_units = 16.0 * std::numeric_limits<double>::epsilon();

}  // namespace

double DenseOutput::round_off(double t) const {
  return some_units * std::max({std::abs(t), std::abs(start_), interval_});
}

void DenseOutput::start(const State& state, double interval) {
  interval_ = interval;
  start_ = state.t;
  next_ = 1;
  nodes_.clear();
  if (is_on()) nodes_.begin(state);
}

/// Outputs may be others now: nodes that are of no use, or missing, and then the row that stands here may be too.
void DenseOutput::go_on(const State& state) {
  if (!is_on()) return nodes_.clear();
  const bool begins = nodes_.is_empty();
  if (begins) nodes_.begin(state);
  const double here = round_off(state.t), told = begins ? state.t - here : state.t + here;
  next_ = std::max<Index>(static_cast<Index>(std::floor((told - start_) / interval_)), 0);
  while (time_of(next_) <= told) ++next_;
}

void DenseOutput::take(const PassedStep& step, const State& state, const Row& row) {
  if (!is_on() || !state.q.allFinite() || !state.v.allFinite()) return;
  if (step.switches) {
    before_ = nodes_.last();
    nodes_.begin(state);
  } else {
    nodes_.add(state);
  }
  const double end = step.t, here = round_off(end);
  for (double t = time_of(next_); t <= end + here; t = time_of(++next_)) {
    if (t >= end - here)
      found_ = state;
    else
      state_in(step, state, t);
    found_.t = t;
    row(found_);
  }
}

void DenseOutput::state_in(const PassedStep& step, const State& after, double t) {
  if (!step.switches) return nodes_.at(t, step.order, found_);
  found_ = before_;
  found_.q += (t - before_.t) / (after.t - before_.t) * (after.q - before_.q);
  StateInterpolation::normalise(system_, found_);
}

void DenseOutput::break_off() {
  if (!is_on()) return;
  before_ = nodes_.last();
  nodes_.begin(before_);
}

}  // namespace percuss
