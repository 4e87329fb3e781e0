// SPDX-License-Identifier: Apache-2.0
#include "report/event_table.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <fstream>
#include <limits>
#include <optional>
#include <unordered_map>

#include "core/fault.hpp"
#include "io/csv_file.hpp"
#include "io/csv_heading.hpp"

namespace percuss {

namespace {

std::optional<double> number_of(const std::string& cell) {
  if (cell.empty()) return std::numeric_limits<double>::quiet_NaN();
  double value = 0.0;
  const auto* end = cell.data() + cell.size();
  const auto [stop, error] = std::from_chars(cell.data(), end, value);
  if (error != std::errc() || stop != end) return std::nullopt;
  return value;
}

EventTable::Column column_of(const CsvHeading& heading, const std::vector<std::string>& cells) {
  EventTable::Column column;
  column.name = heading.name;
  column.unit = heading.unit;
  for (const auto& cell : cells) {
    const auto number = number_of(cell);
    column.is_text = !number;
    if (column.is_text) break;
    column.numbers.push_back(*number);
  }
  if (!column.is_text) return column;
  column.numbers.clear();
  std::unordered_map<std::string, std::size_t> known;
  for (const auto& cell : cells) {
    const auto [at, is_new] = known.try_emplace(cell, column.words.size());
    if (is_new) column.words.push_back(cell);
    column.word_of_row.push_back(static_cast<double>(at->second));
  }
  return column;
}

}  // namespace

EventTable read_events(const std::string& path) {
  const bool under_way = path.ends_with(".part");
  std::ifstream in(path);
  std::string line;
  if (!in || !std::getline(in, line))
    throw input_error("", "no events", "expected a first line of headings", {path, 0, 0});
  const auto cells_of_head = split_csv_line(line);
  std::vector<CsvHeading> head;
  for (const auto& cell : cells_of_head) head.push_back(heading_of(cell));
  if (std::none_of(head.begin(), head.end(), [](const CsvHeading& h) { return h.name == "t"; }))
    throw input_error("", "no column `t`",
                      fmt::format("expected the events of a run; the columns are {}", join(cells_of_head)),
                      {path, 1, 1});
  std::vector<std::vector<std::string>> columns(head.size());
  EventTable table;
  for (int number = 2; std::getline(in, line); ++number) {
    if (line.empty() || (under_way && in.eof())) continue;
    if (++table.rows > most_events) continue;
    auto cells = split_csv_line(line);
    if (cells.size() != head.size())
      throw input_error("", fmt::format("{} cells where the first line has {}", cells.size(), head.size()),
                        "the file is damaged: run the model again", {path, number, 1});
    for (std::size_t i = 0; i < cells.size(); ++i) columns[i].push_back(std::move(cells[i]));
  }
  table.rows_kept = std::min(table.rows, most_events);
  for (std::size_t i = 0; i < head.size(); ++i) table.columns.push_back(column_of(head[i], columns[i]));
  for (const auto& column : table.columns)
    if (column.name == "t" && column.is_text)
      throw input_error("t", "a time is not a number", "the file is damaged: run the model again", {path, 0, 0});
  return table;
}

}  // namespace percuss
