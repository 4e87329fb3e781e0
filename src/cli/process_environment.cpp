// SPDX-License-Identifier: Apache-2.0
#include "cli/process_environment.hpp"

#ifdef __linux__
#include <unistd.h>

#include <cstdlib>
#include <string>
#endif

namespace percuss::cli {

#ifdef __linux__

namespace {

/// Whether there is something new for the OpenMP library to read.
bool let_waiting_threads_sleep() {
#ifdef _OPENMP
  constexpr const char* short_while = "1000";  // turns, some 20 us: a thread that sleeps takes as long to wake
  if (std::getenv("OMP_WAIT_POLICY") != nullptr || std::getenv("GOMP_SPINCOUNT") != nullptr) return false;
  return setenv("OMP_WAIT_POLICY", "passive", 0) == 0 && setenv("GOMP_SPINCOUNT", short_while, 0) == 0;
#else
  return false;
#endif
}

/// Whether there is something new for the C library to read.
bool ask_for_huge_pages() {
#ifdef __GLIBC__
  const char* const set = std::getenv("GLIBC_TUNABLES");
  const std::string by_user = set != nullptr ? set : "", key = "glibc.malloc.hugetlb";
  if (by_user.find(key) != std::string::npos) return false;
  const auto all = (by_user.empty() ? "" : by_user + ":") + key + "=1";
  return setenv("GLIBC_TUNABLES", all.c_str(), 1) == 0;
#else
  return false;
#endif
}

}  // namespace

void choose_environment(char** argv) {
  const bool threads = let_waiting_threads_sleep(), pages = ask_for_huge_pages();
  if (threads || pages) execv("/proc/self/exe", argv);  // comes back only where it cannot
}

#else

void choose_environment(char**) {}

#endif

}  // namespace percuss::cli
