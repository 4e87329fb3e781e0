// SPDX-License-Identifier: Apache-2.0
#include "simulation/result_writer.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>

#include "core/fault.hpp"
#include "core/version.hpp"
#include "io/checksum.hpp"
#include "simulation/state_columns.hpp"
#include "simulation/summary.hpp"

namespace percuss {

namespace {

void write_provenance(Hdf5File& h5, const ModelFile& file, int threads, const std::string& run) {
  h5.write_attribute("/", "format", "percuss-result");
  h5.write_attribute("/", "format_version", 1);
  h5.write_attribute("/", "percuss_version", build::version);
  h5.write_attribute("/", "revision", build::revision);
  h5.write_attribute("/", "compiler", build::compiler);
  h5.write_attribute("/", "build_type", build::build_type);
  h5.write_attribute("/", "threads", threads);
  h5.write_attribute("/", "run", run);
  h5.write_attribute("/", "started", fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))));
  h5.write_text("model/text", file.text);
  h5.write_text("model/overrides", join(file.overrides, "\n"));
  h5.write_text("model/path", file.path);
}

struct CertificateColumn {
  const char *name, *quantity, *unit;
};

/// Written with every row of the history into the group `certificates`.
constexpr std::array<CertificateColumn, 5> certificate_columns{{{"residual", "solver.residual", "m/s"},
                                                                {"complementarity", "solver.complementarity", "J"},
                                                                {"min_gap", "solver.min_gap", "m"},
                                                                {"drift", "solver.drift", "m, rad"},
                                                                {"energy_scheme", "energy.scheme", "J"}}};

/// Attributes `quantity` and `units` of every series, `columns` of the states.
void describe_series(Hdf5File& h5, const History& history, const Model& model) {
  const auto describe = [&h5](const std::string& dataset, std::string_view quantity, std::string_view unit) {
    h5.write_attribute(dataset, "quantity", quantity);
    h5.write_attribute(dataset, "units", unit);
  };
  describe("history/t", "t", "s");
  for (std::size_t i = 0; i < history.names.size(); ++i)
    describe("history/" + history.names[i], history.words[i], history.units[i]);
  for (const auto& [name, quantity, unit] : certificate_columns)
    describe(std::string("certificates/") + name, quantity, unit);
  h5.declare_rows("states/t", 1);
  h5.declare_rows("states/q", static_cast<std::size_t>(model.system.num_q()));
  h5.declare_rows("states/v", static_cast<std::size_t>(model.system.num_v()));
  describe("states/t", "t", "s");
  const auto columns = state_columns(model);
  h5.write_attribute("states/q", "columns", columns.q);
  h5.write_attribute("states/q", "units", "m, rad");
  h5.write_attribute("states/v", "columns", columns.v);
  h5.write_attribute("states/v", "units", "m/s, rad/s");
}

}  // namespace

ResultWriter::ResultWriter(const ResultFolder& folder, const ModelFile& file, History history, int threads,
                           const std::string& run)
    : folder_(folder),
      history_(std::move(history)),
      row_(history_.names.size() + 1 + certificate_columns.size()),
      state_(static_cast<std::size_t>(1 + file.model->system.num_q() + file.model->system.num_v())),
      num_q_(static_cast<std::size_t>(file.model->system.num_q())) {
  std::vector<std::string> headings{"t"};
  headings.insert(headings.end(), history_.names.begin(), history_.names.end());
  for (const auto& heading : headings) datasets_.push_back("history/" + heading);
  for (const auto& [name, quantity, unit] : certificate_columns) {
    datasets_.push_back(std::string("certificates/") + name);
    certificates_.push_back(find_quantity(*file.model, quantity));
  }
  try {
    h5_ = std::make_unique<Hdf5File>(Hdf5File::create(folder_.part("result.h5")));
    csv_ = std::make_unique<CsvWriter>(folder_.part("history.csv"), headings);
    write_provenance(*h5_, file, threads, run);
    for (const auto& dataset : datasets_) h5_->declare_rows(dataset, 1);
    describe_series(*h5_, history_, *file.model);
    std::filesystem::remove(folder_.part("events.csv"));  // of a run that was killed
    if (tells_switches(file.simulation)) {
      declare_switches(*h5_);
      events_ = std::make_unique<SwitchFile>(folder_.part("events.csv"), file.model->contacts);
    }
    h5_->flush();
    write_summary(running_summary_json(file));
  } catch (const std::runtime_error& problem) {
    refuse_result_folder(folder_.path(), problem.what());
  }
}

void ResultWriter::write_row(const Sample& sample) {
  row_[0] = sample.state.t;
  auto next = row_.begin() + 1;
  for (const auto& quantity : history_.quantities) *next++ = quantity.value(sample);
  for (const auto& certificate : certificates_) *next++ = certificate.value(sample);
  put_row(row_);
}

void ResultWriter::put_row(std::span<const double> row) {
  if (log_ != nullptr) log_->write_row(row);
  csv_->write_row(row.first(row.size() - certificates_.size()));
  for (std::size_t i = 0; i < row.size(); ++i) h5_->append_value(datasets_[i], row[i]);
  ++rows_;
  flush_when_due();
}

void ResultWriter::write_state(const State& state) {
  state_[0] = state.t;
  std::copy(state.q.begin(), state.q.end(), state_.begin() + 1);
  std::copy(state.v.begin(), state.v.end(), state_.begin() + 1 + static_cast<std::ptrdiff_t>(num_q_));
  put_state(state_);
}

