// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simulation/history.hpp"
#include "simulation/run.hpp"

namespace percuss {

/// Runs the simulation on a rank that does not lead: the same steps as on the one that does, told to nobody. Throws
/// what `Ranks::meet` does, and InputError where the checkpoint is of another model.
RunResult follow(const ModelFile& file, const RunOptions& options, const History& history, Simulation& simulation);

}  // namespace percuss
