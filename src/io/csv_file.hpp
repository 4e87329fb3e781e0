// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdio>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace percuss {

/// Streams rows of numbers into a CSV file: one header line of names, then one line per row. Every number is written
/// with the fewest digits that read back to the same double. Owns the file; rows collect in a 64 KiB buffer. When the
/// disk is full the file ends with the last line that found room whole.
class CsvWriter {
 public:
  /// Creates or empties the file. Throws std::runtime_error (with the file's name) when it cannot be written, and
  /// when a name holds a line break, which no reader of lines could undo.
  CsvWriter(std::string path, const std::vector<std::string>& columns);
  /// Writes what is left and swallows a failure: call close() to hear of it.
  ~CsvWriter();
  CsvWriter(CsvWriter&&) noexcept = default;
  CsvWriter& operator=(CsvWriter&&) = delete;

  /// `row` has one number per column. Throws std::runtime_error when the disk is full, or the row has another length.
  void write_row(std::span<const double> row);
  /// Hands everything so far to the operating system; throws std::runtime_error when it does not take it.
  void flush();
  /// flush(), then closes; a second close does nothing.
  void close();

 private:
  struct CloseFile {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  std::string path_;
  std::size_t num_columns_;
  std::unique_ptr<std::FILE, CloseFile> file_;
  std::string buffer_;
  std::size_t size_ = 0;  // of the file
};

/// A CSV file in memory, column by column; all columns have the same length.
struct CsvTable {
  std::string file;                ///< where it came from, for messages
  std::vector<std::string> names;  ///< without their units
  std::vector<std::string> units;  ///< that the headings tell in brackets ("wall.force [N]"); "" where they do not
  std::vector<std::vector<double>> columns;
  std::string left_out;  ///< one sentence where the last line was, empty otherwise

  std::size_t num_rows() const { return columns.empty() ? 0 : columns.front().size(); }
  /// The column of this name, with its unit or without. A header such as `y_slider   (theta3=omega3=0)` also answers to
  /// its first word, unless another column bears that name. Throws InputError when there is none, with the nearest
  /// name, and when there are several.
  const std::vector<double>& column(std::string_view name) const { return columns[place_of(name)]; }
  const std::string& unit(std::string_view name) const { return units[place_of(name)]; }
  /// As it stands in the header, without its unit.
  const std::string& heading(std::string_view name) const { return names[place_of(name)]; }

 private:
  std::size_t place_of(std::string_view name) const;
  std::optional<std::size_t> only_one(std::string_view name, const std::function<bool(std::size_t)>& answers) const;
};

/// Text as a cell of a CSV file: in quotes when it would not be read back as it is.
std::string csv_cell(const std::string& text);
/// The cells of a line; a cell may stand in double quotes, where "" is a quote. Blanks around cells go.
std::vector<std::string> split_csv_line(std::string_view line);

/// Reads a CSV file whose first line names the columns and whose other lines hold numbers (also nan, inf, +1).
/// Blanks around cells, empty lines and CR LF line ends are accepted; names may stand in double quotes, and end in a
/// unit (csv_heading.hpp; those that would be alike without it keep it in their names). Throws
/// InputError with file, line and column for every fault (the first 20): a file that is missing, empty or without a
/// header, lines with the wrong number of cells (told once), a last line that was cut off, a cell that is not a number.
/// Of `NAME.csv.part`, a file of a run that is under way or was killed, such a last line is left out.
CsvTable read_csv(const std::string& path);

}  // namespace percuss
