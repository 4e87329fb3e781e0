// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <functional>
#include <optional>
#include <string>

#include "io/model_file.hpp"
#include "simulation/run.hpp"

namespace percuss::cli {

/// What `run` and `resume` have in common.
struct RunFlags {
  std::optional<std::string> log, checkpoint_every;
  int threads = 0;
  bool quiet = false, strict = false, overwrite = false;
  /// Warnings are shown unless something else was asked for.
  std::string log_level() const { return log.value_or(quiet ? "off" : "warn"); }
};

void add_run_flags(CLI::App& verb, RunFlags& flags);
/// Those without checkpoints.
void add_result_flags(CLI::App& verb, RunFlags& flags);

/// "60s", "5min", "2h" of wall time, or a number of steps. Throws InputError.
CheckpointInterval checkpoint_interval(const std::string& text);

/// What a verb runs: `run` (simulation/run.hpp), or another way to results of the same kind.
using Runner = std::function<RunResult(ModelFile& file, const RunOptions& options)>;
RunResult run_model_file(ModelFile& file, const RunOptions& options);

/// Runs the model, listens to signals meanwhile, tells how it went; returns the exit code. `reading`: seconds that the
/// model took to be read and built.
int run_and_tell(ModelFile& file, RunOptions options, const RunFlags& flags, double reading,
                 const Runner& runner = run_model_file);

}  // namespace percuss::cli
