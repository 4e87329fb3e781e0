// SPDX-License-Identifier: Apache-2.0
#include "simulation/step_grid.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace percuss {

std::optional<Index> StepGrid::index_at(double t) const {
  const double round_off = 8.0 * std::numeric_limits<double>::epsilon() * std::max(std::abs(t), std::abs(start));
  const double tolerance = 1e-6 * step + round_off;
  if (std::abs(t - end) <= tolerance) return num_steps;
  const double nearest = std::round((t - start) / step);
  if (!(nearest >= 0.0 && nearest < static_cast<double>(num_steps))) return std::nullopt;
  const auto i = static_cast<Index>(nearest);
  if (std::abs(t - time(i)) > tolerance) return std::nullopt;
  return i;
}

}  // namespace percuss
