// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <CLI/CLI.hpp>
#include <string>

#include "cli/rank_session.hpp"

// One file per verb; each adds its options to the application and sets `exit_code` when it is called.
namespace percuss::cli {

/// 0 done, 2 bad input, 3 numerical failure, 4 certificate broken, 130 interrupted.
enum ExitCode { done = 0, bad_input = 2, numerical_failure = 3, certificate_broken = 4, interrupted = 130 };

/// Verbs with a session run on several ranks too.
void add_run(CLI::App& app, int& exit_code, RankSession& session);
void add_resume(CLI::App& app, int& exit_code, RankSession& session);
void add_validate(CLI::App& app, int& exit_code);
void add_expand(CLI::App& app, int& exit_code);
void add_list(CLI::App& app, int& exit_code);
void add_info(CLI::App& app, int& exit_code);
void add_compare(CLI::App& app, int& exit_code);
void add_reference(CLI::App& app, int& exit_code);
void add_sweep(CLI::App& app, int& exit_code);
void add_bench(CLI::App& app, int& exit_code);
void add_events(CLI::App& app, int& exit_code);
void add_plot(CLI::App& app, int& exit_code);
void add_report(CLI::App& app, int& exit_code);
void add_schema(CLI::App& app, int& exit_code);
void add_spectrum(CLI::App& app, int& exit_code);
void add_modes(CLI::App& app, int& exit_code);
void add_fclib(CLI::App& app, int& exit_code);

/// The text of `--version`, optional parts included.
std::string version_text();

}  // namespace percuss::cli
