// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simulation/comparison_options.hpp"
#include "simulation/comparison_result.hpp"

namespace percuss {

/// Runs every scheme at every step, or with every tolerance (see `case_requests`), and the reference unless a file
/// holds it; several cases at once, each on one thread. Then the time of a step is measured, one case after the other
/// (see `seconds_per_evaluation`). Errors of different units are never mixed: one comparison comes back for each unit
/// among the columns, in their order; [MIX (92)] has none and takes all. Columns that were not asked for by name leave
/// out what does not converge where a scheme knows impulses only (forces and percussions), and what is no part of the
/// motion (`solver.*`, `closed`). The compared times are those that all cases and the reference have; for the spectral
/// norm all steps of a case, which the reference must have. Nothing is interpolated. Throws InputError before anything
/// is run: what `validate` and the model file find, a scheme or option that does not exist, a reference without the
/// columns or without common times, one target for several units. A case that fails, or whose step is above the
/// stability limit of its scheme, says so in its result and leaves the others alone.
std::vector<Comparison> compare(const ComparisonOptions& options);

}  // namespace percuss
