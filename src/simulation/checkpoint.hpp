// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "core/memory_walk.hpp"
#include "io/model_file.hpp"
#include "simulation/row_log.hpp"

namespace percuss {

/// How often a run leaves a checkpoint; where neither is given, only where it ends before its time.
struct CheckpointInterval {
  double seconds = 0.0;  ///< of wall time, at least; 0: not by time
  Index steps = 0;       ///< 0: not by steps
  bool asked_for() const { return seconds > 0.0 || steps > 0; }
};

/// What a run goes on from in another process, after Ctrl-C, a failure or a crash: its memory, which model and program
/// it is of, and how much of the results stood on disk.
struct Checkpoint {
  std::string version, revision;       ///< of the program
  std::string path;                    ///< of the model file, absolute
  std::vector<std::string> overrides;  ///< `--set` assignments, in order
  std::vector<std::string> keys;       ///< of the document with its overrides: "simulation.step: 1e-4"
  std::vector<double> fingerprint;     ///< of its start, forces and masses
  std::vector<std::string> columns;    ///< `written_columns`
  double t = 0.0;                      ///< [s]
  Index steps = 0, of = 0;             ///< done, of how many
  struct Counts {
    Index rows = 0, states = 0, events = 0, steps = 0, dense = 0, frames = 0;
  };
  Counts written;            ///< of the results, up to here
  std::string log;           ///< name of the row log that holds them; where it is gone, result.h5 does
  RowLog::Mark log_mark;     ///< of it
  std::string run;           ///< which run this is, in all its processes: also in result.h5
  Index dump_every = 0;      ///< of the run's options
  CheckpointInterval every;  ///< likewise
  MemoryImage memory;

  /// A run that was to leave checkpoints has not come to its end.
  bool is_unfinished() const { return every.asked_for() && steps < of; }
  /// `walk` restores what it visits from `memory`. Throws InputError when that is of something else.
  void restore(const std::function<void(MemoryWalk&)>& walk) const;
};

/// What a run of the model writes at its steps: headings of the history, and which tables beside it.
std::vector<std::string> written_columns(const ModelFile& file);

/// A name for a run that begins: no other has it.
std::string new_run();

/// `path`, `overrides`, `keys` and `fingerprint` of a model; `version` and `revision` of this program.
Checkpoint checkpoint_of(const ModelFile& file);

/// Two generations of them in a result folder. A checkpoint is written beside and then renamed, so that a process that
/// is killed at any moment leaves a whole one.
class CheckpointFiles {
 public:
  explicit CheckpointFiles(std::string folder) : folder_(std::move(folder)) {}
  /// Those that there are, the newest first.
  std::vector<std::string> found() const;
  /// Throws std::runtime_error when the disk does not take it; the ones before are then as they were.
  void write(const Checkpoint& checkpoint) const;
  void remove() const;
  /// All but the newest.
  void remove_older() const;
  /// A name for the row log of a run that begins, or goes on, which no other has or had.
  std::string new_log() const;
  std::string path(const std::string& name) const { return folder_ + "/" + name; }
  void remove_logs() const;

 private:
  std::string folder_;
};

/// Throws InputError with the remedy: no such file, none of this program, of another version of its format, damaged.
Checkpoint read_checkpoint(const std::string& path);

/// What may differ between the run of a checkpoint and the model as it is read now.
struct AllowedChanges {
  bool all_that_may = false;  ///< outputs, end times, steps, tolerances of the contact solver, limits
  bool end_time = false;
};
/// Throws InputError with a fault for each key that differs and may not.
void refuse_other_model(const Checkpoint& checkpoint, const ModelFile& now, AllowedChanges allowed);

}  // namespace percuss
