// SPDX-License-Identifier: Apache-2.0
#include "simulation/dense_output.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace percuss {

namespace {

double round_off_of_time(double t) { return 16.0 * std::numeric_limits<double>::epsilon() * std::abs(t); }

}  // namespace

void DenseOutput::start(const State& state, double interval) {
  interval_ = interval;
  start_ = state.t;
  next_ = 1;
  nodes_.clear();
  if (is_on()) nodes_.begin(state);
}

/// Outputs may be others now: nodes that are missing, or of no use.
void DenseOutput::go_on(const State& state) {
  if (!is_on()) return nodes_.clear();
  if (nodes_.is_empty()) nodes_.begin(state);
  const double latest = state.t + round_off_of_time(state.t);
  next_ = std::max<Index>(static_cast<Index>(std::floor((latest - start_) / interval_)), 0);
  while (time_of(next_) <= latest) ++next_;
}

void DenseOutput::take(const PassedStep& step, const State& state, const Row& row) {
  if (!is_on() || !state.q.allFinite() || !state.v.allFinite()) return;
  before_ = nodes_.last();
  if (step.switches)
    nodes_.begin(state);
  else
    nodes_.add(state);
  const double end = step.t, round_off = round_off_of_time(end);
  for (double t = time_of(next_); t <= end + round_off; t = time_of(++next_)) {
    if (t >= end - round_off)
      found_ = state;
    else
      state_in(step, before_, state, t);
    found_.t = t;
    row(found_);
  }
}

void DenseOutput::state_in(const PassedStep& step, const State& before, const State& after, double t) {
  if (!step.switches) return nodes_.at(t, step.order, found_);
  found_.q.resize(before.q.size());
  const double half = 0.5 * (t - before.t);
  system_.advance(before.q, half, before.v, half, after.v, found_.q);
  found_.v = before.v;
}

void DenseOutput::break_off() {
  if (!is_on()) return;
  before_ = nodes_.last();
  nodes_.begin(before_);
}

}  // namespace percuss
