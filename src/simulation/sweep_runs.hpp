// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "simulation/sweep.hpp"

namespace percuss {

struct SweepOptions {
  std::string model;
  std::vector<std::string> overrides, vary, collect;  ///< as typed; nothing to collect: the columns of the history
  std::string folder;
  std::string program;  ///< `percuss`, which is run for each combination
  int jobs = 1;         ///< runs at once, >= 1
  int threads = 1;      ///< of each run
  std::function<void(std::size_t done, std::size_t of)> progress;
  std::function<bool()> stopped;  ///< asked when a signal has come: runs are ended, and those to come are not begun
};

/// Runs a model for all combinations of the values of some keys, each in a process and a folder of its own, and
/// collects numbers from their histories. A folder that holds the finished run of the same model with the same
/// overrides by the same program is not run again: a sweep that was ended goes on. A run that fails is told, and the
/// others go on. Throws InputError before anything is run: a key whose values are all refused, an unknown quantity, a
/// folder that cannot be written.
Sweep run_sweep(const SweepOptions& options);

}  // namespace percuss
