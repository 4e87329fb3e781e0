// SPDX-License-Identifier: Apache-2.0
#include "simulation/comparison_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace percuss {

namespace {

struct Table {
  std::vector<std::string> headings;
  std::vector<std::vector<std::string>> rows;
};

std::string error_cell(const std::optional<double>& error) { return error ? fmt::format("{:.2e}", *error) : "-"; }
std::string ratio_cell(const std::optional<double>& ratio) { return ratio ? fmt::format("{:.2f}", *ratio) : "-"; }

/// A time in three digits.
std::string time_cell(const std::optional<double>& seconds, double unit) {
  if (!seconds) return "-";
  const double number = *seconds / unit;
  const int decimals = number > 0.0 ? 2 - static_cast<int>(std::floor(std::log10(number))) : 0;
  return fmt::format("{:.{}f}", number, std::clamp(decimals, 0, 6));
}

/// What a run took goes with the first unit; the column of tolerances is there when the study has some.
Table table_of_cases(const Comparison& comparison, bool with_work) {
  const bool with_tolerances = std::any_of(comparison.cases.begin(), comparison.cases.end(),
                                           [](const CaseResult& one) { return one.tolerance.has_value(); });
  Table table{{"scheme", "h [s]"}, {}};
  if (with_tolerances) table.headings.emplace_back("tolerance");
  table.headings.insert(table.headings.end(), {comparison.error_heading(), "order"});
  if (with_work) table.headings.insert(table.headings.end(), {"evaluations", "time/step [us]", "relative"});
  for (const auto& one : comparison.cases) {
    auto& row = table.rows.emplace_back();
    row = {one.scheme, fmt::format("{:.3g}", one.step)};
    if (with_tolerances) row.push_back(one.tolerance ? fmt::format("{:.3g}", *one.tolerance) : "-");
    row.insert(row.end(), {one.failed() ? "failed" : error_cell(one.error), ratio_cell(one.order)});
    if (with_work)
      row.insert(row.end(), {one.evaluations > 0 ? fmt::format("{}", one.evaluations) : "-",
                             time_cell(one.seconds_per_step, 1e-6), ratio_cell(one.relative_time)});
  }
  return table;
}

Table table_of_schemes(const Comparison& comparison) {
  const auto target = comparison.target ? fmt::format("time to error {:.2e} [ms]", *comparison.target) : "time [ms]";
  Table table{{"scheme", "mean order", target}, {}};
  for (const auto& scheme : comparison.schemes)
    table.rows.push_back({scheme.scheme, ratio_cell(scheme.order), time_cell(scheme.seconds_to_target, 1e-3)});
  return table;
}

/// Width of each column; the first is set flush left, numbers flush right.
std::vector<std::size_t> widths_of(const Table& table) {
  std::vector<std::size_t> widths;
  for (const auto& heading : table.headings) widths.push_back(heading.size());
  for (const auto& row : table.rows)
    for (std::size_t j = 0; j < row.size(); ++j) widths[j] = std::max(widths[j], row[j].size());
  return widths;
}

std::string line_of(const std::vector<std::string>& cells, const std::vector<std::size_t>& widths, const char* gap) {
  std::string line;
  for (std::size_t j = 0; j < cells.size(); ++j)
    line += j == 0 ? fmt::format("{:<{}}", cells[j], widths[j]) : fmt::format("{}{:>{}}", gap, cells[j], widths[j]);
  return line;
}

std::string plain(const Table& table) {
  const auto widths = widths_of(table);
  auto text = line_of(table.headings, widths, "  ") + "\n";
  for (const auto& row : table.rows) text += line_of(row, widths, "  ") + "\n";
  return text;
}

std::string markdown(const Table& table) {
  const auto widths = widths_of(table);
  auto text = "| " + line_of(table.headings, widths, " | ") + " |\n|";
  for (std::size_t j = 0; j < widths.size(); ++j) text += std::string(widths[j] + 1, '-') + (j == 0 ? "-|" : ":|");
  text += "\n";
  for (const auto& row : table.rows) text += "| " + line_of(row, widths, " | ") + " |\n";
  return text;
}

/// What was compared with what, one sentence on each line; of the units behind the first only what differs.
std::vector<std::string> caption_of(const Comparison& comparison, bool first) {
  std::vector<std::string> lines{fmt::format("{}{} norm of the errors of {}", first ? comparison.model + ": " : "",
                                             error_norm_names()[static_cast<std::size_t>(comparison.norm)],
                                             join(comparison.columns))};
  if (!first) return lines;
  lines.push_back(fmt::format("reference {}, t = {} to {} s: {}", comparison.reference, comparison.start,
                              comparison.end, comparison.times));
  if (!comparison.timing.empty()) lines.push_back("time per step: " + comparison.timing);
  if (!comparison.left_out.empty()) lines.push_back(comparison.left_out);
  return lines;
}

std::vector<std::string> failures_of(const std::vector<Comparison>& by_unit) {
  std::vector<std::string> lines;
  const auto add = [&lines](const std::string& line) {
    if (std::find(lines.begin(), lines.end(), line) == lines.end()) lines.push_back(line);
  };
  for (const auto& comparison : by_unit) {
    if (!comparison.reference_failure.empty()) add("the reference failed: " + comparison.reference_failure);
    for (const auto& one : comparison.cases)
      if (!one.message.empty()) {
        const auto tolerance = one.tolerance ? fmt::format(", tolerance {}", *one.tolerance) : "";
        add(fmt::format("{}, h = {} s{}: {}", one.scheme, one.step, tolerance, one.message));
      }
  }
  return lines;
}

/// Errors that a smaller step makes larger are rarely those of the scheme.
std::vector<std::string> doubts_of(const std::vector<Comparison>& by_unit) {
  std::vector<std::string> schemes;
  for (const auto& comparison : by_unit)
    for (const auto& one : comparison.cases)
      if (one.order && *one.order < 0.0 && std::find(schemes.begin(), schemes.end(), one.scheme) == schemes.end())
        schemes.push_back(one.scheme);
  if (schemes.empty()) return {};
  return {
      fmt::format("errors grow as the step shrinks ({}): the reference may be no better than these runs; try a smaller "
                  "--reference-step, or a --reference-scheme of higher order",
                  join(schemes))};
}

/// Below the tables.
std::vector<std::string> remarks_on(const std::vector<Comparison>& by_unit) {
  auto lines = failures_of(by_unit);
  const auto doubts = doubts_of(by_unit);
  lines.insert(lines.end(), doubts.begin(), doubts.end());
  return lines;
}

/// A word as a cell of a CSV file.
std::string quoted(const std::string& word) {
  if (word.find_first_of(",\"\n") == std::string::npos) return word;
  std::string text = "\"";
  for (const char c : word) text += c == '"' ? std::string("\"\"") : std::string(1, c);
  return text + "\"";
}

const char* status_of(Outcome outcome) {
  switch (outcome) {
    case Outcome::done:
      return "done";
    case Outcome::certificate_broken:
      return "certificate_broken";
    case Outcome::interrupted:
    case Outcome::failed:
      break;
  }
  return "failed";
}

}  // namespace

