// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <string>
#include <vector>

#include "io/svg_plot.hpp"

namespace percuss {

/// How a cost grows with the size of the problem:  cost ~ factor size^exponent, by least squares of the logarithms.
struct Growth {
  double factor, exponent;  ///< NaN where sizes are too few
  std::size_t problems;     ///< that count
};

/// Of problems with a positive and finite cost, of which at least three must differ in size. `sizes` and `costs` are of
/// the same length, one entry per problem, in any order.
Growth growth_of(std::span<const double> sizes, std::span<const double> costs);

/// Costs over sizes for a plot, a curve per name, by ascending size and without what is not positive or not finite.
/// `costs[s]` has one entry per problem.
std::vector<Series> growth_curves(std::span<const std::string> names, std::span<const double> sizes,
                                  std::span<const std::vector<double>> costs);

}  // namespace percuss
