// SPDX-License-Identifier: Apache-2.0
#include "report/report_data.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <nlohmann/json.hpp>

#include "core/fault.hpp"
#include "io/csv_file.hpp"
#include "io/hdf5_file.hpp"
#include "io/text_file.hpp"
#include "report/motion_of.hpp"
#include "simulation/column_units.hpp"

namespace percuss {

namespace fs = std::filesystem;

namespace {

constexpr const char* wanted = "expected a folder written by `percuss run`";

/// "" where the file does not tell: older files tell less.
std::string attribute_or_nothing(const Hdf5File& h5, const std::string& object, const std::string& name) {
  try {
    return h5.read_attribute_text(object, name);
  } catch (const InputError&) {
    return "";
  }
}

void check_folder(const fs::path& folder) {
  const Place place{folder.string(), 0, 0};
  if (!fs::exists(folder)) throw input_error("", "no such folder", wanted, place);
  if (!fs::is_directory(folder)) throw input_error("", "this is not a folder", wanted, place);
  if (fs::exists(folder / "result.h5") || fs::exists(folder / "history.csv")) return;
  if (fs::exists(folder / "history.csv.part"))
    throw input_error("", "the run in this folder has not ended",
                      "wait for its end, or go on with a run that was ended: `percuss resume`", place);
  throw input_error("", "there is neither result.h5 nor history.csv in this folder", wanted, place);
}

std::string name_of_run(const fs::path& folder) {
  auto name = fs::absolute(folder).lexically_normal();
  if (name.filename().empty()) name = name.parent_path();
  return (name.extension() == ".out" ? name.stem() : name.filename()).string();
}

void check_summary(const std::string& text, const std::string& place) {
  const auto json = nlohmann::json::parse(text, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object())
    throw input_error("", "this is not the summary of a run", "the file is damaged: run the model again",
                      {place, 0, 0});
}

void read_facts(const Hdf5File& h5, ReportData& data) {
  for (const char* name : {"percuss_version", "revision", "compiler", "build_type", "started", "run"})
    if (auto text = attribute_or_nothing(h5, "/", name); !text.empty()) data.facts.push_back({name, std::move(text)});
  try {
    data.facts.push_back({"threads", fmt::format("{}", h5.read_attribute_integer("/", "threads"))});
  } catch (const InputError&) {  // an older file
  }
}

/// Columns in the order of the summary; those that it does not name follow.
void sort_columns(ReportData& data) {
  const auto json = nlohmann::json::parse(data.summary, nullptr, /*allow_exceptions=*/false);
  if (!json.is_object() || !json.contains("columns") || !json["columns"].is_array()) return;
  std::vector<std::string> order;
  for (const auto& column : json["columns"])
    if (column.is_object() && column.contains("name") && column["name"].is_string()) order.push_back(column["name"]);
  const auto rank = [&](const ReportData::Column& column) {
    return std::find(order.begin(), order.end(), column.name) - order.begin();
  };
  std::stable_sort(data.history.begin(), data.history.end(),
                   [&](const auto& a, const auto& b) { return rank(a) < rank(b); });
}

void read_results(const std::string& path, ReportData& data) {
  const auto h5 = Hdf5File::open(path);
  if (attribute_or_nothing(h5, "/", "format") != "percuss-result")
    throw input_error("", "this HDF5 file is not a result of percuss", "expected the result.h5 of a run", {path, 0, 0});
  read_facts(h5, data);
  for (const auto& entry : h5.list()) {
    const auto slash = entry.path.find('/');
    if (slash == std::string::npos) {
      if (entry.path == "summary" && data.summary.empty()) data.summary = h5.read_text("summary");
      continue;
    }
    const auto group = entry.path.substr(0, slash), name = entry.path.substr(slash + 1);
    if (entry.path == "model/text") data.model = h5.read_text(entry.path);
    if (entry.path == "model/overrides") data.overrides = h5.read_text(entry.path);
    if (entry.path == "history/t") data.t = h5.read_vector(entry.path);
    if ((group != "history" && group != "certificates") || entry.path == "history/t") continue;
    (group == "history" ? data.history : data.certificates)
        .push_back({name, attribute_or_nothing(h5, entry.path, "quantity"),
                    attribute_or_nothing(h5, entry.path, "units"), h5.read_vector(entry.path)});
  }
}

void read_table(const std::string& path, ReportData& data) {
  auto table = read_csv(path);
  const auto units = column_units(path);
  data.t = table.column("t");
  for (std::size_t i = 0; i < table.names.size(); ++i)
    if (table.names[i] != "t")
      data.history.push_back({table.names[i], "", unit_of_column(units, table.names[i]), std::move(table.columns[i])});
}

void check_lengths(const ReportData& data, const std::string& path) {
  for (const auto* columns : {&data.history, &data.certificates})
    for (const auto& column : *columns)
      if (column.values.size() != data.t.size())
        throw input_error(column.name,
                          fmt::format("{} rows where the time has {}", column.values.size(), data.t.size()),
                          "the file is damaged: run the model again", {path, 0, 0});
}

}  // namespace

ReportData read_report_data(const std::string& folder) {
  const fs::path path(folder);
  check_folder(path);
  ReportData data;
  data.folder = folder;
  data.name = name_of_run(path);
  const auto summary = (path / "summary.json").string(), results = (path / "result.h5").string();
  if (fs::exists(summary)) data.summary = read_text_file(summary);
  const bool has_results = fs::exists(results);
  const auto source = has_results ? results : (path / "history.csv").string();
  if (has_results)
    read_results(results, data);
  else
    read_table(source, data);
  if (data.summary.empty()) throw input_error("", "there is no summary.json in this folder", wanted, {folder, 0, 0});
  check_summary(data.summary, fs::exists(summary) ? summary : results);
  check_lengths(data, source);
  sort_columns(data);
  if (const auto events = (path / "events.csv").string(); fs::exists(events)) data.events = read_events(events);
  data.motion = motion_of(folder);
  return data;
}

}  // namespace percuss
