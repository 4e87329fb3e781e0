// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "simulation/error_norm.hpp"
#include "simulation/simulation.hpp"

namespace percuss {

/// One scheme at one step, or with one tolerance.
struct CaseResult {
  std::string scheme;
  double step = 0.0;                ///< [s]; of a controlled scheme the largest
  std::optional<double> tolerance;  ///< of its step control, where the study has tolerances
  bool adapts_steps = false;        ///< its step control keeps to tolerances: it has no order in the step
  Index num_steps = 0;
  Index evaluations = 0;        ///< steps of the scheme, those that a step control has taken back among them
  std::optional<double> error;  ///< none when the run or the reference failed
  std::optional<double> order;  ///< log(e_1/e_2) / log(h_1/h_2), from the next larger step to this one
  std::optional<double> seconds_per_step;
  std::optional<double> relative_time;  ///< of a step, to that of the first scheme at this step
  Outcome outcome = Outcome::done;
  std::string message;  ///< why it did not end well

  bool has_error() const { return error && *error > 0.0; }
  /// Of the whole run [s].
  std::optional<double> run_seconds() const;
  bool failed() const { return outcome != Outcome::done && outcome != Outcome::certificate_broken; }
};

/// One scheme at all steps, or with all tolerances.
struct SchemeResult {
  std::string scheme;
  std::optional<double> order;              ///< slope of the line through all (log h, log error), least squares
  std::optional<double> seconds_to_target;  ///< of a run with the target's error
};

/// What `compare` found for the columns of one unit.
struct Comparison {
  ErrorNorm norm = ErrorNorm::max;
  std::string model;  ///< path
  std::vector<std::string> columns;
  std::string unit;               ///< of all columns; "" when they have none
  double start = 0.0, end = 0.0;  ///< [s]
  std::string reference;          ///< what the errors are measured against, in words
  std::string reference_failure;  ///< why there is none; then there are no errors
  std::string times;              ///< at which times, in words
  std::string timing;             ///< how a step was timed, in words
  std::string left_out;           ///< columns that are not compared and why, in words
  std::optional<double> target;   ///< the error to which `seconds_to_target` lead
  std::vector<CaseResult> cases;  ///< scheme by scheme, from the largest step or tolerance on
  std::vector<SchemeResult> schemes;

  /// "m", "m s" for the norm l1, "1" where errors are relative; "" where the columns have none.
  std::string error_unit() const;
  /// "error [m]"
  std::string error_heading() const;
  bool all_done() const;
};

/// Fills in the orders of the cases and of the schemes from steps and errors, where steps are what the error depends
/// on.
void find_orders(Comparison& comparison);

/// Fills in the times to the target's error: where the errors of two neighbouring steps or tolerances enclose it (the
/// smallest such pair, beyond which the error stays below), the time of a run is interpolated between theirs, all in
/// logarithms. Without a target, the smallest error that every scheme reaches becomes the target.
void find_time_to_target(Comparison& comparison);

}  // namespace percuss
