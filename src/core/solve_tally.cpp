// SPDX-License-Identifier: Apache-2.0
#include "core/solve_tally.hpp"

#include <cmath>
#include <limits>
#include <utility>

namespace percuss {

void SolveTally::add(long iterations, double residual) {
  solves_ += 1;
  iterations_ += iterations;
  double largest = residual_;
  while (residual > largest && !residual_.compare_exchange_weak(largest, residual)) {
  }
}

void SolveTally::add_failure(double residual, std::string message) {
  if (std::isnan(residual)) residual = std::numeric_limits<double>::infinity();
  const std::lock_guard lock(failing_);
  const bool worse = !has_failed_ || residual > worst_ || (residual == worst_ && message < message_);
  has_failed_ = true;
  if (!worse) return;
  worst_ = residual;
  message_ = std::move(message);
}

void SolveTally::clear() {
  take_failure();
  solves_ = iterations_ = 0;
  residual_ = 0.0;
}

std::string SolveTally::take_failure() {
  const std::lock_guard lock(failing_);
  has_failed_ = false;
  worst_ = 0.0;
  return std::exchange(message_, {});
}

void SolveTally::walk_memory(MemoryWalk& walk) {
  long solves = solves_, iterations = iterations_;
  double residual = residual_;
  walk("solves", solves);
  walk("iterations", iterations);
  walk("residual", residual);
  if (!walk.restores()) return;
  solves_ = solves;
  iterations_ = iterations;
  residual_ = residual;
}

}  // namespace percuss
