// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <atomic>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "io/model_file.hpp"
#include "simulation/result_writer.hpp"
#include "simulation/simulation.hpp"
#include "simulation/step_grid.hpp"

namespace percuss {

/// A model to be run with another scheme and step than its file says. `scheme` is a word
///   NAME[:KEY=VALUE[:KEY=VALUE ...]]    e.g. moreau_jean:theta=0
/// whose keys are those of `simulation.scheme` in the model file; `control=NAME` and `control.KEY=VALUE` are those of
/// `simulation.control`.
struct CaseRequest {
  std::string model;                   ///< path of the model file
  std::vector<std::string> overrides;  ///< KEY=VALUE, before scheme, step and end time
  std::optional<double> until;         ///< end time [s]
  std::vector<std::string> columns;    ///< headings of `outputs.history` or quantities; empty: all of the former
  bool leaves_out_forces = false;      ///< unless they are among `columns`
  std::string scheme;
  double step = 0.0;                        ///< [s]
  std::optional<double> tolerance;          ///< of the step control
  std::vector<std::string> tolerance_keys;  ///< KEY=VALUE of `simulation.control` that it stands for
  std::string scheme_option = "--schemes", step_option = "--steps";  ///< what faults name as their place
};

/// A case with a model of its own, so that several can run at once.
struct ComparisonCase {
  ModelFile file;
  History history;
  std::vector<std::string> left_out;  ///< headings of columns that were not asked for and are not compared
};

/// Throws InputError with the faults that the model file would have, at the places that the request names.
ComparisonCase read_case(const CaseRequest& request);

/// The times of the case's steps. A step that the scheme cannot take, above its stability limit say, comes back as
/// `refusal`; throws InputError for whatever else keeps the model from running.
StepGrid grid_of(const ComparisonCase& one, const CaseRequest& request, std::vector<Fault>& refusal);

/// What a run left at some of its steps.
struct Recording {
  Outcome outcome = Outcome::done;
  std::string message;
  Index num_steps = 0;
  Index evaluations = 0;  ///< steps of the scheme, those that a step control has taken back among them
  double seconds = 0.0;   ///< wall time of the time loop, beside the other cases
  Matrix values;          ///< (steps asked for, columns)
};

/// Runs the case on the calling thread and keeps its columns at the ends of `steps` (ascending, 0: the start).
/// Percussions add up over the largest stride that meets all of these steps. Ends early when `stop` is set; `progress`
/// hears of the steps done, some ten times a second.
Recording record(const ComparisonCase& one, std::span<const Index> steps, const std::atomic<bool>& stop,
                 const std::function<void(Index)>& progress);

}  // namespace percuss
