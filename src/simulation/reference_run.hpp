// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simulation/run.hpp"

namespace percuss {

/// Runs a model from event to event (scheme/event_driven.hpp) into a folder, as a reference for `percuss compare`. The
/// tolerances of steps are made smaller until no coordinate differs at any row by more than `tolerance` [m, rad] from
/// the run before, which had ten times as large ones; where round-off is in the way, the outcome is
/// `certificate_broken`, with what is known in `RunResult::reference`. Changes scheme and step control of `file`.
///
/// Throws InputError when the model cannot be run so, or the tolerance is out of range.
RunResult run_reference(ModelFile& file, double tolerance, RunOptions options);

}  // namespace percuss
