// SPDX-License-Identifier: Apache-2.0
#include "cli/waiting_threads.hpp"

#if defined(_OPENMP) && defined(__linux__)
#include <unistd.h>

#include <cstdlib>
#include <initializer_list>
#endif

namespace percuss::cli {

void let_waiting_threads_sleep([[maybe_unused]] char** argv) {
#if defined(_OPENMP) && defined(__linux__)
  for (const char* chosen : {"OMP_WAIT_POLICY", "GOMP_SPINCOUNT"})
    if (std::getenv(chosen) != nullptr) return;
  constexpr const char* short_while = "1000";  // turns, some 20 us: a thread that sleeps takes as long to wake
  if (setenv("OMP_WAIT_POLICY", "passive", 0) != 0 || setenv("GOMP_SPINCOUNT", short_while, 0) != 0) return;
  execv("/proc/self/exe", argv);  // comes back only where it cannot
#endif
}

}  // namespace percuss::cli
