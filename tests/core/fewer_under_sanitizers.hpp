// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/sanitizer.hpp"

namespace percuss {

/// Divides the numbers of random problems and of steps: the sanitizers look for faults of memory and of threads, which
/// a fifth of them shows as well, in ten times the time.
constexpr int fewer_under_sanitizers = PERCUSS_UNDER_SANITIZER ? 5 : 1;

/// n, or what the sanitizers are given of it, one at least.
constexpr int fewer(int n) { return n / fewer_under_sanitizers > 0 ? n / fewer_under_sanitizers : 1; }

}  // namespace percuss
