// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace percuss {

/// The events of a run, whatever columns they have: by heading, numbers where every cell is one (or empty), else text.
struct EventTable {
  struct Column {
    std::string name, unit;
    bool is_text = false;
    std::vector<double> numbers;     ///< of a column of numbers, NaN where the cell is empty
    std::vector<std::string> words;  ///< of a column of text: its different cells, and for each row which
    std::vector<double> word_of_row;
  };
  std::vector<Column> columns;
  std::size_t rows = 0;       ///< of the file
  std::size_t rows_kept = 0;  ///< no more than `most_events`
};

inline constexpr std::size_t most_events = 200000;

/// Reads events.csv, or events.csv.part, whose last line may be cut off and is left out then. Throws InputError with
/// file and line: no header, no column `t`, lines of another length.
EventTable read_events(const std::string& path);

}  // namespace percuss
