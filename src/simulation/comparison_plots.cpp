// SPDX-License-Identifier: Apache-2.0
#include "simulation/comparison_plots.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "core/fault.hpp"
#include "io/svg_plot.hpp"

namespace percuss {

namespace {

/// A line through the errors of a scheme; `x_of` a case gives none where it has no place in the plot.
template <class XOf>
Series errors_of_scheme(const Comparison& comparison, const SchemeResult& scheme, const XOf& x_of) {
  Series line;
  line.name = scheme.scheme;
  for (const auto& one : comparison.cases) {
    const std::optional<double> x = one.scheme == scheme.scheme ? x_of(one) : std::nullopt;
    if (!x || !one.error) continue;
    line.x.push_back(*x);
    line.y.push_back(*one.error);
  }
  return line;
}

std::string error_plot(const Comparison& comparison, const std::vector<Series>& series, const std::string& x_label) {
  PlotOptions options;
  options.title = fmt::format("Errors of {}", join(comparison.columns));
  options.x_label = x_label;
  options.y_label = comparison.error_heading();
  options.log_x = options.log_y = options.marks = true;
  options.width = 640;
  options.height = 440;
  return svg_plot(series, options);
}

bool is_over_steps(const CaseResult& one) { return !one.tolerance; }

bool has_any(const Comparison& comparison, bool (*condition)(const CaseResult&)) {
  return std::any_of(comparison.cases.begin(), comparison.cases.end(), condition);
}

}  // namespace

std::string convergence_plot(const Comparison& comparison) {
  std::vector<Series> series;
  for (const auto& scheme : comparison.schemes) {
    const bool has_steps = std::any_of(comparison.cases.begin(), comparison.cases.end(), [&](const CaseResult& one) {
      return one.scheme == scheme.scheme && is_over_steps(one);
    });
    if (!has_steps) continue;
    auto line = errors_of_scheme(comparison, scheme, [](const CaseResult& one) { return std::optional(one.step); });
    if (scheme.order) line.name += fmt::format("  (order {:.2f})", *scheme.order);
    series.push_back(std::move(line));
  }
  return error_plot(comparison, series, "h [s]");
}

std::string work_precision_plot(const Comparison& comparison, WorkMeasure work) {
  const auto work_of = [work](const CaseResult& one) -> std::optional<double> {
    return work == WorkMeasure::time ? one.run_seconds() : static_cast<double>(one.evaluations);
  };
  std::vector<Series> series;
  for (const auto& scheme : comparison.schemes) series.push_back(errors_of_scheme(comparison, scheme, work_of));
  return error_plot(comparison, series, work == WorkMeasure::time ? "time of a run [s]" : "evaluations of a run");
}

std::vector<ComparisonPlot> comparison_plots(const std::vector<Comparison>& by_unit) {
  std::vector<ComparisonPlot> plots;
  for (std::size_t g = 0; g < by_unit.size(); ++g) {
    const auto& comparison = by_unit[g];
    const auto name = g == 0 ? std::string("compare") : fmt::format("compare_{}", g + 1);
    if (has_any(comparison, is_over_steps)) plots.push_back({name + ".svg", convergence_plot(comparison)});
    plots.push_back({name + "_evaluations.svg", work_precision_plot(comparison, WorkMeasure::evaluations)});
    if (has_any(comparison, [](const CaseResult& one) { return one.run_seconds().has_value(); }))
      plots.push_back({name + "_time.svg", work_precision_plot(comparison, WorkMeasure::time)});
  }
  return plots;
}

}  // namespace percuss
