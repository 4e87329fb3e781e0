// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <benchmark/benchmark.h>

#include <array>
#include <vector>

#include "core/parallel.hpp"
#include "model/bar.hpp"

namespace percuss::benchmarks {

/// Numbers of elements of the bar in all benchmarks.
inline constexpr std::array<Index, 5> bar_sizes{50, 1000, 10'000, 100'000, 1'000'000};

/// The elastic bar of the examples, with `elements` elements.
inline BarOptions bar_options(Index elements) {
  BarOptions options;
  options.length = 1.0;
  options.elements = elements;
  options.area = 3.14159265358979312e-4;
  options.youngs_modulus = 2.1e11;
  options.density = 7800.0;
  return options;
}

/// Thread counts to measure: one, and as many as there are cores.
inline std::vector<int> thread_counts() {
  const int all = set_threads(0);
  return all > 1 ? std::vector<int>{1, all} : std::vector<int>{1};
}

/// Time per unknown and iteration; the library prints it with its unit, e.g. 2.3ns.
inline benchmark::Counter time_per_unknown(Index unknowns) {
  return {static_cast<double>(unknowns), benchmark::Counter::kIsIterationInvariantRate | benchmark::Counter::kInvert};
}

}  // namespace percuss::benchmarks
