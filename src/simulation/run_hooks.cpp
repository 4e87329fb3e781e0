// SPDX-License-Identifier: Apache-2.0
#include "simulation/run_hooks.hpp"

#include "simulation/row_statistics.hpp"

namespace percuss {

Simulation::Hooks hooks_for(const ModelFile& file, const History& history) {
  const auto nothing = [](const auto&...) {};
  const auto& outputs = file.outputs;
  Simulation::Hooks hooks;
  hooks.row_every = outputs.every;
  hooks.state_every = outputs.states_every;
  hooks.rows_need_energy = true;  // the energy ledger is among the certificates
  hooks.rows_need_joints = history.needs_joints();
  hooks.row = nothing;
  hooks.state = nothing;
  if (outputs.events) hooks.event = nothing;
  if (outputs.steps) hooks.passed = nothing;
  if (const RowStatistics statistics(history); !statistics.is_empty()) {
    hooks.part = nothing;
    hooks.parts_need_energy = statistics.needs_energy();
  }
  hooks.dense_every = outputs.dense;
  if (outputs.dense > 0.0) hooks.dense = nothing;
  if (outputs.geometry.every > 0) {
    hooks.frame_every = outputs.geometry.every;
    hooks.frame = nothing;
  }
  return hooks;
}

}  // namespace percuss
