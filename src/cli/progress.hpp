// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>

#include "core/types.hpp"

namespace percuss::cli {

/// Shows how far a run is, on stderr: on a terminal a bar that redraws itself, else a plain line after 2 s and then
/// every 10 s. Rate and time left follow from the last 10 to 20 s: a run grows slower when contacts close, and that of
/// its first steps would promise too much.
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
  double next_line_ = 2.0;  // [s]
  struct Mark {
    double seconds = 0.0;
    Index steps = 0;
  };
  Mark before_, latest_;  // the rate is that since `before_`
};

}  // namespace percuss::cli
