// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string>
#include <vector>

#include "io/csv_file.hpp"
#include "io/hdf5_file.hpp"
#include "simulation/result_folder.hpp"

namespace percuss {

/// A column of a table: heading, unit ("": none) and what it shows.
struct NumberColumn {
  std::string name, unit, meaning;
};

/// Rows of numbers beside the history: NAME.csv, and NAME/COLUMN in result.h5.
class NumberTable {
 public:
  /// Creates the file and the series. Keeps a reference to `h5`. All throw std::runtime_error when the disk does not
  /// take it.
  NumberTable(const ResultFolder& folder, Hdf5File& h5, const std::string& name,
              const std::vector<NumberColumn>& columns);
  /// One number per column.
  void write(std::span<const double> row);
  void flush() { csv_.flush(); }
  void close() { csv_.close(); }
  const std::vector<std::string>& datasets() const { return datasets_; }

 private:
  Hdf5File& h5_;
  CsvWriter csv_;
  std::vector<std::string> datasets_;
};

}  // namespace percuss
