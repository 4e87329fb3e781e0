// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <chrono>
#include <cstdio>
#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "cli/running.hpp"
#include "cli/verbs.hpp"
#include "core/fault.hpp"
#include "simulation/stiff_springs.hpp"

namespace percuss::cli {

namespace {

struct ResumeArguments {
  std::string folder, out, model;
  std::optional<double> until;
  std::vector<std::string> assignments;
  bool force = false;
  RunFlags flags;
};

/// The newest that can be read; of others that cannot, why, on stderr.
Checkpoint newest_of(const std::string& folder) {
  const auto files = CheckpointFiles(folder).found();
  if (files.empty())
    throw input_error("", fmt::format("`{}` holds no checkpoint", folder),
                      "a run leaves one when it is interrupted or fails, and more with --checkpoint-every",
                      {"command line", 0, 0});
  std::vector<Fault> faults;
  for (const auto& path : files) {
    try {
      auto checkpoint = read_checkpoint(path);
      for (const auto& fault : faults) fmt::print(stderr, "{}\n", to_string(fault));
      if (!faults.empty()) fmt::print(stderr, "going on from the checkpoint before it, {}\n", path);
      return checkpoint;
    } catch (const InputError& error) {
      faults.insert(faults.end(), error.faults().begin(), error.faults().end());
    }
  }
  throw InputError(std::move(faults));
}

/// The model as it is now, with what the command line changes.
ModelFile read_again(const Checkpoint& from, const ResumeArguments& arguments) {
  auto assignments = from.overrides;
  assignments.insert(assignments.end(), arguments.assignments.begin(), arguments.assignments.end());
  if (arguments.until) assignments.push_back(fmt::format("simulation.end_time={}", *arguments.until));
  auto file = read_for_run(arguments.model.empty() ? from.path : arguments.model, assignments);
  refuse_other_model(from, file, {.all_that_may = arguments.force, .end_time = arguments.until.has_value()});
  const double end = file.simulation.end_time;
  const bool unpublished = from.steps == from.of && std::filesystem::exists(arguments.folder + "/summary.json.part");
  if (!(end > from.t) && !(unpublished && end == from.t))
    throw input_error("simulation.end_time",
                      fmt::format("the run has come to t = {} s, and its end time is {} s", from.t, end),
                      "`--until T` goes on beyond the end",
                      arguments.until ? Place{"--until", 0, 0} : file.place("simulation.end_time"));
  return file;
}

int resume(const ResumeArguments& arguments, RankSession& session) {
  RunOptions options;
  options.ranks = session.join();
  const auto& every = arguments.flags.checkpoint_every;
  if (every) options.checkpoint_every = checkpoint_interval(*every);
  const auto start = std::chrono::steady_clock::now();
  const auto from = newest_of(arguments.folder);
  if (!every) options.checkpoint_every = from.every;
  auto file = read_again(from, arguments);
  const std::chrono::duration<double> reading = std::chrono::steady_clock::now() - start;
  options.folder = arguments.out.empty() ? arguments.folder : arguments.out;
  options.from = &from;
  options.from_folder = arguments.folder;
  options.dump_every = from.dump_every;
  if (!arguments.flags.quiet)
    options.begun = [&] { fmt::print("going on at t = {} s, after step {} of {}\n", from.t, from.steps, from.of); };
  return run_and_tell(file, options, arguments.flags, reading.count());
}

}  // namespace

void add_resume(CLI::App& app, int& exit_code, RankSession& session) {
  auto arguments = std::make_shared<ResumeArguments>();
  auto* verb = app.add_subcommand("resume", "go on with a run from the last checkpoint in its folder");
  verb->add_option("DIR", arguments->folder, "folder of the results")->required();
  verb->add_option("--until", arguments->until, "another end time [s]");
  verb->add_option("--set", arguments->assignments, "override a key once more, with --force; may be repeated")
      ->allow_extra_args(false)
      ->take_all();
  verb->add_flag("--force", arguments->force, "accept other outputs, end times, steps, contact solvers and limits");
  verb->add_option("--model", arguments->model, "the model file, where it is not in its place any more");
  verb->add_option("--out", arguments->out, "another folder for the results");
  add_run_flags(*verb, arguments->flags);
  verb->callback([arguments, &exit_code, &session] { exit_code = resume(*arguments, session); });
}

}  // namespace percuss::cli
