// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "io/svg_plot.hpp"

namespace percuss {

/// The performance profile of Dolan and More (Math. Program. 91, 2002): for each solver the share of problems that it
/// solves in at most tau times the time of the best solver of each problem, as steps over tau >= 1. Infinite times are
/// problems not solved; what nobody solves counts against all. `times[s]` has one entry per problem, all of the same
/// length. A curve ends at the right edge, a little beyond the largest ratio.
std::vector<Series> performance_profile(std::span<const std::string> solvers,
                                        std::span<const std::vector<double>> times);

}  // namespace percuss
