// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "io/settings.hpp"
#include "io/svg_plot.hpp"

namespace percuss {

/// A key of the model file and the values that it takes, as YAML.
struct SweepAxis {
  std::string key;
  std::vector<std::string> values;
};

/// `KEY=FIRST:STEP:LAST` or `KEY=VALUE,VALUE,...`; commas within brackets belong to a value. LAST is taken where it is
/// a whole number of steps away, to 1e-9 of one. Throws InputError, place `option`.
SweepAxis read_axis(const std::string& text, const std::string& option = "--vary");

/// A column that is collected: one number for a whole run, of the last row or over all rows of `column`.
struct SweepColumn {
  OutputColumn column;
  std::string unit;
};

/// One number over a run whose history has these times and values of the column: of `end` the last, of statistics that
/// of the statistics of all rows. NaN where there is no row.
double over_run(Over over, const std::vector<double>& t, const std::vector<double>& values);

/// What was asked of one run and came of it.
struct SweepRun {
  std::vector<std::string> values;  ///< one per axis
  std::string folder;               ///< within that of the sweep
  std::string status;               ///< that of summary.json; `failed` where there is none
  std::string message;              ///< why it failed, or what it warns of
  std::vector<double> collected;    ///< one per column; empty: none
  bool is_good() const { return status == "done" || status == "done_with_warnings"; }
};

struct Sweep {
  std::vector<SweepAxis> axes;
  std::vector<SweepColumn> columns;
  std::vector<SweepRun> runs;  ///< the last axis runs fastest

  std::size_t num_failed() const;
};

/// All combinations, nothing run; folders are named by keys and values, so that they stay when an axis is extended.
std::vector<SweepRun> runs_of(const std::vector<SweepAxis>& axes);

///   run,KEY,...,status,COLUMN [UNIT],...
std::string csv_table(const Sweep& sweep);
/// The same in Markdown, with reasons of failures below; also for a terminal.
std::string markdown_table(const Sweep& sweep);

/// Each collected column over the first axis, one line for each value of the second; of one or two axes of which the
/// first has numbers: none otherwise.
std::vector<std::string> sweep_plots(const Sweep& sweep);

}  // namespace percuss
