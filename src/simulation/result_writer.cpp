// SPDX-License-Identifier: Apache-2.0
#include "simulation/result_writer.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>
#include <sys/resource.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>

#include "core/version.hpp"

namespace percuss {

namespace {

namespace fs = std::filesystem;

const char* word_for(Outcome outcome) {
  switch (outcome) {
    case Outcome::done:
      return "done";
    case Outcome::interrupted:
      return "interrupted";
    case Outcome::failed:
      return "failed";
    case Outcome::certificate_broken:
      return "certificate_broken";
  }
  return "";
}

std::int64_t peak_memory_bytes() {
  rusage usage{};
  getrusage(RUSAGE_SELF, &usage);
  return static_cast<std::int64_t>(usage.ru_maxrss) * 1024;
}

[[noreturn]] void refuse_folder(const std::string& folder, const std::string& why) {
  throw input_error("--out", fmt::format("cannot write results into `{}`: {}", folder, why),
                    "name a folder that can be created or written");
}

void write_provenance(Hdf5File& h5, const ModelFile& file, int threads) {
  h5.write_attribute("/", "format", "percuss-result");
  h5.write_attribute("/", "format_version", 1);
  h5.write_attribute("/", "percuss_version", build::version);
  h5.write_attribute("/", "revision", build::revision);
  h5.write_attribute("/", "compiler", build::compiler);
  h5.write_attribute("/", "build_type", build::build_type);
  h5.write_attribute("/", "threads", threads);
  h5.write_attribute("/", "started", fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr))));
  h5.write_text("model/text", file.text);
  h5.write_text("model/overrides", join(file.overrides, "\n"));
  h5.write_text("model/path", file.path);
}

/// Headings become dataset names and cells of a CSV header.
bool can_head_a_column(const std::string& name) {
  return !name.empty() && name != "t" && name != "." && name != ".." &&
         name.find_first_of("/,\"\n\r\t") == std::string::npos;
}

/// Written with every row of the history into the group `certificates`.
const std::vector<std::pair<std::string, std::string>> certificate_quantities{
    {"residual", "solver.residual"},
    {"complementarity", "solver.complementarity"},
    {"min_gap", "solver.min_gap"},
    {"drift", "solver.drift"},
    {"energy_scheme", "energy.scheme"}};

}  // namespace

History make_history(const ModelFile& file) {
  History history;
  std::vector<Fault> faults;
  auto columns = file.outputs.history;
  if (columns.empty())
    for (const auto& name : standard_quantities(*file.model)) columns.push_back({name, name, {}});
  for (std::size_t i = 0; i < columns.size(); ++i) {
    const auto& column = columns[i];
    const auto key = fmt::format("outputs.history.{}", i);
    if (!can_head_a_column(column.name))
      faults.push_back({column.place, key, fmt::format("`{}` cannot be a column's name", column.name),
                        "a name is not empty, not `t`, `.` or `..`, and has no slash, comma, quote or line break"});
    try {
      history.quantities.push_back(find_quantity(*file.model, column.quantity));
      history.names.push_back(column.name);
    } catch (const InputError& error) {
      for (auto fault : error.faults()) {
        fault.place = column.place;
        fault.key = key;
        faults.push_back(std::move(fault));
      }
    }
  }
  if (!faults.empty()) throw InputError(std::move(faults));
  return history;
}

ResultWriter::ResultWriter(const std::string& folder, const ModelFile& file, History history, int threads)
    : folder_(folder), history_(std::move(history)), row_(history_.names.size() + 1) {
  std::error_code error;
  fs::create_directories(folder_, error);
  if (error) refuse_folder(folder_, error.message());
  if (!fs::is_directory(folder_)) refuse_folder(folder_, "this is not a folder");
  std::vector<std::string> headings{"t"};
  headings.insert(headings.end(), history_.names.begin(), history_.names.end());
  for (const auto& heading : headings) datasets_.push_back("history/" + heading);
  for (const auto& [dataset, quantity] : certificate_quantities) {
    datasets_.push_back("certificates/" + dataset);
    certificates_.push_back(find_quantity(*file.model, quantity));
  }
  try {
    // The HDF5 file first: it may be locked by a reader, and then nothing of an earlier run is touched.
    h5_ = std::make_unique<Hdf5File>(Hdf5File::create(folder_ + "/result.h5"));
    csv_ = std::make_unique<CsvWriter>(folder_ + "/history.csv", headings);
    write_provenance(*h5_, file, threads);
    for (const auto& dataset : datasets_) h5_->declare_rows(dataset, 1);
  } catch (const std::runtime_error& problem) {
    refuse_folder(folder_, problem.what());
  }
  fs::remove(fs::path(folder_) / "summary.json", error);
}

