// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "simulation/error_norm.hpp"
#include "simulation/step_grid.hpp"

namespace percuss {

/// Where a case meets its reference: parallel lists, ascending.
struct CaseTimes {
  std::vector<double> times;          ///< [s]
  std::vector<Index> steps;           ///< of the case, 0: the start
  std::vector<Index> reference_rows;  ///< numbers of the reference's times
};

/// The times at which runs on these grids, of one start and end, are compared with a reference that has
/// `reference_times`: for the spectral norm all steps of each run; for the others the times that all have in common,
/// for (92) without the start. Throws InputError when the reference lacks a step that the spectral norm needs, and when
/// nothing after the start is common.
std::vector<CaseTimes> choose_times(ErrorNorm norm, std::span<const StepGrid> grids,
                                    std::span<const double> reference_times);

}  // namespace percuss
