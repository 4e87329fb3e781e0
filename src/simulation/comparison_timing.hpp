// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "simulation/comparison_case.hpp"

namespace percuss {

/// Runs that take longer [s] are timed on their first steps only.
inline constexpr double longest_timed_run = 2.0;

/// Measures the time of a step of the scheme in these cases, which have one step size [s]: they take turns for `rounds`
/// rounds, one run after the other on the calling thread. The least mean over a run counts, in wall time or in
/// processor time of the thread, so that other programs do not. All run the same number of first steps, `num_steps`;
/// of a step that a step control has passed in parts, each part counts, as do those that it has taken back.
std::vector<double> seconds_per_evaluation(std::span<const CaseRequest> requests, Index num_steps, int rounds);

/// How many first steps of a run of `num_steps` are to be timed, when a step takes about `seconds`.
Index timed_steps(double seconds, Index num_steps);

}  // namespace percuss
