// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

#include "core/types.hpp"

namespace percuss::cli {

/// Shows how far a run is, on stderr: on a terminal a bar with rate and time left that redraws itself, else a plain
/// line now and then.
class Progress {
 public:
  explicit Progress(bool terminal) : terminal_(terminal) {}
  ~Progress() { finish(); }
  Progress(const Progress&) = delete;
  Progress& operator=(const Progress&) = delete;
  void show(Index done, Index of_how_many);
  /// Takes the bar off the terminal.
  void finish();

 private:
  using Clock = std::chrono::steady_clock;
  bool terminal_, drawn_ = false;
  Clock::time_point start_ = Clock::now();
  double next_line_ = 2.0;  // [s] plain lines come at 2, 4, 8, ... and then every minute
};

}  // namespace percuss::cli
