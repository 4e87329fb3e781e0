// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "io/model_file.hpp"
#include "simulation/run.hpp"

namespace percuss::cli {

/// What `run` and `resume` have in common.
struct RunFlags {
  std::optional<std::string> log, checkpoint_every, time_limit;
  int threads = 0;
  bool quiet = false, strict = false, overwrite = false, profile = false;
  /// Warnings are shown unless something else was asked for.
  std::string log_level() const { return log.value_or(quiet ? "off" : "warn"); }
};

void add_run_flags(CLI::App& verb, RunFlags& flags);
/// Those without checkpoints and profile.
void add_result_flags(CLI::App& verb, RunFlags& flags);

/// What a verb runs: `run` (simulation/run.hpp), or another way to results of the same kind.
using Runner = std::function<RunResult(ModelFile& file, const RunOptions& options)>;

/// A model file, what the command line changes in it, and the folder for its results.
struct ModelArguments {
  std::string model, out;
  std::vector<std::string> assignments;
};

/// MODEL, --set and --out; `suffix` of the folder that stands for none.
void add_model_arguments(CLI::App& verb, ModelArguments& arguments, const std::string& suffix);
/// Reads the model and runs it as `run_and_tell` does, into its folder; `prepare` may change it before.
int read_and_run(const ModelArguments& arguments, const std::string& suffix, RunOptions options, const RunFlags& flags,
                 const Runner& runner = run, const std::function<void(ModelFile&)>& prepare = {});

/// "60s", "5min", "2h" of wall time, or a number of steps. Throws InputError.
CheckpointInterval checkpoint_interval(const std::string& text);

/// The same without the number of steps, whose place seconds take [s].
double time_limit_of(const std::string& text);

/// Runs the model, listens to signals meanwhile, tells how it went; returns the exit code. `reading`: seconds that the
/// model took to be read and built.
int run_and_tell(ModelFile& file, RunOptions options, const RunFlags& flags, double reading,
                 const Runner& runner = run);

}  // namespace percuss::cli
