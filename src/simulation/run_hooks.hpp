// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "io/model_file.hpp"
#include "simulation/history.hpp"
#include "simulation/simulation.hpp"

namespace percuss {

/// What a run of this file asks its simulation for, and how often: every hook that is asked for does nothing yet. A
/// simulation does the same steps for the same hooks, whatever they do.
Simulation::Hooks hooks_for(const ModelFile& file, const History& history);

}  // namespace percuss
