// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <filesystem>
#include <system_error>

#include "cli/progress.hpp"

namespace percuss::cli {

/// Of verbs whose work is done by child processes: from now on Ctrl-C, SIGTERM and SIGHUP are noted, and end a wait for
/// a child, but not this process.
void listen_for_stop();
/// One has come.
bool stop_has_come();

/// What `sweep` and `bench` tell those who do their work: this program is run, `progress` shows how far they are unless
/// `quiet`, and a signal ends them.
template <class Options>
void watch_runs(Options& options, Progress& progress, bool quiet) {
  std::error_code error;
  options.program = std::filesystem::read_symlink("/proc/self/exe", error).string();
  if (!quiet)
    options.progress = [&progress](std::size_t done, std::size_t of) {
      progress.show(static_cast<Index>(done), static_cast<Index>(of));
    };
  options.stopped = stop_has_come;
  listen_for_stop();
}

}  // namespace percuss::cli
