// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string>

#include "io/csv_file.hpp"
#include "io/hdf5_file.hpp"
#include "io/model_file.hpp"
#include "simulation/history.hpp"
#include "simulation/simulation.hpp"

namespace percuss {

/// Writes a run's files into a folder:
///   history.csv   t and the columns of `outputs.history`
///   result.h5     /history/<column>, /certificates/residual, complementarity, min_gap, drift, energy_scheme (rows as
///                 the history's), /states/t, /states/q, /states/v, /model/text, /model/overrides, attributes that say
///                 which program made it
///   summary.json  when the run has ended
class ResultWriter {
 public:
  /// Creates the folder and the files; removes an older summary.json. Throws InputError naming `--out` when it cannot.
  ResultWriter(const std::string& folder, const ModelFile& file, History history, int threads);

  void write_row(const Sample& sample);
  void write_state(const State& state);
  /// Closes the series and writes summary.json. Throws std::runtime_error when the disk does not take it.
  void finish(const RunResult& result, const ModelFile& file);

 private:
  std::string folder_;
  History history_;
  std::unique_ptr<CsvWriter> csv_;
  std::unique_ptr<Hdf5File> h5_;
  std::vector<std::string> datasets_;
  std::vector<Quantity> certificates_;
  std::vector<double> row_;
};

}  // namespace percuss
