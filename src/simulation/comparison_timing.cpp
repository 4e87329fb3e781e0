// SPDX-License-Identifier: Apache-2.0
#include "simulation/comparison_timing.hpp"

#include <time.h>

#include <algorithm>
#include <memory>

namespace percuss {

namespace {

/// Processor time of the calling thread [s].
double thread_seconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

/// A case whose run ends after some steps, and the least time of a step of the scheme seen so far.
class StepTimer {
 public:
  StepTimer(const CaseRequest& request, Index num_steps)
      : case_(shortened(read_case(request), num_steps)), simulation_(*case_.file.model, case_.file.simulation) {}
  StepTimer(const StepTimer&) = delete;
  StepTimer& operator=(const StepTimer&) = delete;

  /// A short run is repeated until the clock has seen enough of it and the caches have settled.
  void round() {
    constexpr double long_enough = 0.02;  // [s]
    constexpr int most_runs = 200;
    double spent = 0.0;
    for (int i = 0; i < most_runs && spent < long_enough; ++i) {
      const double start = thread_seconds();
      const auto result = simulation_.run({});
      if (result.steps == 0) return;
      // Wall time counts what other programs take away; the thread's own time counts what is done before the loop.
      const double loop_seconds = std::min(result.loop_seconds, thread_seconds() - start);
      const double seconds = loop_seconds / static_cast<double>(result.attempts);
      least_ = least_ > 0.0 ? std::min(least_, seconds) : seconds;
      spent += loop_seconds;
    }
  }
  double seconds_per_evaluation() const { return least_; }

 private:
  static ComparisonCase shortened(ComparisonCase one, Index num_steps) {
    auto& settings = one.file.simulation;
    settings.end_time =
        std::min(settings.end_time, settings.start_time + static_cast<double>(num_steps) * settings.step);
    return one;
  }

  ComparisonCase case_;
  Simulation simulation_;
  double least_ = 0.0;
};

}  // namespace

Index timed_steps(double seconds, Index num_steps) {
  if (seconds * static_cast<double>(num_steps) <= longest_timed_run) return num_steps;
  return std::clamp<Index>(static_cast<Index>(longest_timed_run / seconds), 1, num_steps);
}

std::vector<double> seconds_per_evaluation(std::span<const CaseRequest> requests, Index num_steps, int rounds) {
  std::vector<std::unique_ptr<StepTimer>> timers;
  for (const auto& request : requests) timers.push_back(std::make_unique<StepTimer>(request, num_steps));
  for (int round = 0; round < rounds; ++round)
    for (auto& timer : timers) timer->round();
  std::vector<double> seconds;
  for (const auto& timer : timers) seconds.push_back(timer->seconds_per_evaluation());
  return seconds;
}

}  // namespace percuss
