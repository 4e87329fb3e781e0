// SPDX-License-Identifier: Apache-2.0
#include "simulation/comparison_times.hpp"

#include <fmt/format.h>

#include <algorithm>

#include "core/fault.hpp"

namespace percuss {

namespace {

[[noreturn]] void refuse_common(std::span<const StepGrid> grids, std::span<const double> reference_times) {
  const auto is_met = [&](const StepGrid& grid) {
    return std::any_of(reference_times.begin(), reference_times.end(),
                       [&](double t) { return grid.index_at(t).value_or(0) > 0; });
  };
  const auto lonely = std::find_if_not(grids.begin(), grids.end(), is_met);
  throw input_error(
      "",
      lonely != grids.end()
          ? fmt::format("no time of the reference after the start is the end of a step of h = {} s", lonely->step)
          : std::string("the steps have no time after the start in common with each other and the reference"),
      "choose steps that divide one another and the times of the reference: nothing is interpolated",
      {"--steps", 0, 0});
}

std::vector<CaseTimes> common_times(ErrorNorm norm, std::span<const StepGrid> grids,
                                    std::span<const double> reference_times) {
  std::vector<CaseTimes> cases(grids.size());
  bool after_start = false;
  for (std::size_t k = 0; k < reference_times.size(); ++k) {
    const double t = reference_times[k];
    const auto has_t = [t](const StepGrid& grid) { return grid.index_at(t).has_value(); };
    if (!std::all_of(grids.begin(), grids.end(), has_t)) continue;
    const bool at_start = *grids.front().index_at(t) == 0;
    if (at_start && norm == ErrorNorm::eq92) continue;
    after_start = after_start || !at_start;
    for (std::size_t i = 0; i < grids.size(); ++i) {
      cases[i].times.push_back(t);
      cases[i].steps.push_back(*grids[i].index_at(t));
      cases[i].reference_rows.push_back(static_cast<Index>(k));
    }
  }
  if (!grids.empty() && !after_start) refuse_common(grids, reference_times);
  return cases;
}

CaseTimes all_steps(const StepGrid& grid, std::span<const double> reference_times) {
  std::vector<Index> row_at(static_cast<std::size_t>(grid.num_steps) + 1, -1);
  for (std::size_t k = 0; k < reference_times.size(); ++k)
    if (const auto i = grid.index_at(reference_times[k])) row_at[static_cast<std::size_t>(*i)] = static_cast<Index>(k);
  CaseTimes all;
  for (Index i = 0; i <= grid.num_steps; ++i) {
    const Index row = row_at[static_cast<std::size_t>(i)];
    if (row < 0)
      throw input_error("",
                        fmt::format("the spectral norm is taken over all steps, and the reference has no t = {:.6g} s, "
                                    "the end of a step of h = {} s",
                                    grid.time(i), grid.step),
                        "choose steps that are multiples of the reference's, or another norm", {"--norm", 0, 0});
    all.times.push_back(grid.time(i));
    all.steps.push_back(i);
    all.reference_rows.push_back(row);
  }
  return all;
}

}  // namespace

std::vector<CaseTimes> choose_times(ErrorNorm norm, std::span<const StepGrid> grids,
                                    std::span<const double> reference_times) {
  if (norm != ErrorNorm::spectral) return common_times(norm, grids, reference_times);
  std::vector<CaseTimes> cases;
  for (const auto& grid : grids) cases.push_back(all_steps(grid, reference_times));
  return cases;
}

}  // namespace percuss
