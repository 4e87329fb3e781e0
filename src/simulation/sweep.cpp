// SPDX-License-Identifier: Apache-2.0
#include "simulation/sweep.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cctype>
#include <charconv>
#include <cmath>
#include <limits>
#include <map>

#include "core/fault.hpp"
#include "io/csv_file.hpp"
#include "io/csv_heading.hpp"
#include "io/scalars.hpp"

namespace percuss {

namespace {

constexpr double most_values = 1e5;  // of one axis: more is a slip

/// Of an option of the command line.
struct AxisText {
  const std::string &text, &option;
};

[[noreturn]] void refuse_axis(const AxisText& axis, const std::string& why) {
  throw input_error("", fmt::format("`{}`: {}", axis.text, why),
                    "expected KEY=FIRST:STEP:LAST or KEY=VALUE,VALUE,..., e.g. contacts.wall.restitution=0:0.1:1",
                    {axis.option, 0, 0});
}

std::optional<double> number_of(const std::string& word) {
  double value = 0.0;
  const auto* last = word.data() + word.size();
  const auto [end, error] = std::from_chars(word.data(), last, value);
  if (word.empty() || end != last || error != std::errc() || !std::isfinite(value)) return std::nullopt;
  return value;
}

/// Parts between separators that are in no brackets or quotes.
std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts(1);
  int depth = 0;
  char quote = 0;
  for (const char c : text) {
    if (quote == 0 && (c == '[' || c == '{')) ++depth;
    if (quote == 0 && (c == ']' || c == '}')) --depth;
    if (c == '"' || c == '\'') quote = quote == 0 ? c : quote == c ? '\0' : quote;
    if (c == separator && depth == 0 && quote == 0)
      parts.emplace_back();
    else
      parts.back() += c;
  }
  return parts;
}

std::vector<std::string> range(const AxisText& text, const std::vector<std::string>& parts) {
  const auto first = number_of(parts[0]), step = number_of(parts[1]), last = number_of(parts[2]);
  if (!first || !step || !last) refuse_axis(text, "a range is of three numbers");
  const double steps = (*last - *first) / *step;
  if (!(steps >= 0.0)) refuse_axis(text, "these steps do not lead from the first value to the last");
  if (steps > most_values) refuse_axis(text, fmt::format("{:.3g} values", steps));
  return range_of_numbers(*first, *step, *last);
}

std::string heading_of_column(const SweepColumn& column) { return heading_text(column.column.name, column.unit); }

/// What a folder may be called on any disk.
std::string folder_name(const std::vector<SweepAxis>& axes, const std::vector<std::string>& values) {
  std::string name;
  for (std::size_t i = 0; i < axes.size(); ++i) name += (i > 0 ? "_" : "") + axes[i].key + "=" + values[i];
  for (char& c : name)
    if (std::string_view("/\\:*?\"<>| ").find(c) != std::string_view::npos) c = '_';
  constexpr std::size_t most_letters = 200;  // a disk takes 255
  return name.substr(0, most_letters);
}

}  // namespace

SweepAxis read_axis(const std::string& text, const std::string& option) {
  const AxisText all{text, option};
  const auto equals = text.find('=');
  if (equals == std::string::npos || equals == 0) refuse_axis(all, "there is no `KEY=`");
  SweepAxis axis{text.substr(0, equals), {}};
  const auto rest = text.substr(equals + 1);
  const auto parts = split(rest, ':');
  axis.values =
      parts.size() == 3 && rest.find_first_of("[{,") == std::string::npos ? range(all, parts) : split(rest, ',');
  for (const auto& value : axis.values)
    if (value.empty()) refuse_axis(all, "a value is missing");
  for (std::size_t i = 0; i < axis.values.size(); ++i)
    if (std::find(axis.values.begin(), axis.values.begin() + static_cast<std::ptrdiff_t>(i), axis.values[i]) !=
        axis.values.begin() + static_cast<std::ptrdiff_t>(i))
      refuse_axis(all, fmt::format("{} stands twice", axis.values[i]));
  return axis;
}

double over_run(Over over, const std::vector<double>& t, const std::vector<double>& values) {
  if (values.empty()) return std::numeric_limits<double>::quiet_NaN();
  if (over == Over::end) return values.back();
  if (over == Over::max) return *std::max_element(values.begin(), values.end());
  if (over == Over::min) return *std::min_element(values.begin(), values.end());
  double sum = 0.0;  // rows but the first, which has no time before it
  for (std::size_t i = 1; i < values.size(); ++i) {
    const double h = t[i] - t[i - 1];
    sum += over == Over::impulse ? values[i] : over == Over::mean ? h * values[i] : h * values[i] * values[i];
  }
  if (over == Over::impulse) return sum;
  const double time = t.back() - t.front();
  if (!(time > 0.0)) return values.back();
  return over == Over::mean ? sum / time : std::sqrt(sum / time);
}

