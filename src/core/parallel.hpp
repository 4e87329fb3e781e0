// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <utility>

#include "core/thread_team.hpp"
#include "core/types.hpp"

namespace percuss {

/// Below this many entries a loop runs on the calling thread, unless a team is at hand: threads sleep between loops,
/// and waking them takes some ten microseconds, on virtual machines a hundred, more than they save.
inline constexpr Index parallel_threshold = 131072;
/// Sums of so many entries or more are taken in pieces, whoever adds them up.
inline constexpr Index summing_threshold = 32768;

/// Threads used by the loops below, from now on; 0 means the standard: OMP_NUM_THREADS where it is set,
/// else all cores. Returns how many that is.
int set_threads(int threads);

/// f(begin, end) over [0, n) in contiguous pieces. Entries must not depend on each other, so that the result does not
/// depend on the number of threads.
///
/// With `work`: the entries that the n pieces of work read together, where that is not n.
template <class F>
void parallel_for(Index n, [[maybe_unused]] Index work, F&& f) {
#ifdef _OPENMP
  if (auto* const team = work >= ThreadTeam::threshold ? ThreadTeam::idle() : nullptr) {
    const Index pieces = team->size();
    return team->run([&](int piece) { f(n * piece / pieces, n * (piece + 1) / pieces); });
  }
  if (work >= parallel_threshold && omp_get_max_threads() > 1 && !omp_in_parallel()) {
#pragma omp parallel
    {
      const Index threads = omp_get_num_threads(), me = omp_get_thread_num();
      f(n * me / threads, n * (me + 1) / threads);
    }
    return;
  }
#endif
  f(Index{0}, n);
}
template <class F>
void parallel_for(Index n, F&& f) {
  parallel_for(n, n, std::forward<F>(f));
}

/// Sum of f(begin, end) over pieces of [0, n) whose bounds depend on n alone, added in order: the same bits for any
/// number of threads.
template <class F>
double ordered_sum(Index n, F&& f) {
  constexpr Index pieces = 64;
  if (n < summing_threshold) return f(Index{0}, n);
  std::array<double, pieces> part{};
  parallel_for(pieces, n, [&](Index begin, Index end) {
    for (Index k = begin; k < end; ++k) part[static_cast<std::size_t>(k)] = f(n * k / pieces, n * (k + 1) / pieces);
  });
  double sum = 0.0;
  for (const double x : part) sum += x;
  return sum;
}

/// Several sums in one pass: f(begin, end, sums) adds to `sums` what a piece of [0, n) has of them. `work`: the entries
/// that all pieces read together. The same bits for any number of threads.
template <std::size_t most, class F>
void ordered_sums(Index n, Index work, std::span<double> sums, F&& f) {
  constexpr Index pieces = 64;
  std::fill(sums.begin(), sums.end(), 0.0);
  if (work < summing_threshold) return f(Index{0}, n, sums);
  std::array<std::array<double, most>, pieces> part{};
  parallel_for(pieces, work, [&](Index begin, Index end) {
    for (Index k = begin; k < end; ++k)
      f(n * k / pieces, n * (k + 1) / pieces, std::span(part[static_cast<std::size_t>(k)]).first(sums.size()));
  });
  for (const auto& its : part)
    for (std::size_t i = 0; i < sums.size(); ++i) sums[i] += its[i];
}

/// z = a x + b y in one pass.
void combine(double a, VecRef x, double b, VecRef y, VecOut z);
/// z = x + b y + c w in one pass.
void combine(VecRef x, double b, VecRef y, double c, VecRef w, VecOut z);
/// x . y with the bits independent of the number of threads.
double dot(VecRef x, VecRef y);

}  // namespace percuss
