// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

#include "simulation/run.hpp"

namespace percuss {

/// Asked after every step: has somebody stopped the run, or is its time over? Of several ranks, on any of them: they
/// meet here, and see whether they have the same state. Keeps references to what it is given.
class EarlyEnd {
 public:
  EarlyEnd(const RunOptions& options, const Simulation& simulation) : options_(options), simulation_(simulation) {}
  /// `broken`: there is another reason to stop. Throws what `Ranks::meet` does.
  bool is_due(bool broken = false);
  /// The run has ended, on all ranks at the same step.
  void close(RunResult& result) const;

 private:
  bool is_due_here();

  const RunOptions& options_;
  const Simulation& simulation_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  bool out_of_time_ = false;
};

}  // namespace percuss
