// SPDX-License-Identifier: Apache-2.0
#include "io/performance_profile.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace percuss {

namespace {

/// Time over the best time of the problem; 1 where both are zero.
double ratio_of(double time, double best) {
  if (!std::isfinite(time)) return std::numeric_limits<double>::infinity();
  return time > best ? time / best : 1.0;
}

Series steps(const std::string& name, std::vector<double> ratios, double end) {
  std::sort(ratios.begin(), ratios.end());
  const auto all = static_cast<double>(ratios.size());
  Series curve{name, {1.0}, {0.0}};
  double share = 0.0;
  for (std::size_t k = 0; k < ratios.size() && std::isfinite(ratios[k]); ++k) {
    curve.x.insert(curve.x.end(), {ratios[k], ratios[k]});
    curve.y.push_back(share);
    share = static_cast<double>(k + 1) / all;
    curve.y.push_back(share);
  }
  curve.x.push_back(end);
  curve.y.push_back(share);
  return curve;
}

}  // namespace

std::vector<Series> performance_profile(std::span<const std::string> solvers,
                                        std::span<const std::vector<double>> times) {
  const std::size_t problems = times.empty() ? 0 : times.front().size();
  std::vector<std::vector<double>> ratios(solvers.size());
  double largest = 1.0;
  for (std::size_t k = 0; k < problems; ++k) {
    double best = std::numeric_limits<double>::infinity();
    for (const auto& of_solver : times) best = std::min(best, of_solver[k]);
    for (std::size_t s = 0; s < solvers.size(); ++s) {
      ratios[s].push_back(ratio_of(times[s][k], best));
      if (std::isfinite(ratios[s].back())) largest = std::max(largest, ratios[s].back());
    }
  }
  std::vector<Series> curves;
  for (std::size_t s = 0; s < solvers.size(); ++s) curves.push_back(steps(solvers[s], ratios[s], 1.5 * largest));
  return curves;
}

}  // namespace percuss
