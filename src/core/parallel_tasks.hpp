// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/parallel.hpp"

namespace percuss {

/// Most threads that `parallel_tasks` may use: the number of workspaces it needs.
inline Index task_threads() {
#ifdef _OPENMP
  return omp_in_parallel() ? 1 : omp_get_max_threads();
#else
  return 1;
#endif
}

/// Arithmetic, some hundred microseconds of it, below which tasks stay on the calling thread: sleeping threads take
/// some ten microseconds to wake, more where other programs run.
inline constexpr double least_shared_work = 4.0 * static_cast<double>(parallel_threshold);

/// f(task, thread) for tasks 0 ... n-1, handed out as threads get free when they are worth it: `work` is their
/// arithmetic together. Tasks must not depend on each other, so that the result does not depend on the number of
/// threads; `thread` < task_threads() numbers the workspace that a task may use.
template <class F>
void parallel_tasks(Index n, double work, F&& f) {
#ifdef _OPENMP
  if (n > 1 && work >= least_shared_work && task_threads() > 1) {
#pragma omp parallel
    {
      const Index me = omp_get_thread_num();
      const Index at_once = std::clamp<Index>(n / (4 * omp_get_num_threads()), 1, 8);
#pragma omp for schedule(dynamic, at_once)
      for (Index task = 0; task < n; ++task) f(task, me);
    }
    return;
  }
#endif
  static_cast<void>(work);
  for (Index task = 0; task < n; ++task) f(task, Index{0});
}

/// f(i) for every body; `work` is their arithmetic together, 0 where it goes by the rows. Bodies write disjoint rows:
/// many of them are shared out among the threads in equal parts when their `rows` together are worth it, or as threads
/// get free when the work is; else each runs on the calling thread, and a large one shares its own rows.
template <class F>
void for_each_body(Index bodies, [[maybe_unused]] Index rows, double work, F&& f) {
#ifdef _OPENMP
  if (bodies >= 64 && rows >= parallel_threshold) {
#pragma omp parallel for schedule(static)
    for (Index i = 0; i < bodies; ++i) f(i);
    return;
  }
#endif
  parallel_tasks(bodies, work, [&](Index i, Index) { f(i); });
}

}  // namespace percuss
