// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "report/event_table.hpp"
#include "report/motion.hpp"

namespace percuss {

/// What a report shows of one run, as its folder tells it.
struct ReportData {
  struct Column {
    std::string name, quantity, unit;
    std::vector<double> values;
  };
  /// Rows at other times than those of the history: steps.csv, dense.csv.
  struct Table {
    std::string name;  ///< "steps"
    std::vector<double> t;
    std::vector<Column> columns;  ///< each as long as t
  };
  /// A line of what made the run: "compiler", "g++ 12.2".
  struct Fact {
    std::string name, value;
  };

  std::string name;     ///< of the run: that of its folder, without `.out`
  std::string folder;   ///< as it was given
  std::string summary;  ///< text of summary.json, a JSON object
  std::vector<Fact> facts;
  std::string model, overrides;  ///< text of the model file, and of --set; empty when results do not tell
  std::vector<double> t;
  std::vector<Column> history, certificates;  ///< each as long as t
  std::vector<Table> tables;
  std::optional<EventTable> events;
  std::optional<Motion> motion;
};

/// Reads result.h5 (without one history.csv), summary.json, steps.csv, dense.csv, events.csv and pictures of the folder
/// of a run. Of a run that is under way or was killed these are the files with .part, as far as they are written; HDF5
/// files that another program is writing are left out. Throws InputError that names the file: no folder, or not that of
/// a run; damaged files.
ReportData read_report_data(const std::string& folder);

}  // namespace percuss
