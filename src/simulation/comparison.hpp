// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simulation/comparison_options.hpp"
#include "simulation/comparison_result.hpp"

namespace percuss {

/// Runs every scheme at every step, and the reference unless a file holds it; several cases at once, each on one
/// thread. Then the time of a step is measured, one case after the other (see `seconds_per_step`).
/// The compared times are those that all cases and the reference have; for the spectral norm all steps of a case, which
/// the reference must have. Nothing is interpolated.
/// Throws InputError before anything is run: what `validate` and the model file find, a scheme or option that does not
/// exist, a reference without the columns or without common times. A case that fails, or whose step is above the
/// stability limit of its scheme, says so in its result and leaves the others alone.
Comparison compare(const ComparisonOptions& options);

}  // namespace percuss
