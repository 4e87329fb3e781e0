// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <utility>

#include "io/csv_file.hpp"
#include "io/hdf5_file.hpp"
#include "io/model_file.hpp"
#include "simulation/checkpoint.hpp"
#include "simulation/dense_history.hpp"
#include "simulation/event_file.hpp"
#include "simulation/geometry_output.hpp"
#include "simulation/history.hpp"
#include "simulation/number_table.hpp"
#include "simulation/passed_step.hpp"
#include "simulation/result_folder.hpp"
#include "simulation/row_log.hpp"
#include "simulation/row_statistics.hpp"
#include "simulation/simulation.hpp"

namespace percuss {

/// Writes a run's files into a folder, as NAME.part until the run has ended (see ResultFolder):
///   history.csv   t and the columns of `outputs.history`
///   result.h5     /history/<column>, /certificates/residual, complementarity, min_gap, drift, energy_scheme (rows as
///                 the history's), /states/t, /states/q, /states/v, /model/text, /model/overrides, attributes that say
///                 which program made it
///   events.csv    what happened at the contacts (EventFile), and /events/<column>; unless `outputs.events: false`
///   steps.csv     the steps that were passed, and /steps/t, h, order, evaluations, switch; where outputs.steps says so
///   dense.csv     columns of the history at other times (DenseHistory), and /dense/<column>; of outputs.dense
///   result.vtkhdf, result.xmf  pictures (GeometryOutput); of outputs.geometry
///   summary.json  what the run says of itself; while it runs, only which model it is
/// What is in memory goes to the disk with the first row or state after a second, so that the files can be read up to
/// there, even if the process is killed.
class ResultWriter {
 public:
  /// Creates the files, for which `folder` must outlive this object. Throws InputError naming `--out` when it cannot.
  /// `run`: which run this is, in all its processes.
  ResultWriter(const ResultFolder& folder, const ModelFile& file, History history, int threads, const std::string& run);

  void write_row(const Sample& sample);
  void write_state(const State& state);
  /// Of runs with `outputs.events`; those beyond `outputs.max_events` are left out.
  void write_event(const ContactEvent& event);
  /// Columns that are of the time between rows: told every step that was passed.
  RowStatistics& statistics() { return statistics_; }
  /// Of runs with `outputs.steps`, and `outputs.dense`.
  void write_step(const PassedStep& step, Index evaluations);
  void write_dense(const State& state);
  /// Of runs with `outputs.geometry`; percussions of the sample are those since the frame before.
  void write_frame(const Sample& sample);
  /// Every row and state goes into this log as well from now on.
  void keep_log(RowLog log) { log_ = std::make_unique<RowLog>(std::move(log)); }
  /// Brings the log, if there is one, to the disk.
  RowLog::Mark synchronise_log() { return log_ != nullptr ? log_->synchronise() : RowLog::Mark(); }
  /// Time of the last state written, NaN before the first [s].
  double last_state() const { return last_state_; }
  const Checkpoint::Counts& written() const { return written_; }
  /// Writes again what an earlier process wrote up to a checkpoint: from its log, or else from its result.h5, which has
  /// ended well. Throws InputError when they do not hold it.
  void replay_log(const std::string& path, RowLog::Mark mark);
  /// Pictures are in `pictures` then.
  void replay_results(const std::string& path, const std::string& pictures, const Checkpoint& of);
  /// Closes the series, writes the summary and gives the files their names. Throws std::runtime_error when the disk
  /// does not take it; an earlier run's results are then as they were.
  void finish(const RunResult& result, const ModelFile& file);
  /// Instead of finish: leaves what there is under the names with .part, the summary with it if the disk takes it.
  void abandon(const RunResult& result, const ModelFile& file);

 private:
  using Clock = std::chrono::steady_clock;
  void put_row(std::span<const double> row);
  void put_state(std::span<const double> state);
  void put_event(const EventNumbers& event);
  void put_step(std::span<const double> step);
  void put_dense(std::span<const double> row);
  void put_frame(std::span<const double> frame);
  void put(RowLog::Kind kind, std::span<const double> numbers);
  template <class Visit>
  void for_each_table(Visit&& visit) const {
    for (auto* table : {steps_.get(), dense_.get()})
      if (table != nullptr) visit(*table);
  }
  void log(RowLog::Kind kind, std::span<const double> numbers) {
    if (log_ != nullptr) log_->write(kind, numbers);
  }
  void flush_when_due();
  void write_summary(const std::string& text) const;

  const ResultFolder& folder_;
  History history_;
  RowStatistics statistics_;
  std::unique_ptr<CsvWriter> csv_;
  std::unique_ptr<Hdf5File> h5_;
  std::unique_ptr<EventFile> events_;  // null: not asked for
  std::unique_ptr<DenseHistory> dense_of_;
  std::unique_ptr<NumberTable> steps_, dense_;  // null: not asked for
  std::unique_ptr<GeometryOutput> geometry_;    // likewise
  std::vector<std::string> datasets_;
  std::vector<Quantity> certificates_;
  std::vector<double> row_, state_;  // history and certificates; t, q, v
  std::size_t num_q_;
  Index max_events_;
  std::unique_ptr<RowLog> log_;
  double last_state_ = std::numeric_limits<double>::quiet_NaN();
  Checkpoint::Counts written_;
  Clock::time_point last_flush_ = Clock::now();
};

}  // namespace percuss