std::size_t Sweep::num_failed() const {
  return static_cast<std::size_t>(
      std::count_if(runs.begin(), runs.end(), [](const SweepRun& run) { return !run.is_good(); }));
}

std::vector<SweepRun> runs_of(const std::vector<SweepAxis>& axes) {
  std::vector<SweepRun> runs(1);
  for (const auto& axis : axes) {
    std::vector<SweepRun> more;
    for (const auto& run : runs)
      for (const auto& value : axis.values) {
        more.push_back(run);
        more.back().values.push_back(value);
      }
    runs = std::move(more);
  }
  std::map<std::string, int> taken;  // in small letters: some disks tell no others
  for (auto& run : runs) {
    run.folder = folder_name(axes, run.values);
    auto small = run.folder;
    std::transform(small.begin(), small.end(), small.begin(), [](unsigned char c) { return std::tolower(c); });
    if (const int before = taken[small]++; before > 0) run.folder += fmt::format("_{}", before + 1);
  }
  return runs;
}

std::string csv_table(const Sweep& sweep) {
  std::string text = "run";
  for (const auto& axis : sweep.axes) text += "," + csv_cell(axis.key);
  text += ",status";
  for (const auto& column : sweep.columns) text += "," + csv_cell(heading_of_column(column));
  for (std::size_t i = 0; i < sweep.runs.size(); ++i) {
    const auto& run = sweep.runs[i];
    text += fmt::format("\n{}", i + 1);
    for (const auto& value : run.values) text += "," + csv_cell(value);
    text += "," + run.status;
    for (std::size_t c = 0; c < sweep.columns.size(); ++c)
      text += run.collected.empty() ? "," : fmt::format(",{}", run.collected[c]);
  }
  return text + "\n";
}

std::string markdown_table(const Sweep& sweep) {
  std::string head = "| run |", line = "|---|";
  const auto add = [&](const std::string& word) {
    head += " " + word + " |";
    line += "---|";
  };
  for (const auto& axis : sweep.axes) add(axis.key);
  for (const auto& column : sweep.columns) add(heading_of_column(column));
  add("status");
  std::string text = head + "\n" + line + "\n", reasons;
  for (std::size_t i = 0; i < sweep.runs.size(); ++i) {
    const auto& run = sweep.runs[i];
    text += fmt::format("| {} |", i + 1);
    for (const auto& value : run.values) text += " " + value + " |";
    for (std::size_t c = 0; c < sweep.columns.size(); ++c)
      text += run.collected.empty() ? " - |" : fmt::format(" {:.6g} |", run.collected[c]);
    text += " " + run.status + " |\n";
    if (!run.message.empty()) reasons += fmt::format("\nrun {}, {}: {}\n", i + 1, run.status, run.message);
  }
  return text + reasons;
}

std::vector<std::string> sweep_plots(const Sweep& sweep) {
  std::vector<std::string> plots;
  const auto& axes = sweep.axes;
  const bool has_numbers = !axes.empty() && std::all_of(axes[0].values.begin(), axes[0].values.end(),
                                                        [](const auto& value) { return number_of(value).has_value(); });
  if (axes.size() > 2 || !has_numbers) return plots;
  const std::vector<std::string> one{""};
  for (std::size_t c = 0; c < sweep.columns.size(); ++c) {
    std::vector<Series> lines;
    for (const auto& second : axes.size() > 1 ? axes[1].values : one) {
      Series line{axes.size() > 1 ? axes[1].key + " = " + second : sweep.columns[c].column.name, {}, {}};
      for (const auto& run : sweep.runs) {
        if (run.collected.empty() || (axes.size() > 1 && run.values[1] != second)) continue;
        line.x.push_back(*number_of(run.values[0]));
        line.y.push_back(run.collected[c]);
      }
      lines.push_back(std::move(line));
    }
    PlotOptions options;
    options.x_label = axes[0].key;
    options.y_label = heading_of_column(sweep.columns[c]);
    options.marks = true;
    plots.push_back(svg_plot(lines, options));
  }
  return plots;
}

}  // namespace percuss
