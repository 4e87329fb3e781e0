// SPDX-License-Identifier: Apache-2.0
#include "simulation/run.hpp"

#include <exception>
#include <memory>
#include <utility>

#include "core/fault.hpp"
#include "core/parallel.hpp"
#include "simulation/early_end.hpp"
#include "simulation/folder_run.hpp"
#include "simulation/follower.hpp"
#include "simulation/output_checks.hpp"
#include "simulation/problem_dump.hpp"

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

namespace {

/// A model that tells its times, and is shared by ranks, for as long as this lives.
class ModelInUse {
 public:
  ModelInUse(Model& model, const RunOptions& options) : model_(model) {
    if (options.profile) model_.tell_times(&profile_);
    if (options.ranks != nullptr) model_.system.share_among(&options.ranks->link());
  }
  ~ModelInUse() {
    model_.tell_times(nullptr);
    model_.system.share_among(nullptr);
  }
  ModelInUse(const ModelInUse&) = delete;
  ModelInUse& operator=(const ModelInUse&) = delete;

 private:
  Model& model_;
  StepProfile profile_;
};

RunResult run_here(const ModelFile& file, const RunOptions& options, int threads, Simulation& simulation,
                   ProblemDump& dump) {
  auto history = make_history(file);  // before anything is written
  check_outputs(file, history);
  if (!options.folder.empty() && !options.leads()) return follow(file, options, history, simulation);
  if (!options.folder.empty()) return FolderRun(file, options, threads, simulation, dump, std::move(history)).run();
  Simulation::Hooks hooks;
  hooks.progress = options.progress;
  EarlyEnd end(options, simulation);
  hooks.stop = [&end] { return end.is_due(); };
  auto result = simulation.run(hooks);
  end.close(result);
  if (options.complete) options.complete(result);
  return result;
}

/// `f()`; the other ranks are told of what it throws while all that they share still stands.
template <class F>
RunResult among(Ranks& ranks, F&& f) {
  try {
    return f();
  } catch (const RankHasLeft&) {
    throw;
  } catch (const InputError&) {
    ranks.leave();
    throw;
  } catch (const std::exception& error) {
    ranks.abort(error.what());
  }
}

}  // namespace

RunResult run(const ModelFile& file, const RunOptions& options) {
  const int threads = set_threads(options.threads);
  auto settings = file.simulation;
  ProblemDump dump(options.dump_every);
  if (options.dump_every > 0 && !options.folder.empty() && options.leads())
    settings.solvers.decorate = [&dump](std::unique_ptr<ContactSolver> solver) {
      return dump.watch(std::move(solver));
    };
  const ModelInUse in_use(*file.model, options);
  auto simulation = make_simulation(file, settings);
  const auto here = [&] { return run_here(file, options, threads, simulation, dump); };
  return options.ranks != nullptr ? among(*options.ranks, here) : here();
}

}  // namespace percuss
