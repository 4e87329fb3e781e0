// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "simulation/checkpoint_keeper.hpp"
#include "simulation/early_end.hpp"
#include "simulation/history.hpp"
#include "simulation/modal_residual.hpp"
#include "simulation/problem_dump.hpp"
#include "simulation/result_folder.hpp"
#include "simulation/result_writer.hpp"
#include "simulation/run.hpp"

namespace percuss {

/// A run whose results go into a folder. Keeps references to what it is given, but for the history.
class FolderRun {
 public:
  /// Opens the folder and its files, and finds what a run that goes on has written so far. Throws InputError.
  FolderRun(const ModelFile& file, const RunOptions& options, int threads, Simulation& simulation, ProblemDump& dump,
            History history);
  FolderRun(const FolderRun&) = delete;
  FolderRun& operator=(const FolderRun&) = delete;

  /// Runs the simulation and writes what it tells; a disk that is full ends it.
  RunResult run();

 private:
  void write_into_files();
  void walk_memory(MemoryWalk& walk);
  template <class Write>
  void on_disk(Write&& write);
  void refuse_to_end_another_run() const;
  void replay(const Checkpoint& from, const std::string& source);
  RunResult finish(RunResult result, const EarlyEnd& end);

  const ModelFile& file_;
  const RunOptions& options_;
  Simulation& simulation_;
  ProblemDump& dump_;
  const bool is_here_;  // the results that the run goes on with are in its folder
  const ResultFolder folder_;
  Simulation::Hooks hooks_;
  ModalResidual residual_;
  CheckpointKeeper checkpoints_;
  std::unique_ptr<ResultWriter> writer_;
  std::string disk_problem_;  // a full disk ends the run
};

}  // namespace percuss