std::string text_table(const std::vector<Comparison>& by_unit) {
  std::string text;
  for (const auto& comparison : by_unit) {
    const bool first = text.empty();
    if (!first) text += "\n";
    for (const auto& line : caption_of(comparison, first)) text += line + "\n";
    text += "\n" + plain(table_of_cases(comparison, first)) + "\n" + plain(table_of_schemes(comparison));
  }
  const auto remarks = remarks_on(by_unit);
  if (!remarks.empty()) text += "\n" + join(remarks, "\n") + "\n";
  return text;
}

std::string markdown_table(const std::vector<Comparison>& by_unit) {
  std::string text;
  for (const auto& comparison : by_unit) {
    const bool first = text.empty();
    if (!first) text += "\n";
    for (const auto& line : caption_of(comparison, first)) text += line + "  \n";
    text += "\n" + markdown(table_of_cases(comparison, first)) + "\n" + markdown(table_of_schemes(comparison));
  }
  const auto remarks = remarks_on(by_unit);
  if (!remarks.empty()) text += "\n- " + join(remarks, "\n- ") + "\n";
  return text;
}

std::string csv_table(const std::vector<Comparison>& by_unit) {
  std::string text = "scheme,step,tolerance,steps,evaluations,unit,error,order,seconds_per_step,relative_time,status\n";
  const auto full = [](const std::optional<double>& number) { return number ? fmt::format("{}", *number) : ""; };
  for (const auto& comparison : by_unit)
    for (const auto& one : comparison.cases)
      text += fmt::format("{},{},{},{},{},{},{},{},{},{},{}\n", quoted(one.scheme), one.step, full(one.tolerance),
                          one.num_steps, one.evaluations, comparison.error_unit(), full(one.error), full(one.order),
                          full(one.seconds_per_step), full(one.relative_time), status_of(one.outcome));
  return text;
}

}  // namespace percuss
