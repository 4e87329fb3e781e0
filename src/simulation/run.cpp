// SPDX-License-Identifier: Apache-2.0
#include "simulation/run.hpp"

#include <memory>

#include "core/parallel.hpp"
#include "simulation/result_writer.hpp"

namespace percuss {

namespace {

/// The simulation of a model file; faults found while building it get their places in the file.
Simulation make_simulation(const ModelFile& file) {
  try {
    return Simulation(*file.model, file.simulation);
  } catch (const InputError& error) {
    auto faults = error.faults();
    for (auto& fault : faults)
      if (fault.place.file.empty()) fault.place = file.place(fault.key);
    throw InputError(std::move(faults));
  }
}

}  // namespace

void validate(const ModelFile& file) {
  make_simulation(file);
  make_history(file);
}

RunResult run(const ModelFile& file, const RunOptions& options) {
  const int threads = set_threads(options.threads);
  auto simulation = make_simulation(file);
  auto history = make_history(file);
  Simulation::Hooks hooks;
  hooks.progress = options.progress;
  hooks.stop = options.stop;
  hooks.row_every = file.outputs.every;
  hooks.state_every = file.outputs.states_every;
  if (options.folder.empty()) return simulation.run(hooks);

  hooks.rows_need_energy = history.needs_energy();
  ResultWriter writer(options.folder, file, std::move(history), threads);
  hooks.row = [&](const Sample& sample) { writer.write_row(sample); };
  hooks.state = [&](const State& state) { writer.write_state(state); };
  const auto result = simulation.run(hooks);
  writer.finish(result, file);
  return result;
}

}  // namespace percuss
