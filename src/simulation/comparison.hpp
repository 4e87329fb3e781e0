// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/fault.hpp"
#include "simulation/comparison_case.hpp"
#include "simulation/error_norm.hpp"

namespace percuss {

/// A study of one model with several schemes, each at several steps.
struct ComparisonOptions {
  std::string model;                   ///< path of the model file
  std::vector<std::string> overrides;  ///< KEY=VALUE, for all cases
  std::vector<std::string> schemes;    ///< words NAME[:KEY=VALUE ...], see CaseRequest
  std::vector<double> steps;           ///< [s], > 0
  std::vector<std::string> columns;    ///< what is compared; empty: the columns of `outputs.history`
  std::optional<double> until;         ///< end time [s]; none: that of the model file
  ErrorNorm norm = ErrorNorm::max;
  /// CSV file with a column `t` [s] and those compared; empty: the reference is computed.
  std::string reference;
  std::string reference_scheme = "half_explicit_velocity";
  std::optional<double> reference_step;  ///< [s], below all steps; none: a tenth of the smallest
  /// Error up to which the time is told; none: the smallest error that every scheme reaches.
  std::optional<double> target;
  int threads = 0;        ///< cases that run at once; 0: as many as cores
  int timing_rounds = 3;  ///< how often the time of a step is measured; 0: not at all
  std::function<void(Index, Index)> progress;  ///< (cases done, of how many)
  std::function<void()> before_running;        ///< called when the input has been found sound

  /// Every fault that shows without the model; places are the options of `percuss compare`.
  std::vector<Fault> validate() const;
};

/// One scheme at one step.
struct CaseResult {
  std::string scheme;
  double step = 0.0;                ///< [s]
  Index num_steps = 0;
  std::optional<double> error;      ///< none when the run or the reference failed
  std::optional<double> order;      ///< log(e_1/e_2) / log(h_1/h_2) towards the next larger step
  std::optional<double> seconds_per_step;
  std::optional<double> relative_time;  ///< of a step, to that of the first scheme at this step
  Outcome outcome = Outcome::done;
  std::string message;  ///< why it did not end well
};

/// One scheme at all steps.
struct SchemeResult {
  std::string scheme;
  std::optional<double> order;            ///< slope of the line through all (log h, log e), least squares
  std::optional<double> seconds_to_target;  ///< of a whole run; interpolated in logarithms between two steps
};

struct Comparison {
  ErrorNorm norm = ErrorNorm::max;
  std::string model;                 ///< path
  std::vector<std::string> columns;
  std::string unit;                  ///< of all columns, "" when they differ or have none
  double start = 0.0, end = 0.0;     ///< [s]
  std::string reference;             ///< what the errors are measured against, in words
  std::string reference_failure;     ///< why there is none; then there are no errors
  std::string times;                 ///< at which times, in words
  std::string timing;                ///< how a step was timed, in words
  std::optional<double> target;
  std::vector<CaseResult> cases;     ///< scheme by scheme, from the largest step to the smallest
  std::vector<SchemeResult> schemes;
  /// "error [m]": the unit on which the columns agree, if they do.
  std::string error_heading() const;
  bool all_done() const;
};

/// Runs every scheme at every step, and the reference unless a file holds it; several cases at once, each on one
/// thread. Then the time of a step is measured, one case after the other on one thread: the least of some rounds, in
/// which the schemes take turns, over the same number of first steps for all schemes at a step size.
/// The compared times are those that all cases and the reference have; for the spectral norm all steps of a case, which
/// the reference must have. Nothing is interpolated.
/// Throws InputError before anything is run: what `validate` and the model file find, a scheme or option that does not
/// exist, a reference without the columns or without common times. A case that fails, or whose step is above the
/// stability limit, says so in its result and leaves the others alone.
Comparison compare(const ComparisonOptions& options);

}  // namespace percuss
