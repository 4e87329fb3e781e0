// SPDX-License-Identifier: Apache-2.0
#include "io/csv_file.hpp"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <map>
#include <optional>

#include "core/fault.hpp"
#include "io/csv_heading.hpp"
#include "io/text_file.hpp"

namespace percuss {

namespace {

constexpr std::size_t buffer_size = 64 * 1024;
constexpr std::size_t longest_number = 32;  // "-1.7976931348623157e+308" has 24 characters
constexpr std::size_t most_faults = 20;     // a file of the wrong kind has one fault per line: nobody reads them all
constexpr std::string_view blanks = " \t\r";

[[noreturn]] void refuse_write(const std::string& path, std::string_view reason) {
  throw std::runtime_error(fmt::format("{}: cannot write: {}", path, reason));
}

/// A name as it stands in the header: in quotes when it would not be read back as it is.
std::string header_cell(const std::string& path, const std::string& name) {
  if (name.find_first_of("\r\n") != std::string::npos) refuse_write(path, "a column name holds a line break");
  return csv_cell(name);
}

/// The number a cell holds. from_chars knows no leading plus and calls an underflow a failure; both are numbers here.
std::optional<double> number_in(std::string_view cell) {
  if (cell.size() > 1 && cell[0] == '+' && cell[1] != '-') cell.remove_prefix(1);
  double value = 0.0;
  const auto [end, error] = std::from_chars(cell.data(), cell.data() + cell.size(), value);
  if (end != cell.data() + cell.size() || error == std::errc::invalid_argument) return std::nullopt;
  if (error == std::errc::result_out_of_range) {
    if (cell.find("e-") == std::string_view::npos && cell.find("E-") == std::string_view::npos) return std::nullopt;
    return cell[0] == '-' ? -0.0 : 0.0;
  }
  return value;
}

struct Cell {
  std::string text;
  int column = 1;  ///< where its text begins in the line, counted from 1
};

/// Cuts a line at its commas, except at those between double quotes.
std::vector<Cell> split(std::string_view line) {
  std::vector<Cell> cells;
  bool quoted = false;
  for (std::size_t begin = 0, i = 0; i <= line.size(); ++i) {
    if (i < line.size() && line[i] == '"') quoted = !quoted;
    if (i < line.size() && (quoted || line[i] != ',')) continue;
    const auto text = line.substr(begin, i - begin);
    const auto lead = std::min(text.find_first_not_of(blanks), text.size());
    cells.push_back({std::string(trimmed(text, blanks)), static_cast<int>(begin + lead) + 1});
    begin = i + 1;
  }
  return cells;
}

std::string unquoted(const std::string& cell) {
  if (cell.size() < 2 || cell.front() != '"' || cell.back() != '"') return cell;
  std::string name;
  for (std::size_t i = 1; i + 1 < cell.size(); ++i) {
    if (cell[i] == '"' && cell[i + 1] == '"' && i + 2 < cell.size()) ++i;
    name += cell[i];
  }
  return name;
}

/// Reads one file: keeps the place, collects the table and the faults.
class CsvReader {
 public:
  explicit CsvReader(const std::string& path) {
    table_.file = path;
    auto name = std::filesystem::path(path).filename();
    under_way_ = name.extension() == ".part";
    if (under_way_) name = name.stem();
    of_a_run_ = under_way_ || name == "history.csv" || name == "steps.csv" || name == "dense.csv";
  }

  CsvTable read() {
    const auto text = contents();
    for (std::size_t begin = 0; begin < text.size() && faults_.size() < most_faults;) {
      const auto end = std::min(text.find('\n', begin), text.size());
      ++line_;
      auto line = std::string_view(text).substr(begin, end - begin);
      if (line_ == 1 && line.starts_with("\xEF\xBB\xBF")) line.remove_prefix(3);  // mark that some editors put in front
      if (!trimmed(line, blanks).empty()) read_line(line, /*whole=*/end < text.size());
      begin = end + 1;
    }
    if (table_.names.empty() && faults_.empty())
      faults_.push_back({{table_.file}, "", "the file is empty", "expected a header line of column names"});
    if (wrong_lines_ > 1)
      faults_[first_wrong_line_].message +=
          fmt::format("; so {} {}", wrong_lines_ - 1, wrong_lines_ == 2 ? "line more" : "lines more");
    if (!faults_.empty()) throw InputError(std::move(faults_));
    return std::move(table_);
  }

