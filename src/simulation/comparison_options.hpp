// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/fault.hpp"
#include "simulation/error_norm.hpp"

namespace percuss {

/// A study of one model with several schemes, each at several steps or, where it is controlled, tolerances.
struct ComparisonOptions {
  std::string model;                   ///< path of the model file
  std::vector<std::string> overrides;  ///< KEY=VALUE, for all cases
  std::vector<std::string> schemes;    ///< words NAME[:KEY=VALUE ...], see CaseRequest
  std::vector<double> steps;           ///< [s], > 0
  std::vector<double> tolerances;      ///< > 0, of schemes whose step control has some, in place of steps
  std::vector<std::string> columns;    ///< what is compared; empty: the columns of `outputs.history`
  std::optional<double> until;         ///< end time [s]; none: that of the model file
  ErrorNorm norm = ErrorNorm::max;
  /// CSV file with a column `t` [s] and those compared; empty: the reference is computed.
  std::string reference;
  std::string reference_scheme = "half_explicit_velocity";
  std::optional<double> reference_step;  ///< [s], below all steps; none: a tenth of the smallest
  std::optional<double> target;          ///< > 0; none: the smallest error that every scheme reaches
  int threads = 0;                       ///< cases that run at once; 0: as many as cores
  int timing_rounds = 3;                 ///< how often the time of a step is measured; 0: not at all

  std::function<void(Index, Index)> progress;  ///< (steps done, of how many), of all runs
  std::function<void()> before_running;        ///< called when the input has been found sound

  /// Every fault that shows without the model; places are the options of `percuss compare`.
  std::vector<Fault> validate() const;
};

}  // namespace percuss
