// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/step_profile.hpp"
#include "io/svg_plot.hpp"
#include "simulation/scheme_assignments.hpp"

namespace percuss {

/// What a bench runs: all combinations of what is named, one after the other.
struct BenchOptions {
  std::string model;
  std::vector<std::string> overrides;     ///< KEY=VALUE, for all runs
  std::optional<std::string> sizes;       ///< KEY=VALUES of the model (`read_axis`)
  std::vector<std::string> schemes;       ///< words NAME[:KEY=VALUE ...]; empty: the model's
  std::vector<std::string> linear;        ///< linear solvers
  std::vector<std::string> delassus;      ///< ways of the Delassus operator
  std::vector<std::string> contact;       ///< contact solvers
  std::vector<std::string> threads{"1"};  ///< of a run
  std::vector<std::string> ranks{"1"};    ///< processes that share a run (docs/ranks.md)
  std::string launcher = "mpirun";        ///< what starts several of them, given `-n RANKS`; words between blanks
  std::optional<double> until;            ///< end time [s]; none: that of the model
  double seconds = 10.0;                  ///< wall time of the time loop after which a run is cut short [s], > 0
  int rounds = 3;                         ///< runs of each combination, >= 1; the least time counts
  std::string folder;                     ///< where a folder for the run under way is made, and taken away at the end
  std::string program;                    ///< `percuss`, which is run
  std::function<void(std::size_t done, std::size_t of)> progress;
  std::function<bool()> stopped;  ///< asked when a signal has come: the run under way is ended, none is begun
};

/// One of the things that vary: values, and what each changes in the run.
struct BenchAxis {
  struct Value {
    std::string text;
    Assignments assignments;
    std::vector<std::string> words;     ///< of `percuss run`
    std::vector<std::string> launcher;  ///< words of the program that starts it; empty: it is started by itself
  };
  std::string name;
  std::vector<Value> values;
  bool is_shown = true;   ///< it was asked for
  bool is_count = false;  ///< values are numbers of what the name says
};

/// Times of a step's parts [s], what is left of it behind them.
using CostSeconds = std::array<double, num_step_costs + 1>;

/// One combination, and its fastest run.
struct BenchRun {
  std::vector<std::size_t> values;  ///< number of its value, per axis
  std::string status = "not run";   ///< that of summary.json; `cut short` at the limit of time; `failed`
  std::string message;              ///< why it failed, or what it warns of
  double unknowns = 0.0, contacts = 0.0;
  double evaluations = 0.0;   ///< steps of the scheme, those that were repeated or taken back among them
  double seconds = 0.0;       ///< of the time loop [s]
  double time_reached = 0.0;  ///< [s]
  CostSeconds parts{};        ///< of the whole loop
  double problems = 0.0;      ///< contact problems
  double in_problems = 0.0;   ///< contacts of all of them together
  double iterations = 0.0;    ///< likewise
  double factorisations = 0.0;
  double peak_memory = 0.0;   ///< of the process [bytes]
  double residual = 0.0;      ///< worst of a contact problem [m/s]
  double energy_share = 0.0;  ///< energy that the integrator made, of what it exchanged [1]

  bool is_good() const { return evaluations > 0.0 && seconds > 0.0; }
  double seconds_per_step() const { return seconds / evaluations; }
  double share(std::size_t part) const { return parts[part] / seconds; }
  double contacts_per_problem() const { return problems > 0.0 ? in_problems / problems : 0.0; }
  double iterations_per_problem() const { return problems > 0.0 ? iterations / problems : 0.0; }
};

struct Bench {
  std::vector<BenchAxis> axes;  ///< size, scheme, linear, delassus, contact, threads, ranks
  std::vector<BenchRun> runs;   ///< the last axis runs fastest
  std::string program;          ///< version and machine

  /// Runs with this status.
  std::size_t count(std::string_view status) const;
  const BenchAxis::Value& value(const BenchRun& run, std::size_t axis) const {
    return axes[axis].values[run.values[axis]];
  }
};

/// The end time that all runs have in place of the model's.
Assignments until(const BenchOptions& options);

/// Axes and combinations, nothing run. Throws InputError at the option that is wrong, for a key, a scheme or a solver
/// that the model does not take with the first value of everything else.
Bench plan_bench(const BenchOptions& options);
/// Runs them: a process each, rounds one after the other over all of them, so that a machine that slows down slows all.
/// A run that fails is told, and the others go on. Throws InputError when the folder cannot be written.
void run_bench(const BenchOptions& options, Bench& bench);

/// All digits; times in seconds, memory in bytes.
std::string csv_table(const Bench& bench);
/// What one reads: microseconds, shares of the step in percent; how the time grows with the unknowns; reasons of
/// failures below.
std::string markdown_table(const Bench& bench);

/// A plot for a file of this name. Over unknowns, where they vary, or else over the contacts of a problem: time of a
/// step, and memory; a line for each combination of all else. None where there is only one size.
std::vector<std::pair<std::string, std::string>> bench_plots(const Bench& bench);

}  // namespace percuss