 private:
  std::string contents() const {
    std::ifstream stream(table_.file, std::ios::binary);
    int failure = stream.is_open() ? 0 : errno;
    if (std::filesystem::is_directory(table_.file)) failure = EISDIR;  // opens like a file, but cannot be read
    if (failure != 0) {
      const auto reason = fmt::format("cannot read: {}", std::strerror(failure));
      throw input_error("", reason, "expected the path of a CSV file", {table_.file, 0, 0});
    }
    return {std::istreambuf_iterator<char>(stream), {}};
  }

  void read_line(std::string_view line, bool whole) {
    const auto cells = split(line);
    if (table_.names.empty())
      read_header(cells);
    else
      read_row(cells, whole, static_cast<int>(line.size()) + 1);
  }

  void read_header(const std::vector<Cell>& cells) {
    if (std::all_of(cells.begin(), cells.end(), [](const Cell& c) { return number_in(c.text).has_value(); }))
      faults_.push_back({here(1), "", "the header line is missing: the first line holds numbers only",
                         "put the names of the columns in the first line, e.g. t,q,v"});
    for (const auto& cell : cells) table_.names.push_back(unquoted(cell.text));
    take_units();
    table_.columns.resize(cells.size());
  }

  void take_units() {
    std::map<std::string, int> alike;
    for (const auto& name : table_.names) ++alike[heading_of(name).name];
    for (auto& name : table_.names) {
      auto heading = heading_of(name);
      const bool is_only_one = alike[heading.name] == 1;
      table_.units.push_back(is_only_one ? std::move(heading.unit) : "");
      if (is_only_one) name = std::move(heading.name);
    }
  }

  void read_row(const std::vector<Cell>& cells, bool whole, int end_column) {
    const auto expected = table_.names.size();
    const bool starts_a_number = !cells.empty() && !number_in(cells.back().text) && number_in(cells.back().text + "0");
    if (!whole && (cells.size() < expected || (cells.size() == expected && (starts_a_number || of_a_run_)))) {
      const auto where = cells.size() < expected ? fmt::format("after {} of {} cells", cells.size(), expected)
                                                 : std::string("within its last cell");
      if (under_way_) {
        table_.left_out = fmt::format("{}:{}: the last line is cut off {} and left out", table_.file, line_, where);
        return;
      }
      faults_.push_back({here(end_column), "", "the last line is cut off " + where,
                         "whatever wrote the file was interrupted: write it again, or delete its last line"});
      return;
    }
    if (cells.size() != expected) {
      if (wrong_lines_++ > 0) return;
      first_wrong_line_ = faults_.size();
      const int place = cells.size() > expected ? cells[expected].column : end_column;
      faults_.push_back({here(place), "",
                         fmt::format("{} {}, but the header names {} columns", cells.size(),
                                     cells.size() == 1 ? "cell" : "cells", expected),
                         fmt::format("expected {}", join(table_.names))});
      return;
    }
    for (std::size_t j = 0; j < cells.size(); ++j) {
      const auto value = number_in(cells[j].text);
      if (!value && faults_.size() < most_faults)
        faults_.push_back({here(cells[j].column), table_.names[j], fmt::format("`{}` is not a number", cells[j].text),
                           "expected a number that a double can hold, e.g. -1.5e-3"});
      table_.columns[j].push_back(value.value_or(0.0));
    }
  }

  Place here(int column) const { return {table_.file, line_, column}; }

