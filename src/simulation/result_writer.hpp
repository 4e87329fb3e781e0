// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <memory>
#include <string>

#include "io/csv_file.hpp"
#include "io/hdf5_file.hpp"
#include "io/model_file.hpp"
#include "simulation/history.hpp"
#include "simulation/result_folder.hpp"
#include "simulation/simulation.hpp"

namespace percuss {

/// Writes a run's files into a folder, as NAME.part until the run has ended (see ResultFolder):
///   history.csv   t and the columns of `outputs.history`
///   result.h5     /history/<column>, /certificates/residual, complementarity, min_gap, drift, energy_scheme (rows as
///                 the history's), /states/t, /states/q, /states/v, /model/text, /model/overrides, attributes that say
///                 which program made it
///   summary.json  what the run says of itself; while it runs, only which model it is
/// What is in memory goes to the disk with the first row or state after a second, so that the files can be read up to
/// there, even if the process is killed.
class ResultWriter {
 public:
  /// Creates the files, for which `folder` must outlive this object. Throws InputError naming `--out` when it cannot.
  ResultWriter(const ResultFolder& folder, const ModelFile& file, History history, int threads);

  void write_row(const Sample& sample);
  void write_state(const State& state);
  /// Closes the series, writes the summary and gives the files their names. Throws std::runtime_error when the disk
  /// does not take it; an earlier run's results are then as they were.
  void finish(const RunResult& result, const ModelFile& file);
  /// Instead of finish: leaves what there is under the names with .part, the summary with it if the disk takes it.
  void abandon(const RunResult& result, const ModelFile& file);

 private:
  using Clock = std::chrono::steady_clock;
  void flush_when_due();
  void write_summary(const std::string& text) const;

  const ResultFolder& folder_;
  History history_;
  std::unique_ptr<CsvWriter> csv_;
  std::unique_ptr<Hdf5File> h5_;
  std::vector<std::string> datasets_;
  std::vector<Quantity> certificates_;
  std::vector<double> row_;
  Clock::time_point last_flush_ = Clock::now();
};

}  // namespace percuss