void ResultWriter::put_state(std::span<const double> state) {
  if (log_ != nullptr) log_->write_state(state);
  h5_->append_value("states/t", state[0]);
  h5_->append_row("states/q", state.subspan(1, num_q_));
  h5_->append_row("states/v", state.subspan(1 + num_q_));
  last_state_ = state[0];
  ++states_;
  flush_when_due();
}

void ResultWriter::write_switch(const Switch& point) { put_switch(numbers_of(point)); }

void ResultWriter::put_switch(const SwitchNumbers& point) {
  if (log_ != nullptr) log_->write_switch(point);
  for (std::size_t i = 0; i < point.size(); ++i) h5_->append_value(switch_datasets[i], point[i]);
  events_->write(switch_of(point));
  ++switches_;
}

void ResultWriter::replay_log(const std::string& path, RowLog::Mark mark) {
  const auto checked = [&](std::span<const double> numbers, std::size_t expected) {
    if (numbers.size() != expected)
      throw input_error("", "the rows are not those of this model", "resume with the model that wrote them", {path});
  };
  RowLog::read(
      path, mark,
      [&](std::span<const double> row) {
        checked(row, row_.size());
        put_row(row);
      },
      [&](std::span<const double> state) {
        checked(state, state_.size());
        put_state(state);
      },
      [&](std::span<const double> point) {
        SwitchNumbers numbers{};
        checked(point, events_ != nullptr ? numbers.size() : 0);
        std::copy(point.begin(), point.end(), numbers.begin());
        put_switch(numbers);
      });
}

void ResultWriter::replay_results(const std::string& path, const Checkpoint& of) {
  const auto file = Hdf5File::open(path);
  if (file.read_attribute_text("/", "run") != of.run)
    throw input_error("", "the results are not those of the run of the checkpoint", "run the model again", {path});
  const auto read = [&](const std::string& dataset, Index length) {
    auto matrix = file.read_matrix(dataset);
    if (static_cast<Index>(matrix.rows) < length)
      throw input_error(dataset, fmt::format("{} rows, but the checkpoint is of {}", matrix.rows, length),
                        "the results are of another run: run the model again", {path});
    return matrix;
  };
  std::vector<Hdf5Matrix> columns;
  for (const auto& dataset : datasets_) columns.push_back(read(dataset, of.rows));
  std::vector<double> row(columns.size());
  for (std::size_t i = 0; i < static_cast<std::size_t>(of.rows); ++i) {
    for (std::size_t j = 0; j < row.size(); ++j) row[j] = columns[j].data[i];
    put_row(row);
  }
  const auto t = read("states/t", of.states), q = read("states/q", of.states), v = read("states/v", of.states);
  for (std::size_t i = 0; i < static_cast<std::size_t>(of.states); ++i) {
    state_[0] = t.data[i];
    std::copy_n(q.data.begin() + static_cast<std::ptrdiff_t>(i * q.cols), q.cols, state_.begin() + 1);
    std::copy_n(v.data.begin() + static_cast<std::ptrdiff_t>(i * v.cols), v.cols,
                state_.begin() + 1 + static_cast<std::ptrdiff_t>(num_q_));
    put_state(state_);
  }
  if (events_ == nullptr) return;
  std::vector<Hdf5Matrix> points;
  for (const auto* dataset : switch_datasets) points.push_back(read(dataset, of.switches));
  for (std::size_t i = 0; i < static_cast<std::size_t>(of.switches); ++i) {
    SwitchNumbers point{};
    for (std::size_t j = 0; j < point.size(); ++j) point[j] = points[j].data[i];
    put_switch(point);
  }
}

/// A look at the clock with every row; the first row after a while pays for the flush.
void ResultWriter::flush_when_due() {
  constexpr std::chrono::seconds patience{1};
  if (Clock::now() - last_flush_ < patience) return;
  csv_->flush();
  if (events_ != nullptr) events_->flush();
  h5_->flush();
  last_flush_ = Clock::now();
}

void ResultWriter::write_summary(const std::string& text) const {
  const auto path = folder_.part("summary.json");
  std::ofstream out(path);
  out << text;
  out.close();
  if (!out) throw std::runtime_error(fmt::format("{}: cannot write: {}", path, std::strerror(errno)));
}

void ResultWriter::finish(const RunResult& result, const ModelFile& file) {
  const auto text = summary_json(result, file);
  csv_->close();
  if (events_ != nullptr) events_->close();
  h5_->write_text("summary", text);
  h5_->close();
  if (log_ != nullptr)  // which goes when these stand
    for (const auto* name : {"history.csv", "result.h5"}) synchronise(folder_.part(name));
  write_summary(text);
  std::vector<std::string> names{"history.csv", "result.h5", "summary.json"};
  if (events_ != nullptr) names.insert(names.begin(), "events.csv");
  folder_.publish(names);
}

void ResultWriter::abandon(const RunResult& result, const ModelFile& file) {
  const auto attempt = [](auto&& write) {
    try {
      write();
    } catch (const std::runtime_error&) {  // the first failure has been told
    }
  };
  attempt([&] { csv_->close(); });
  h5_->abandon();
  attempt([&] { write_summary(summary_json(result, file)); });
}

}  // namespace percuss