  CsvTable table_;
  std::vector<Fault> faults_;
  bool of_a_run_ = false;   // CsvWriter ends every line
  bool under_way_ = false;  // of a run that has not ended, or was killed
  int line_ = 0;
  std::size_t wrong_lines_ = 0, first_wrong_line_ = 0;  // of another number of cells: told once
};

}  // namespace

std::string csv_cell(const std::string& text) {
  if (!text.empty() && text.find_first_of(",\"\n") == std::string::npos && trimmed(text, blanks) == text) return text;
  std::string quoted = "\"";
  for (const char c : text) quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
  return quoted + "\"";
}

std::vector<std::string> split_csv_line(std::string_view line) {
  std::vector<std::string> cells;
  for (const auto& cell : split(line)) cells.push_back(unquoted(cell.text));
  return cells;
}

CsvWriter::CsvWriter(std::string path, const std::vector<std::string>& columns)
    : path_(std::move(path)), num_columns_(columns.size()) {
  for (std::size_t j = 0; j < columns.size(); ++j) buffer_ += (j > 0 ? "," : "") + header_cell(path_, columns[j]);
  buffer_ += '\n';
  file_.reset(std::fopen(path_.c_str(), "wb"));
  if (!file_) refuse_write(path_, std::strerror(errno));
  std::setvbuf(file_.get(), nullptr, _IONBF, 0);  // one buffer is enough: ours, whose failures we see
}

CsvWriter::~CsvWriter() {
  try {
    close();
  } catch (const std::exception&) {  // nobody is left to be told: who wants to know calls close()
  }
}

void CsvWriter::write_row(std::span<const double> row) {
  if (!file_) refuse_write(path_, "the file is closed");
  if (row.size() != num_columns_)
    refuse_write(path_, fmt::format("a row of {} numbers for {} columns", row.size(), num_columns_));
  for (std::size_t j = 0; j < row.size(); ++j) {
    char digits[longest_number];
    if (j > 0) buffer_ += ',';
    buffer_.append(digits, std::to_chars(digits, digits + longest_number, row[j]).ptr);
  }
  buffer_ += '\n';
  if (buffer_.size() >= buffer_size) flush();
}

void CsvWriter::flush() {
  if (!file_ || buffer_.empty()) return;
  const auto written = std::fwrite(buffer_.data(), 1, buffer_.size(), file_.get());
  const int reason = errno;
  const bool complete = written == buffer_.size();
  const auto whole_lines = std::string_view(buffer_).substr(0, written).rfind('\n') + 1;  // npos + 1 is 0
  size_ += complete ? written : whole_lines;
  buffer_.clear();  // also after a failure: what of it is in the file would be written twice
  if (complete) return;
  if (::ftruncate(::fileno(file_.get()), static_cast<off_t>(size_)) == 0) std::fseek(file_.get(), 0, SEEK_END);
  refuse_write(path_, std::strerror(reason));
}

void CsvWriter::close() {
  if (!file_) return;
  flush();
  if (std::fclose(file_.release()) != 0) refuse_write(path_, std::strerror(errno));
}

std::size_t CsvTable::place_of(std::string_view name) const {
  const auto wanted = heading_of(name);
  const auto answers = [&](std::size_t j) {
    if (names[j] == name) return true;
    if (!wanted.unit.empty()) return names[j] == wanted.name && units[j] == wanted.unit;
    return units[j].empty() && heading_of(names[j]).name == name;  // one of several that are alike but for their unit
  };
  if (const auto j = only_one(name, answers)) return *j;
  const auto begins_with_it = [&](std::size_t j) {
    const auto& heading = names[j];
    return heading.substr(0, heading.find_first_of(blanks)) == name && heading.find('[') == std::string::npos;
  };
  if (const auto j = only_one(name, begins_with_it)) return *j;
  const auto named = std::find(names.begin(), names.end(), wanted.name);
  const auto& unit = named == names.end() ? wanted.unit : units[static_cast<std::size_t>(named - names.begin())];
  throw input_error(std::string(name),
                    unit == wanted.unit
                        ? "no such column"
                        : fmt::format("the unit of `{}` is {}", wanted.name, unit.empty() ? "none" : unit),
                    guess_of(name, names) + "available columns: " + join(names), {file, 0, 0});
}

std::optional<std::size_t> CsvTable::only_one(std::string_view name,
                                              const std::function<bool(std::size_t)>& answers) const {
  std::vector<std::string> found;
  std::optional<std::size_t> place;
  for (std::size_t j = 0; j < names.size(); ++j)
    if (answers(j)) {
      if (!place) place = j;
      found.push_back(heading_text(names[j], units[j]));
    }
  if (found.size() > 1)
    throw input_error(std::string(name), fmt::format("{} columns answer to this name: {}", found.size(), join(found)),
                      "give every column a name of its own", {file, 0, 0});
  return place;
}

CsvTable read_csv(const std::string& path) { return CsvReader(path).read(); }

}  // namespace percuss
