// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <string>

#include "simulation/checkpoint.hpp"
#include "simulation/result_writer.hpp"

namespace percuss {

/// Leaves checkpoints of a run in its folder. The results stay as they are with or without them, to the last bit.
class CheckpointKeeper {
 public:
  /// `walk` visits all memory of the run; `dump_every` is one of its options.
  CheckpointKeeper(const std::string& folder, const ModelFile& file, CheckpointInterval interval, Index dump_every,
                   std::function<void(MemoryWalk&)> walk);
  /// The run goes on from a checkpoint, which stays until the next one is there if it is of this folder.
  void goes_on(const Checkpoint& from, bool here) {
    is_first_ = !here;
    checkpoint_.run = from.run;
  }
  const std::string& run() const { return checkpoint_.run; }
  /// Has the rows of the results logged from now on, where checkpoints were asked for.
  void keep_log(ResultWriter& writer);
  /// The same in a log that exists.
  void keep_log(ResultWriter& writer, const std::string& log, RowLog::Mark mark);
  /// After `steps` steps of `of`: saves when one is due. `ends`: the run ends here, before its time. Throws
  /// std::runtime_error when the disk does not take it.
  void between_steps(Index steps, Index of, bool ends, double t, ResultWriter& writer);
  /// Before the results of a run that came to its end take their names: what it leaves.
  void before_publishing(bool done) const;

 private:
  using Clock = std::chrono::steady_clock;
  bool due(Index steps);

  CheckpointFiles files_;
  CheckpointInterval interval_;
  std::function<void(MemoryWalk&)> walk_;
  Checkpoint checkpoint_;
  Clock::time_point last_ = Clock::now();
  Index last_steps_ = -1, next_look_ = 0;
  bool is_first_ = true;  // what is there is of another run
};

}  // namespace percuss
