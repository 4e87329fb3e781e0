// SPDX-License-Identifier: Apache-2.0
#include "core/memory.hpp"

#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <fstream>
#include <limits>
#include <string>

#include "core/fault.hpp"

namespace percuss {

namespace {

constexpr std::int64_t unknown = std::numeric_limits<std::int64_t>::max();

/// The number at the start of a file; `unknown` when there is none ("max", no such file).
std::int64_t number_in(const char* path) {
  std::ifstream file(path);
  std::int64_t value = 0;
  return file >> value ? value : unknown;
}

std::int64_t free_on_machine() {
  std::ifstream file("/proc/meminfo");
  std::string word, unit;
  std::int64_t kilobytes = 0;
  while (file >> word >> kilobytes) {
    if (word == "MemAvailable:") return kilobytes * 1024;
    std::getline(file, unit);
  }
  return unknown;
}

std::int64_t free_in_control_group() {
  const auto limit =
      std::min(number_in("/sys/fs/cgroup/memory.max"), number_in("/sys/fs/cgroup/memory/memory.limit_in_bytes"));
  const auto used =
      std::min(number_in("/sys/fs/cgroup/memory.current"), number_in("/sys/fs/cgroup/memory/memory.usage_in_bytes"));
  return limit == unknown || used == unknown ? unknown : std::max<std::int64_t>(limit - used, 0);
}

std::int64_t address_space() {
  rlimit limit{};
  if (getrlimit(RLIMIT_AS, &limit) != 0 || limit.rlim_cur == RLIM_INFINITY) return unknown;
  return static_cast<std::int64_t>(limit.rlim_cur);
}

}  // namespace

std::int64_t available_memory() { return std::min({free_on_machine(), free_in_control_group(), address_space()}); }

void require_memory_for(Index elements, double bytes_per_element, const char* of) {
  constexpr double never_missed = 1e6;  // bytes: a model may have many small meshes, and asking opens files
  const double needed = bytes_per_element * static_cast<double>(elements);
  if (needed <= never_missed) return;
  const auto available = static_cast<double>(available_memory());
  if (needed <= available) return;
  throw input_error(of,
                    fmt::format("{} {} need some {:.3g} GB of memory, and {:.3g} GB are free", elements, of,
                                1e-9 * needed, 1e-9 * available),
                    fmt::format("choose at most {:.2g} {} on this machine", 0.9 * available / bytes_per_element, of));
}

}  // namespace percuss
