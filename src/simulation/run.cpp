// SPDX-License-Identifier: Apache-2.0
#include "simulation/run.hpp"

#include <fmt/format.h>

#include <chrono>
#include <cmath>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>

#include "core/fault.hpp"
#include "core/parallel.hpp"
#include "simulation/checkpoint_keeper.hpp"
#include "simulation/modal_residual.hpp"
#include "simulation/output_checks.hpp"
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

namespace {

bool is_same_folder(const std::string& a, const std::string& b) {
  std::error_code error;
  return a == b || std::filesystem::equivalent(a, b, error);
}

/// Asked after every step: has somebody stopped the run, or is its time over?
class EarlyEnd {
 public:
  explicit EarlyEnd(const RunOptions& options) : options_(options) {}
  bool is_due() {
    if (options_.between_steps) options_.between_steps();
    if (options_.stop != nullptr && options_.stop->load()) return true;
    if (!(options_.time_limit > 0.0)) return false;
    const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start_;
    out_of_time_ = passed.count() >= options_.time_limit;
    return out_of_time_;
  }
  void tell(RunResult& result) const {
    if (!out_of_time_ || result.outcome != Outcome::interrupted) return;
    result.time_limit = options_.time_limit;
    result.message += fmt::format(": its {} s of time are over", options_.time_limit);
  }

 private:
  const RunOptions& options_;
  const std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  bool out_of_time_ = false;
};

/// A run whose results go into a folder.
class FolderRun {
 public:
  FolderRun(const ModelFile& file, const RunOptions& options, int threads, Simulation& simulation, ProblemDump& dump,
            History history)
      : file_(file),
        options_(options),
        simulation_(simulation),
        dump_(dump),
        is_here_(options.from != nullptr && is_same_folder(options.from_folder, options.folder)),
        folder_(options.folder, file.path, options.overwrite || is_here_),
        residual_(file),
        checkpoints_(options.folder, file, options.checkpoint_every, options.dump_every,
                     [this](MemoryWalk& walk) { walk_memory(walk); }) {
    if (!is_here_ && !options.overwrite) refuse_to_end_another_run();
    if (is_here_ && options.from->columns != written_columns(file))
      throw input_error("outputs",
                        "columns, steps, dense rows and pictures are not those that the run has written so far",
                        "name another folder by --out: the history begins at the checkpoint there");
    needs_joints_ = history.needs_joints();
    std::string source;
    if (options.from != nullptr) {
      checkpoints_.goes_on(*options.from, is_here_);
      source = source_of_rows(*options.from, options.from_folder);
    }
    if (options.dump_every > 0) dump.open(folder_.part("problems"), options.from != nullptr ? options.from_folder : "");
    writer_ = std::make_unique<ResultWriter>(folder_, file, std::move(history), threads, checkpoints_.run());
    if (options.from != nullptr)
      replay(*options.from, source);
    else
      checkpoints_.keep_log(*writer_);
  }

  RunResult run(Simulation::Hooks hooks) {
    hooks.rows_need_energy = true;  // the energy ledger is among the certificates
    hooks.rows_need_joints = needs_joints_;
    hooks.row = [this](const Sample& sample) {
      on_disk([&] { writer_->write_row(sample); });
      residual_.look(sample);
    };
    hooks.state = [this](const State& state) { on_disk([&] { writer_->write_state(state); }); };
    if (file_.outputs.events)
      hooks.event = [this](const ContactEvent& event) { on_disk([&] { writer_->write_event(event); }); };
    if (file_.outputs.steps)
      hooks.passed = [this](const PassedStep& step, Index evaluations) {
        on_disk([&] { writer_->write_step(step, evaluations); });
      };
    if (auto& statistics = writer_->statistics(); !statistics.is_empty()) {
      hooks.part = [&statistics](const Sample& sample, double h) { statistics.look(sample, h); };
      hooks.parts_need_energy = statistics.needs_energy();
    }
    hooks.dense_every = file_.outputs.dense;
    if (hooks.dense_every > 0.0)
      hooks.dense = [this](const State& state) { on_disk([&] { writer_->write_dense(state); }); };
    if (const Index every = file_.outputs.geometry.every; every > 0) {
      hooks.frame_every = every;
      hooks.frame = [this](const Sample& sample) { on_disk([&] { writer_->write_frame(sample); }); };
    }
    hooks.between_steps = [this](Index steps, bool ends) {
      if (!options_.resumable) return;
      on_disk(
          [&] { checkpoints_.between_steps(steps, simulation_.num_steps(), ends, simulation_.state().t, *writer_); });
    };
    EarlyEnd end(options_);
    hooks.stop = [this, &end] {
      if (disk_problem_.empty()) disk_problem_ = dump_.disk_problem();
      return end.is_due() || !disk_problem_.empty();
    };
    if (options_.begun) options_.begun();
    if (options_.from == nullptr) return finish(simulation_.run(hooks), end);
    const auto restore = [this] {
      try {
        auto walk = MemoryWalk::restoring(options_.from->memory);
        walk_memory(walk);
      } catch (const std::runtime_error& mismatch) {
        throw input_error("", mismatch.what(), "resume with the model and the outputs of the run of the checkpoint");
      }
    };
    return finish(simulation_.go_on(restore, hooks), end);
  }

 private:
  void walk_memory(MemoryWalk& walk) {
    walk("simulation", simulation_);
    walk("residual", residual_);
    walk("problems", dump_);
    walk("statistics", writer_->statistics());
  }

  template <class Write>
  void on_disk(Write&& write) {
    try {
      if (disk_problem_.empty()) write();
    } catch (const std::runtime_error& problem) {
      disk_problem_ = problem.what();
    }
  }

