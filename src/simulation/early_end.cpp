// SPDX-License-Identifier: Apache-2.0
#include "simulation/early_end.hpp"

#include <fmt/format.h>

#include "io/checksum.hpp"

namespace percuss {

namespace {

/// What has to be equal on all ranks.
std::uint64_t mark_of(const State& state) {
  Checksum sum;
  sum.add(&state.t, sizeof state.t);
  sum.add(state.v.data(), sizeof(double) * static_cast<std::size_t>(state.v.size()));
  return sum.value();
}

}  // namespace

bool EarlyEnd::is_due(bool broken) {
  if (options_.between_steps) options_.between_steps();
  const bool here = broken || is_due_here();
  return options_.ranks != nullptr ? options_.ranks->meet(RankPlace::step, mark_of(simulation_.state()), here) : here;
}

bool EarlyEnd::is_due_here() {
  if (options_.stop != nullptr && options_.stop->load()) return true;
  if (!options_.leads() || !(options_.time_limit > 0.0)) return false;
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start_;
  out_of_time_ = passed.count() >= options_.time_limit;
  return out_of_time_;
}

void EarlyEnd::close(RunResult& result) const {
  if (options_.ranks != nullptr) {
    options_.ranks->meet(RankPlace::end, mark_of(simulation_.state()));
    result.ranks = options_.ranks->size();
  }
  if (!out_of_time_ || result.outcome != Outcome::interrupted) return;
  result.time_limit = options_.time_limit;
  result.message += fmt::format(": its {} s of time are over", options_.time_limit);
}

}  // namespace percuss
