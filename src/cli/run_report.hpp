// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <spdlog/logger.h>

#include <string>

#include "io/model_file.hpp"
#include "simulation/simulation.hpp"

namespace percuss::cli {

/// Figures of a run that has ended, on stdout.
void print_result(const RunResult& result, const ModelFile& file, const std::string& folder);

/// How it ended, in one line: `done: results in FOLDER` on stdout (nothing when quiet); done with warnings,
/// interrupted, broken certificates and failures, with their reasons, on stderr.
void print_last_line(const RunResult& result, const std::string& folder, bool quiet);

/// The same figures in more digits, for the log.
void log_end(spdlog::logger& log, const RunResult& result);

}  // namespace percuss::cli