  void refuse_to_end_another_run() const {
    const CheckpointFiles files(options_.folder);
    for (const auto& path : files.found()) {
      try {
        if (!read_checkpoint(path).is_unfinished()) continue;
      } catch (const InputError&) {  // nobody can go on from it
        continue;
      }
      throw input_error(
          "--out", fmt::format("`{}` holds a checkpoint of a run that has not ended", options_.folder),
          fmt::format("go on with it by `percuss resume {}`, or begin anew by --overwrite", options_.folder));
    }
  }

  /// The file that holds what was written up to the checkpoint: the row log, the results if the run has ended well, or
  /// what it left of them where it was killed while it gave them their names.
  static std::string source_of_rows(const Checkpoint& from, const std::string& folder) {
    const CheckpointFiles files(folder);
    if (!from.log.empty() && RowLog::holds(files.path(from.log), from.log_mark)) return from.log;
    if (std::filesystem::exists(files.path("result.h5"))) return "result.h5";
    const auto part = files.path("result.h5.part"), before = files.path("result.before.h5");
    std::error_code error;
    if (!std::filesystem::exists(before)) std::filesystem::rename(part, before, error);
    if (std::filesystem::exists(before)) return "result.before.h5";
    throw input_error("", fmt::format("`{}` does not hold what the run has written", folder),
                      "remove checkpoint.h5, so that the one before it is taken, or run the model again");
  }

  void replay(const Checkpoint& from, const std::string& source) {
    if (from.columns != written_columns(file_)) return checkpoints_.keep_log(*writer_);
    const auto path = CheckpointFiles(options_.from_folder).path(source);
    const bool goes_on = is_here_ && source == from.log && options_.checkpoint_every.asked_for();
    if (!goes_on) checkpoints_.keep_log(*writer_);
    if (source == from.log)
      writer_->replay_log(path, from.log_mark);
    else
      writer_->replay_results(path, CheckpointFiles(options_.from_folder).path(GeometryOutput::data_name), from);
    if (goes_on) checkpoints_.keep_log(*writer_, from.log, from.log_mark);
  }

  RunResult finish(RunResult result, const EarlyEnd& end) {
    end.tell(result);
    result.reduced = residual_.bodies();
    if (result.outcome == Outcome::done)
      for (const auto& body : result.reduced)
        if (auto warning = body.warning(); !warning.empty()) result.warnings.push_back(std::move(warning));
    if (options_.complete) options_.complete(result);
    if (options_.strict && result.outcome == Outcome::done && !result.warnings.empty()) {
      result.outcome = Outcome::certificate_broken;
      result.message = "certificate broken, by --strict: " + join(result.warnings, "; ");
    }
    if (result.outcome == Outcome::failed && !std::isnan(writer_->last_state()))
      result.message += fmt::format("; the state at t = {} s is the last one in {}/result.h5", writer_->last_state(),
                                    options_.folder);
    result.problems_dumped = dump_.written();
    result.events_written = writer_->written().events;
    if (disk_problem_.empty()) disk_problem_ = dump_.disk_problem();
    on_disk([&] {
      checkpoints_.before_publishing(result.outcome == Outcome::done || result.outcome == Outcome::certificate_broken);
      writer_->finish(result, file_);
      CheckpointFiles(options_.folder).remove_logs();
      std::error_code error;
      std::filesystem::remove(options_.folder + "/result.before.h5", error);
    });
    if (disk_problem_.empty()) return result;
    result.outcome = Outcome::failed;
    result.message = fmt::format("{}; what was computed until then, t = {} s, is in {}/*.part{}", disk_problem_,
                                 result.t, options_.folder,
                                 folder_.held_results() ? ", and the results of the run before are as they were" : "");
    writer_->abandon(result, file_);
    return result;
  }

  const ModelFile& file_;
  const RunOptions& options_;
  Simulation& simulation_;
  ProblemDump& dump_;
  const bool is_here_;  // the results that the run goes on with are in its folder
  const ResultFolder folder_;
  ModalResidual residual_;
  CheckpointKeeper checkpoints_;
  std::unique_ptr<ResultWriter> writer_;
  bool needs_joints_ = false;
  std::string disk_problem_;  // a full disk ends the run
};

/// A model that tells its times for as long as this lives.
class ProfiledModel {
 public:
  ProfiledModel(Model& model, bool profiled) : model_(model) {
    if (profiled) model_.tell_times(&profile_);
  }
  ~ProfiledModel() { model_.tell_times(nullptr); }
  ProfiledModel(const ProfiledModel&) = delete;
  ProfiledModel& operator=(const ProfiledModel&) = delete;

 private:
  Model& model_;
  StepProfile profile_;
};

}  // namespace

RunResult run(const ModelFile& file, const RunOptions& options) {
  const int threads = set_threads(options.threads);
  auto settings = file.simulation;
  ProblemDump dump(options.dump_every);
  if (options.dump_every > 0 && !options.folder.empty())
    settings.solvers.decorate = [&dump](std::unique_ptr<ContactSolver> solver) {
      return dump.watch(std::move(solver));
    };
  const ProfiledModel profiled(*file.model, options.profile);
  auto simulation = make_simulation(file, settings);
  Simulation::Hooks hooks;
  hooks.progress = options.progress;
  hooks.row_every = file.outputs.every;
  hooks.state_every = file.outputs.states_every;
  auto history = make_history(file);  // before anything is written
  check_outputs(file, history);
  if (!options.folder.empty())
    return FolderRun(file, options, threads, simulation, dump, std::move(history)).run(std::move(hooks));
  EarlyEnd end(options);
  hooks.stop = [&end] { return end.is_due(); };
  auto result = simulation.run(hooks);
  end.tell(result);
  if (options.complete) options.complete(result);
  return result;
}

}  // namespace percuss
