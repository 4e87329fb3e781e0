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
#include "io/csv_heading.hpp"
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

std::vector<NumberColumn> step_columns() {
  return {{"t", "s", "end of the step"},
          {"h", "s", "its size"},
          {"order", "", "of the extrapolation; 1: as the scheme does it"},
          {"evaluations", "", "steps of the scheme since the step before, those that were taken back among them"},
          {"switch", "", "1: a contact switched or was struck in it"}};
}

}  // namespace

ResultWriter::ResultWriter(const ResultFolder& folder, const ModelFile& file, History history, int threads,
                           const std::string& run)
    : folder_(folder),
      history_(std::move(history)),
      statistics_(history_),
      row_(history_.names.size() + 1 + certificate_columns.size()),
      state_(static_cast<std::size_t>(1 + file.model->system.num_q() + file.model->system.num_v())),
      num_q_(static_cast<std::size_t>(file.model->system.num_q())),
      max_events_(file.outputs.max_events) {
  std::vector<std::string> headings{heading_text("t", "s")};
  datasets_.push_back("history/t");
  for (std::size_t i = 0; i < history_.names.size(); ++i) {
    headings.push_back(heading_text(history_.names[i], history_.units[i]));
    datasets_.push_back("history/" + history_.names[i]);
  }
  for (const auto& [name, quantity, unit] : certificate_columns) {
    datasets_.push_back(std::string("certificates/") + name);
    certificates_.push_back(find_quantity(*file.model, quantity));
  }
  if (file.outputs.dense > 0.0) dense_of_ = std::make_unique<DenseHistory>(*file.model, history_);
  try {
    h5_ = std::make_unique<Hdf5File>(Hdf5File::create(folder_.part("result.h5")));
    csv_ = std::make_unique<CsvWriter>(folder_.part("history.csv"), headings);
    write_provenance(*h5_, file, threads, run);
    for (const auto& dataset : datasets_) h5_->declare_rows(dataset, 1);
    describe_series(*h5_, history_, *file.model);
    for (const char* name : ResultFolder::optional_names)
      std::filesystem::remove(folder_.part(name));  // of a run that was killed
    if (file.outputs.events) {
      declare_events(*h5_, file.model->contacts);
      events_ = std::make_unique<EventFile>(folder_.part("events.csv"), file.model->contacts);
    }
    if (file.outputs.steps) steps_ = std::make_unique<NumberTable>(folder_, *h5_, "steps", step_columns());
    if (dense_of_ != nullptr) dense_ = std::make_unique<NumberTable>(folder_, *h5_, "dense", dense_of_->columns());
    if (file.outputs.geometry.every > 0)
      geometry_ = std::make_unique<GeometryOutput>(folder_, *file.model, file.outputs.geometry);
    if (geometry_ != nullptr) geometry_->flush();
    h5_->flush();
    write_summary(running_summary_json(file));
  } catch (const std::runtime_error& problem) {
    refuse_result_folder(folder_.path(), problem.what());
  }
}

void ResultWriter::write_row(const Sample& sample) {
  row_[0] = sample.state.t;
  auto next = row_.begin() + 1;
  for (std::size_t i = 0; i < history_.quantities.size(); ++i)
    *next++ = statistics_.has(i) ? statistics_.value(i, sample) : history_.quantities[i].value(sample);
  statistics_.start_row(sample);
  for (const auto& certificate : certificates_) *next++ = certificate.value(sample);
  put_row(row_);
}

void ResultWriter::put_row(std::span<const double> row) {
  log(RowLog::Kind::row, row);
  csv_->write_row(row.first(row.size() - certificates_.size()));
  for (std::size_t i = 0; i < row.size(); ++i) h5_->append_value(datasets_[i], row[i]);
  ++written_.rows;
  flush_when_due();
}

void ResultWriter::write_state(const State& state) {
  state_[0] = state.t;
  std::copy(state.q.begin(), state.q.end(), state_.begin() + 1);
  std::copy(state.v.begin(), state.v.end(), state_.begin() + 1 + static_cast<std::ptrdiff_t>(num_q_));
  put_state(state_);
}

void ResultWriter::put_state(std::span<const double> state) {
  log(RowLog::Kind::state, state);
  h5_->append_value("states/t", state[0]);
  h5_->append_row("states/q", state.subspan(1, num_q_));
  h5_->append_row("states/v", state.subspan(1 + num_q_));
  last_state_ = state[0];
  ++written_.states;
  flush_when_due();
}

void ResultWriter::write_event(const ContactEvent& event) {
  if (written_.events < max_events_) put_event(numbers_of(event));
}

void ResultWriter::put_event(const EventNumbers& event) {
  log(RowLog::Kind::event, event);
  for (std::size_t i = 0; i < event.size(); ++i) h5_->append_value(event_datasets()[i], event[i]);
  events_->write(event);
  ++written_.events;
  flush_when_due();
}

void ResultWriter::write_step(const PassedStep& step, Index evaluations) {
  put_step(std::array{step.t, step.h, static_cast<double>(step.order), static_cast<double>(evaluations),
                      step.switches ? 1.0 : 0.0});
}

void ResultWriter::put_step(std::span<const double> step) {
  log(RowLog::Kind::step, step);
  steps_->write(step);
  ++written_.steps;
  flush_when_due();
}

void ResultWriter::write_dense(const State& state) { put_dense(dense_of_->row(state)); }

void ResultWriter::put_dense(std::span<const double> row) {
  log(RowLog::Kind::dense, row);
  dense_->write(row);
  ++written_.dense;
  flush_when_due();
}

void ResultWriter::write_frame(const Sample& sample) { put_frame(geometry_->frame(sample)); }

void ResultWriter::put_frame(std::span<const double> frame) {
  log(RowLog::Kind::frame, frame);
  geometry_->write(frame);
  ++written_.frames;
  flush_when_due();
}

/// A look at the clock with every row; the first row after a while pays for the flush.
void ResultWriter::flush_when_due() {
  constexpr std::chrono::seconds patience{1};
  if (Clock::now() - last_flush_ < patience) return;
  csv_->flush();
  if (events_ != nullptr) events_->flush();
  for_each_table([](NumberTable& table) { table.flush(); });
  if (geometry_ != nullptr) geometry_->flush();
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
  for_each_table([](NumberTable& table) { table.close(); });
  if (geometry_ != nullptr) geometry_->close();
  h5_->write_text("summary", text);
  h5_->close();
  if (log_ != nullptr)  // which goes when these stand
    for (const auto* name : {"history.csv", "result.h5"}) synchronise(folder_.part(name));
  write_summary(text);
  std::vector<std::string> names{"history.csv", "result.h5", "summary.json"};
  if (events_ != nullptr) names.insert(names.begin(), "events.csv");
  if (steps_ != nullptr) names.insert(names.begin(), "steps.csv");
  if (dense_ != nullptr) names.insert(names.begin(), "dense.csv");
  if (geometry_ != nullptr) names.insert(names.begin(), {GeometryOutput::data_name, GeometryOutput::index_name});
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
  for_each_table([&](NumberTable& table) { attempt([&] { table.close(); }); });
  if (geometry_ != nullptr) geometry_->abandon();
  h5_->abandon();
  attempt([&] { write_summary(summary_json(result, file)); });
}

}  // namespace percuss
