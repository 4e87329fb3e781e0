// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <filesystem>
#include <memory>
#include <string>

#include "core/memory_walk.hpp"
#include "core/types.hpp"
#include "solvers/contact/contact_solver.hpp"

namespace percuss {

/// A file as ProblemDump names them.
bool is_problem_file(const std::filesystem::path& file);

/// Writes contact problems of a simulation as fclib files, FOLDER/problem_000001.hdf5 and so on, with the guess the
/// solver started from and the solution it found. Numbers count all problems with contacts in the order they are
/// solved; problems without contacts that are no joints, and those with c = 0, are none.
class ProblemDump {
 public:
  /// Every `every`-th problem, the first one included.
  explicit ProblemDump(Index every);
  ~ProblemDump();
  /// Before the first problem. Makes the folder and removes the problems that an earlier run left there. Throws
  /// InputError naming `--out` when it cannot be written.
  void open(const std::string& folder);
  /// The same where a run goes on whose results are in `results`: the problems that it has written so far are taken
  /// over. Those after the checkpoint are written again.
  void open(const std::string& folder, const std::string& results);

  /// The solver, watched. Shares what it needs with this object and may outlive it.
  std::unique_ptr<ContactSolver> watch(std::unique_ptr<ContactSolver> solver) const;
  /// Why nothing is written any more (a full disk), or empty.
  const std::string& disk_problem() const;
  Index written() const;
  /// How many problems have come by, and how many of them were written.
  void walk_memory(MemoryWalk& walk);

 private:
  struct Files;
  class WatchedSolver;
  std::shared_ptr<Files> files_;
};

}  // namespace percuss
