// SPDX-License-Identifier: Apache-2.0
#include "simulation/run.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>
#include <memory>
#include <string>
#include <utility>

#include "core/fault.hpp"
#include "core/parallel.hpp"
#include "simulation/modal_residual.hpp"
#include "simulation/problem_dump.hpp"
#include "simulation/result_folder.hpp"
#include "simulation/result_writer.hpp"

namespace percuss {

Simulation make_simulation(const ModelFile& file) { return make_simulation(file, file.simulation); }

Simulation make_simulation(const ModelFile& file, const SimulationSettings& settings) {
  try {
    return Simulation(*file.model, settings);
  } catch (const InputError& error) {
    auto faults = error.faults();
    for (auto& fault : faults)
      if (fault.place.file.empty()) fault.place = file.place(fault.key);
    throw InputError(std::move(faults));
  }
}

RunResult run(const ModelFile& file, const RunOptions& options) {
  const int threads = set_threads(options.threads);
  auto settings = file.simulation;
  ProblemDump dump(options.dump_every);
  const bool dumps = options.dump_every > 0 && !options.folder.empty();
  if (dumps)
    settings.solvers.decorate = [&dump](std::unique_ptr<ContactSolver> solver) {
      return dump.watch(std::move(solver));
    };
  auto simulation = make_simulation(file, settings);
  auto history = make_history(file);
  std::string disk_problem;  // a full disk ends the run
  Simulation::Hooks hooks;
  hooks.progress = options.progress;
  hooks.stop = [&] {
    if (disk_problem.empty()) disk_problem = dump.disk_problem();
    return !disk_problem.empty() || (options.stop != nullptr && options.stop->load());
  };
  hooks.row_every = file.outputs.every;
  hooks.state_every = file.outputs.states_every;
  if (options.folder.empty()) return simulation.run(hooks);

  hooks.rows_need_energy = true;  // the energy ledger is among the certificates
  hooks.rows_need_joints = history.needs_joints();
  const ResultFolder folder(options.folder, file.path, options.overwrite);
  if (dumps) dump.open(folder.part("problems"));
  ResultWriter writer(folder, file, std::move(history), threads);
  ModalResidual residual(file);
  const auto on_disk = [&](auto&& write) {
    try {
      if (disk_problem.empty()) write();
    } catch (const std::runtime_error& problem) {
      disk_problem = problem.what();
    }
  };
  hooks.row = [&](const Sample& sample) {
    on_disk([&] { writer.write_row(sample); });
    residual.look(sample);
  };
  double last_state = std::numeric_limits<double>::quiet_NaN();
  hooks.state = [&](const State& state) {
    on_disk([&] { writer.write_state(state); });
    last_state = state.t;
  };
  auto result = simulation.run(hooks);
  result.reduced = residual.bodies();
  if (result.outcome == Outcome::done)
    for (const auto& body : result.reduced)
      if (auto warning = body.warning(); !warning.empty()) result.warnings.push_back(std::move(warning));
  if (options.strict && result.outcome == Outcome::done && !result.warnings.empty()) {
    result.outcome = Outcome::certificate_broken;
    result.message = "certificate broken, by --strict: " + join(result.warnings, "; ");
  }
  if (result.outcome == Outcome::failed && !std::isnan(last_state))
    result.message +=
        fmt::format("; the state at t = {} s is the last one in {}/result.h5", last_state, options.folder);
  result.problems_dumped = dump.written();
  if (disk_problem.empty()) disk_problem = dump.disk_problem();
  on_disk([&] { writer.finish(result, file); });
  if (!disk_problem.empty()) {
    result.outcome = Outcome::failed;
    result.message = fmt::format("{}; what was computed until then, t = {} s, is in {}/*.part{}", disk_problem,
                                 result.t, options.folder,
                                 folder.held_results() ? ", and the results of the run before are as they were" : "");
    writer.abandon(result, file);
  }
  return result;
}

}  // namespace percuss
