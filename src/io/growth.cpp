// SPDX-License-Identifier: Apache-2.0
#include "io/growth.hpp"

#include <cmath>
#include <limits>
#include <map>
#include <set>
#include <utility>

namespace percuss {

namespace {

/// Has logarithms.
bool counts(double size, double cost) { return size > 0.0 && cost > 0.0 && std::isfinite(cost); }

}  // namespace

Growth growth_of(std::span<const double> sizes, std::span<const double> costs) {
  constexpr std::size_t fewest_sizes = 3;
  constexpr double none = std::numeric_limits<double>::quiet_NaN();
  std::vector<double> x, y;
  std::set<double> different;
  double x_mean = 0.0, y_mean = 0.0;
  for (std::size_t k = 0; k < sizes.size(); ++k) {
    if (!counts(sizes[k], costs[k])) continue;
    x.push_back(std::log(sizes[k]));
    y.push_back(std::log(costs[k]));
    different.insert(sizes[k]);
    x_mean += x.back();
    y_mean += y.back();
  }
  if (different.size() < fewest_sizes) return {none, none, x.size()};
  x_mean /= static_cast<double>(x.size());
  y_mean /= static_cast<double>(x.size());
  double both = 0.0, squared = 0.0;
  for (std::size_t k = 0; k < x.size(); ++k) {
    both += (x[k] - x_mean) * (y[k] - y_mean);
    squared += (x[k] - x_mean) * (x[k] - x_mean);
  }
  const double exponent = both / squared;
  return {std::exp(y_mean - exponent * x_mean), exponent, x.size()};
}

std::vector<Series> growth_curves(std::span<const std::string> names, std::span<const double> sizes,
                                  std::span<const std::vector<double>> costs) {
  std::vector<Series> curves;
  for (std::size_t s = 0; s < names.size(); ++s) {
    std::multimap<double, double> points;
    for (std::size_t k = 0; k < sizes.size(); ++k)
      if (counts(sizes[k], costs[s][k])) points.emplace(sizes[k], costs[s][k]);
    Series curve{names[s], {}, {}};
    for (const auto& [size, cost] : points) {
      curve.x.push_back(size);
      curve.y.push_back(cost);
    }
    curves.push_back(std::move(curve));
  }
  return curves;
}

}  // namespace percuss
