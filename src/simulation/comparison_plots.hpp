// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "simulation/comparison_result.hpp"

namespace percuss {

/// A file of a comparison's folder.
struct ComparisonPlot {
  std::string file;  ///< its name
  std::string svg;
};

/// Error over step, both logarithmic, one line per scheme that is run over the steps; the legend tells the mean orders.
/// An SVG file.
std::string convergence_plot(const Comparison& comparison);

enum class WorkMeasure { evaluations, time };

/// Work-precision diagram: error over the work of a run, both logarithmic, one line per scheme through its steps or its
/// tolerances. An SVG file.
std::string work_precision_plot(const Comparison& comparison, WorkMeasure work);

/// All plots of a study, for each unit: compare.svg, the convergence, where some scheme is run over the steps;
/// compare_evaluations.svg; compare_time.svg, where runs were timed. Further units have compare_2.svg and so on.
std::vector<ComparisonPlot> comparison_plots(const std::vector<Comparison>& by_unit);

}  // namespace percuss
