// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <mutex>
#include <string>

#include "core/memory_walk.hpp"

namespace percuss {

/// What the iterative linear solvers of a run had to do, and whether one of them failed. Threads may add to it at the
/// same time; what it tells does not depend on their order.
class SolveTally {
 public:
  /// A system of equations was solved to `residual`, relative to its right side.
  void add(long iterations, double residual);
  /// One was not: `message` says how it ended.
  void add_failure(double residual, std::string message);

  void clear();

  long solves() const { return solves_; }
  long iterations() const { return iterations_; }  ///< of all solves together
  double residual() const { return residual_; }    ///< the largest of them

  bool has_failed() const { return has_failed_; }
  /// The message of the failure with the largest residual since the last call.
  std::string take_failure();
  /// Counts and residual.
  void walk_memory(MemoryWalk& walk);

 private:
  std::atomic<long> solves_ = 0, iterations_ = 0;
  std::atomic<double> residual_ = 0.0;
  std::atomic<bool> has_failed_ = false;
  std::mutex failing_;
  double worst_ = 0.0;  // of the failures
  std::string message_;
};

}  // namespace percuss
