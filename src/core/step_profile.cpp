// SPDX-License-Identifier: Apache-2.0
#include "core/step_profile.hpp"

#include <algorithm>

namespace percuss {

double StepProfile::other() const {
  std::chrono::steady_clock::duration sum{};
  for (const auto& part : spent_) sum += part;
  return std::max(0.0, total_ - std::chrono::duration<double>(sum).count());
}

}  // namespace percuss
