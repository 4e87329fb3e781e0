// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simulation/run.hpp"

namespace percuss {

/// Gives a model file the scheme of references, and no step control: what is told of a run before it begins is then
/// true. `run_reference` does so by itself.
void take_reference_scheme(ModelFile& file);

/// Runs a model from event to event (scheme/event_driven.hpp) into a folder, as a reference for `percuss compare`. The
/// tolerances of steps are made smaller until no coordinate differs at any row by more than `tolerance` [m, rad] from
/// the run before, which had ten times as large ones; where round-off is in the way, the outcome is
/// `certificate_broken`, with what is known in `RunResult::reference`. Changes scheme and step control of `file`.
/// Leaves no checkpoint: nobody could go on from a run whose tolerances are still to be found.
///
/// Throws InputError when the model cannot be run so, or the tolerance is out of range.
RunResult run_reference(ModelFile& file, double tolerance, RunOptions options);

}  // namespace percuss
