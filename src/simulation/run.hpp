// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <functional>
#include <string>

#include "core/ranks.hpp"
#include "io/model_file.hpp"
#include "simulation/checkpoint_keeper.hpp"
#include "simulation/simulation.hpp"

namespace percuss {

struct RunOptions {
  std::string folder;       ///< where results go; nothing is written when empty
  int threads = 0;          ///< 0: as many as cores
  Index dump_every = 0;     ///< every how many contact problems go into folder/problems; 0: none
  bool overwrite = false;   ///< replace results of another model, or of unknown origin
  bool strict = false;      ///< warnings of a result count as broken certificates
  bool profile = false;     ///< the result tells what the time of the steps went into
  double time_limit = 0.0;  ///< of wall time, once the model is built, after which the run ends cleanly [s]; 0: none
  bool resumable = true;    ///< a run that ends before its time leaves a checkpoint
  CheckpointInterval checkpoint_every;
  const Checkpoint* from = nullptr;            ///< what the run goes on from; null: the start
  std::string from_folder;                     ///< where that was found, and what was written so far
  std::function<void()> begun;                 ///< called once nothing is wrong with the input
  std::function<void(Index, Index)> progress;  ///< (steps done, of how many)
  const std::atomic<bool>* stop = nullptr;     ///< set from outside (Ctrl-C): end cleanly
  std::function<void(RunResult&)> complete;    ///< what else is known of the result, before it is written
  std::function<void()> between_steps;         ///< after every step, before `stop` is looked at
  /// The model runs on several ranks: the one that leads writes into the folder, the others nowhere. Null: on this
  /// process alone.
  Ranks* ranks = nullptr;
  bool leads() const { return ranks == nullptr || ranks->leads(); }
};

/// The simulation of a model file, ready to run. Throws InputError, with places, when scheme, step or solvers do not
/// fit the model. Keeps references to `file`.
Simulation make_simulation(const ModelFile& file);
/// The same with other settings than those of the file; keeps a reference to them.
Simulation make_simulation(const ModelFile& file, const SimulationSettings& settings);

/// Runs a model from file to files. Throws InputError before anything is written when the model cannot be run;
/// numerical failure is an outcome, with what was computed on disk.
RunResult run(const ModelFile& file, const RunOptions& options);

}  // namespace percuss
