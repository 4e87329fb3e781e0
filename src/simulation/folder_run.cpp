// SPDX-License-Identifier: Apache-2.0
#include "simulation/folder_run.hpp"

#include <fmt/format.h>

#include <cmath>
#include <filesystem>
#include <stdexcept>
#include <utility>

#include "core/fault.hpp"
#include "simulation/run_hooks.hpp"

namespace percuss {

namespace {

bool is_same_folder(const std::string& a, const std::string& b) {
  std::error_code error;
  return a == b || std::filesystem::equivalent(a, b, error);
}

/// The file that holds what was written up to the checkpoint: the row log, the results if the run has ended well, or
/// what it left of them where it was killed while it gave them their names.
std::string source_of_rows(const Checkpoint& from, const std::string& folder) {
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

}  // namespace

template <class Write>
void FolderRun::on_disk(Write&& write) {
  try {
    if (disk_problem_.empty()) write();
  } catch (const std::runtime_error& problem) {
    disk_problem_ = problem.what();
  }
}

FolderRun::FolderRun(const ModelFile& file, const RunOptions& options, int threads, Simulation& simulation,
                     ProblemDump& dump, History history)
    : file_(file),
      options_(options),
      simulation_(simulation),
      dump_(dump),
      is_here_(options.from != nullptr && is_same_folder(options.from_folder, options.folder)),
      folder_(options.folder, file.path, options.overwrite || is_here_),
      hooks_(hooks_for(file, history)),
      residual_(file),
      checkpoints_(options.folder, file, options.checkpoint_every, options.dump_every,
                   [this](MemoryWalk& walk) { walk_memory(walk); }) {
  if (!is_here_ && !options.overwrite) refuse_to_end_another_run();
  if (is_here_ && options.from->columns != written_columns(file))
    throw input_error("outputs",
                      "columns, steps, dense rows and pictures are not those that the run has written so far",
                      "name another folder by --out: the history begins at the checkpoint there");
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

void FolderRun::write_into_files() {
  hooks_.row = [this](const Sample& sample) {
    on_disk([&] { writer_->write_row(sample); });
    residual_.look(sample);
  };
  hooks_.state = [this](const State& state) { on_disk([&] { writer_->write_state(state); }); };
  if (hooks_.event) hooks_.event = [this](const ContactEvent& event) { on_disk([&] { writer_->write_event(event); }); };
  if (hooks_.passed)
    hooks_.passed = [this](const PassedStep& step, Index evaluations) {
      on_disk([&] { writer_->write_step(step, evaluations); });
    };
  if (hooks_.part) hooks_.part = [this](const Sample& sample, double h) { writer_->statistics().look(sample, h); };
  if (hooks_.dense) hooks_.dense = [this](const State& state) { on_disk([&] { writer_->write_dense(state); }); };
  if (hooks_.frame) hooks_.frame = [this](const Sample& sample) { on_disk([&] { writer_->write_frame(sample); }); };
}

RunResult FolderRun::run() {
  write_into_files();
  hooks_.progress = options_.progress;
  hooks_.between_steps = [this](Index steps, bool ends) {
    if (!options_.resumable) return;
    on_disk([&] { checkpoints_.between_steps(steps, simulation_.num_steps(), ends, simulation_.state().t, *writer_); });
  };
  EarlyEnd end(options_, simulation_);
  hooks_.stop = [this, &end] {
    if (disk_problem_.empty()) disk_problem_ = dump_.disk_problem();
    return end.is_due(!disk_problem_.empty());
  };
  if (options_.ranks != nullptr) options_.ranks->meet(RankPlace::folder, 0);
  if (options_.begun) options_.begun();
  if (options_.from == nullptr) return finish(simulation_.run(hooks_), end);
  const auto restore = [this] { options_.from->restore([this](MemoryWalk& walk) { walk_memory(walk); }); };
  return finish(simulation_.go_on(restore, hooks_), end);
}

void FolderRun::walk_memory(MemoryWalk& walk) {
  walk("simulation", simulation_);
  walk("residual", residual_);
  walk("problems", dump_);
  walk("statistics", writer_->statistics());
}

void FolderRun::refuse_to_end_another_run() const {
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

void FolderRun::replay(const Checkpoint& from, const std::string& source) {
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

RunResult FolderRun::finish(RunResult result, const EarlyEnd& end) {
  end.close(result);
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
    result.message +=
        fmt::format("; the state at t = {} s is the last one in {}/result.h5", writer_->last_state(), options_.folder);
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
  result.message = fmt::format("{}; what was computed until then, t = {} s, is in {}/*.part{}", disk_problem_, result.t,
                               options_.folder,
                               folder_.held_results() ? ", and the results of the run before are as they were" : "");
  writer_->abandon(result, file_);
  return result;
}

}  // namespace percuss
