// SPDX-License-Identifier: Apache-2.0
// What a bench has found, as tables and plots.
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <optional>
#include <set>

#include "io/csv_file.hpp"
#include "io/growth.hpp"
#include "simulation/bench.hpp"

namespace percuss {

namespace {

/// The values of a run on the axes that were asked for, without those of the first `from`.
std::string label_of(const Bench& bench, const BenchRun& run, std::size_t from) {
  std::string label;
  for (std::size_t axis = from; axis < bench.axes.size(); ++axis) {
    if (!bench.axes[axis].is_shown || bench.axes[axis].values.size() < 2) continue;
    const auto& [name, values, is_shown, is_count] = bench.axes[axis];
    const auto& text = values[run.values[axis]].text;
    label += (label.empty() ? "" : ", ") + text;
    if (is_count) label += " " + (text == "1" ? name.substr(0, name.size() - 1) : name);
  }
  return label;
}

/// What costs are drawn over: unknowns where they vary, else contacts of a problem.
struct SizeMeasure {
  const char* label;
  const char* word;
  double (*of)(const BenchRun&);
};

std::optional<SizeMeasure> measure_of(const Bench& bench) {
  constexpr SizeMeasure unknowns{"unknowns", "unknowns", [](const BenchRun& run) { return run.unknowns; }};
  constexpr SizeMeasure contacts{"contacts of a problem", "contacts",
                                 [](const BenchRun& run) { return run.contacts_per_problem(); }};
  if (bench.axes.front().values.size() < 2) return std::nullopt;
  for (const auto& measure : {unknowns, contacts}) {
    std::set<double> sizes;
    for (const auto& run : bench.runs)
      if (run.is_good()) sizes.insert(measure.of(run));
    if (sizes.size() > 1 && *sizes.begin() > 0.0) return measure;
  }
  return std::nullopt;
}

/// One line per combination of all but the size, its points in the order of the sizes as they were given.
struct Curve {
  std::string name;
  std::vector<double> size, seconds, memory;
};

std::vector<Curve> curves_of(const Bench& bench, const SizeMeasure& measure) {
  std::vector<Curve> curves;
  std::map<std::string, std::size_t> number;
  for (const auto& run : bench.runs) {
    if (!run.is_good()) continue;
    const auto name = label_of(bench, run, 1);
    const auto [found, is_new] = number.try_emplace(name, curves.size());
    if (is_new) curves.push_back({name, {}, {}, {}});
    auto& curve = curves[found->second];
    curve.size.push_back(measure.of(run));
    curve.seconds.push_back(run.seconds_per_step());
    curve.memory.push_back(run.peak_memory);
  }
  return curves;
}

std::string growth_text(const Bench& bench) {
  const auto measure = measure_of(bench);
  if (!measure) return "";
  std::string text;
  for (const auto& curve : curves_of(bench, *measure)) {
    const auto growth = growth_of(curve.size, curve.seconds);
    if (!std::isfinite(growth.exponent)) continue;
    text += fmt::format("\ntime of a step ~ {}^{:.2f}{}\n", measure->word, growth.exponent,
                        curve.name.empty() ? "" : ": " + curve.name);
  }
  return text;
}

/// A cell of the table that is read.
struct Column {
  std::string heading;
  std::function<std::string(const BenchRun&)> cell;
};

std::string percent(double share) { return share > 0.0 && share < 0.005 ? "<1" : fmt::format("{:.0f}", 100.0 * share); }

std::vector<Column> columns_of(const Bench& bench) {
  std::vector<Column> columns;
  for (std::size_t axis = 0; axis < bench.axes.size(); ++axis)
    if (bench.axes[axis].is_shown)
      columns.push_back(
          {bench.axes[axis].name, [&bench, axis](const BenchRun& run) { return bench.value(run, axis).text; }});
  const auto add = [&columns](const char* heading, auto&& cell) { columns.push_back({heading, cell}); };
  add("unknowns", [](const BenchRun& run) { return fmt::format("{}", run.unknowns); });
  add("contacts: of a problem / possible",
      [](const BenchRun& run) { return fmt::format("{:.3g} / {}", run.contacts_per_problem(), run.contacts); });
  add("evaluations", [](const BenchRun& run) { return fmt::format("{}", run.evaluations); });
  add("us per step", [](const BenchRun& run) { return fmt::format("{:.4g}", 1e6 * run.seconds_per_step()); });
  add("ns per step and unknown",
      [](const BenchRun& run) { return fmt::format("{:.3g}", 1e9 * run.seconds_per_step() / run.unknowns); });
  constexpr std::array headings{"forces %",   "factor %",         "solve %",  "detection %",
                                "Delassus %", "contact solver %", "output %", "other %"};
  static_assert(headings.size() == num_step_costs + 1);
  for (std::size_t part = 0; part < headings.size(); ++part)
    add(headings[part], [part](const BenchRun& run) { return percent(run.share(part)); });
  add("iterations", [](const BenchRun& run) { return fmt::format("{:.3g}", run.iterations_per_problem()); });
  add("factorisations", [](const BenchRun& run) { return fmt::format("{}", run.factorisations); });
  add("memory MB", [](const BenchRun& run) { return fmt::format("{:.0f}", 1e-6 * run.peak_memory); });
  add("residual m/s", [](const BenchRun& run) { return fmt::format("{:.1e}", run.residual); });
  add("energy made %", [](const BenchRun& run) { return fmt::format("{:.2g}", 100.0 * run.energy_share); });
  return columns;
}

/// A bar would end the cell.
std::string cell_text(const std::string& text) {
  std::string cell;
  for (const char c : text) cell += c == '|' ? std::string("\\|") : std::string(1, c);
  return cell;
}

}  // namespace

std::string markdown_table(const Bench& bench) {
  const auto columns = columns_of(bench);
  std::size_t asked = 0;
  for (const auto& axis : bench.axes) asked += axis.is_shown ? 1 : 0;
  std::string head = "|", line = "|", rows, reasons;
  for (const auto& column : columns) {
    head += " " + column.heading + " |";
    line += "---|";
  }
  for (const auto& run : bench.runs) {
    rows += "|";
    for (std::size_t i = 0; i < columns.size(); ++i)
      rows += i < asked || run.is_good() ? " " + cell_text(columns[i].cell(run)) + " |" : " - |";
    rows += " " + run.status + " |\n";
    if (run.message.empty()) continue;
    const auto label = label_of(bench, run, 0);
    reasons += fmt::format("\n{}{}: {}\n", label.empty() ? "" : label + ": ", run.status, run.message);
  }
  return head + " status |\n" + line + "---|\n" + rows + growth_text(bench) + reasons + "\n" + bench.program + "\n";
}

std::string csv_table(const Bench& bench) {
  std::string text;
  for (const auto& axis : bench.axes) text += csv_cell(axis.name) + ",";
  text += "status,unknowns,contacts,evaluations,time_reached [s],loop_seconds [s],seconds_per_step [s]";
  for (const auto* name : step_cost_names) text += fmt::format(",{} [s]", name);
  text +=
      ",other [s],contact_problems,contacts_in_problems,contact_iterations,factorisations,peak_memory [bytes],"
      "worst_residual [m/s],energy_share,message\n";
  for (const auto& run : bench.runs) {
    for (std::size_t axis = 0; axis < bench.axes.size(); ++axis) text += csv_cell(bench.value(run, axis).text) + ",";
    text += run.status;
    if (run.is_good()) {
      for (const double number :
           {run.unknowns, run.contacts, run.evaluations, run.time_reached, run.seconds, run.seconds_per_step()})
        text += fmt::format(",{}", number);
      for (const double part : run.parts) text += fmt::format(",{}", part);
      for (const double number : {run.problems, run.in_problems, run.iterations, run.factorisations, run.peak_memory,
                                  run.residual, run.energy_share})
        text += fmt::format(",{}", number);
    } else {
      text += std::string(6 + num_step_costs + 1 + 7, ',');
    }
    text += "," + csv_cell(run.message) + "\n";
  }
  return text;
}

std::vector<std::pair<std::string, std::string>> bench_plots(const Bench& bench) {
  const auto measure = measure_of(bench);
  if (!measure) return {};
  std::vector<Series> time, memory;
  for (auto& curve : curves_of(bench, *measure)) {
    Series one{curve.name, curve.size, {}}, other{curve.name, curve.size, {}};
    for (const double seconds : curve.seconds) one.y.push_back(1e6 * seconds);
    for (const double bytes : curve.memory) other.y.push_back(1e-6 * bytes);
    time.push_back(std::move(one));
    memory.push_back(std::move(other));
  }
  PlotOptions options;
  options.x_label = measure->label;
  options.log_x = options.log_y = options.marks = true;
  options.y_label = "time of a step [us]";
  auto time_plot = svg_plot(time, options);
  options.y_label = "peak memory [MB]";
  return {{"bench_time.svg", std::move(time_plot)}, {"bench_memory.svg", svg_plot(memory, options)}};
}

}  // namespace percuss