void ResultWriter::write_row(const Sample& sample) {
  row_[0] = sample.state.t;
  for (std::size_t i = 0; i < history_.quantities.size(); ++i) row_[i + 1] = history_.quantities[i].value(sample);
  csv_->write_row(row_);
  for (std::size_t i = 0; i < row_.size(); ++i) h5_->append_value(datasets_[i], row_[i]);
  for (std::size_t i = 0; i < certificates_.size(); ++i)
    h5_->append_value(datasets_[row_.size() + i], certificates_[i].value(sample));
}

void ResultWriter::write_state(const State& state) {
  h5_->append_value("states/t", state.t);
  h5_->append_row("states/q", {state.q.data(), static_cast<std::size_t>(state.q.size())});
  h5_->append_row("states/v", {state.v.data(), static_cast<std::size_t>(state.v.size())});
}

void ResultWriter::finish(const RunResult& result, const ModelFile& file) {
  RunResult told = result;
  try {
    csv_->close();
    h5_->write_text("summary", summary_json(result, file));
    h5_->close();
  } catch (const std::runtime_error& problem) {  // the summary is small: it may still find room, and must not lie
    told.outcome = Outcome::failed;
    told.message = problem.what();
  }
  const auto text = summary_json(told, file);
  // By way of a second name: a summary is there whole, or not at all.
  const auto path = fs::path(folder_) / "summary.json", draft = fs::path(folder_) / "summary.json.part";
  std::ofstream out(draft);
  out << text;
  out.close();
  if (!out) throw std::runtime_error(fmt::format("cannot write {}", draft.string()));
  fs::rename(draft, path);
  if (told.outcome != result.outcome) throw std::runtime_error(told.message);
}

std::string summary_json(const RunResult& result, const ModelFile& file) {
  const auto& ledger = result.ledger;
  nlohmann::ordered_json json;
  json["status"] = word_for(result.outcome);
  json["message"] = result.message;
  json["scheme"] = file.simulation.scheme;
  json["step"] = file.simulation.step;
  json["unknowns"] = file.model->system.num_v();
  json["contacts"] = file.model->contacts.size();
  json["joint_rows"] = result.joints.rows;
  json["joint_rank"] = result.joints.rank;
  json["steps"] = result.steps;
  json["time_reached"] = result.t;
  json["impacts"] = result.impacts;
  json["retried_steps"] = result.retried_steps;
  json["smaller_steps"] = result.smaller_steps;
  json["loose_steps"] = result.loose_steps;
  json["loop_seconds"] = result.loop_seconds;
  json["microseconds_per_step"] =
      result.steps > 0 ? 1e6 * result.loop_seconds / static_cast<double>(result.steps) : 0.0;
  json["factorisations"] = result.factorisations;
  json["worst_residual"] = result.worst.residual;
  json["min_gap"] = result.worst.min_gap();
  json["certificates"] = {{"residual", result.worst.residual},
                          {"complementarity", result.worst.complementarity},
                          {"min_gap", result.worst.min_gap()},
                          {"drift", result.worst.drift},
                          {"energy_scheme", result.energy_scheme()}};
  json["energy_start"] = ledger.start;
  json["energy_end"] = result.energy.total();
  json["energy_ledger"] = {{"applied", ledger.applied},
                           {"damping", ledger.damping},
                           {"friction", ledger.friction},
                           {"impact", ledger.impact},
                           {"scheme", result.energy_scheme()}};
  json["peak_memory_bytes"] = peak_memory_bytes();
  json["percuss_version"] = build::version;
  return json.dump(2) + "\n";
}

}  // namespace percuss
