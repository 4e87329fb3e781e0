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
  for (const char* name : {"result.h5", "history.csv", "history.csv.part"})
    if (fs::exists(folder / name)) return;
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

void check_lengths(const ReportData& data, const std::string& path) {
  for (const auto* columns : {&data.history, &data.certificates})
    for (const auto& column : *columns)
      if (column.values.size() != data.t.size())
        throw input_error(column.name,
                          fmt::format("{} rows where the time has {}", column.values.size(), data.t.size()),
                          "the file is damaged: run the model again", {path, 0, 0});
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
  check_lengths(data, path);
}

ReportData::Table read_table(const std::string& path) {
  auto csv = read_csv(path);
  ReportData::Table table;
  table.t = csv.column("t");
  for (std::size_t i = 0; i < csv.names.size(); ++i)
    if (const auto& name = csv.names[i]; name != "t")
      table.columns.push_back({name, "", unit_of_column(csv, name), std::move(csv.columns[i])});
  return table;
}

void read_history(const std::string& path, ReportData& data) {
  auto table = read_table(path);
  data.t = std::move(table.t);
  data.history = std::move(table.columns);
}

/// The files of a folder: of a run that has not ended those with .part.
class RunFiles {
 public:
  explicit RunFiles(fs::path folder)
      : folder_(std::move(folder)),
        under_way_(!fs::exists(folder_ / "result.h5") && !fs::exists(folder_ / "history.csv")) {}

  bool under_way() const { return under_way_; }
  std::string path(const std::string& name) const { return (folder_ / (under_way_ ? name + ".part" : name)).string(); }
  std::optional<std::string> find(const std::string& name) const {
    return fs::exists(path(name)) ? std::optional(path(name)) : std::nullopt;
  }

 private:
  fs::path folder_;
  bool under_way_;
};

/// result.h5 tells more than history.csv; that of a run under way is locked, or not whole.
void read_rows(const RunFiles& files, ReportData& data) {
  const auto results = files.find("result.h5");
  if (!files.under_way()) return results ? read_results(*results, data) : read_history(files.path("history.csv"), data);
  if (results) try {
      auto whole = data;
      read_results(*results, whole);
      data = std::move(whole);
      return;
    } catch (const InputError&) {
    }
  read_history(files.path("history.csv"), data);
}

std::optional<Motion> read_motion(const RunFiles& files) {
  const auto pictures = files.find("result.vtkhdf");
  if (!pictures) return std::nullopt;
  try {
    return motion_of(*pictures);
  } catch (const InputError&) {
    if (!files.under_way()) throw;
    return std::nullopt;
  }
}

}  // namespace

ReportData read_report_data(const std::string& folder) {
  const fs::path path(folder);
  check_folder(path);
  ReportData data;
  data.folder = folder;
  data.name = name_of_run(path);
  const RunFiles files(path);
  const auto summary = files.find("summary.json");
  if (summary) data.summary = read_text_file(*summary);
  read_rows(files, data);
  if (data.summary.empty()) throw input_error("", "there is no summary.json in this folder", wanted, {folder, 0, 0});
  check_summary(data.summary, summary ? *summary : files.path("result.h5"));
  sort_columns(data);
  for (const char* name : {"steps", "dense"})
    if (const auto table = files.find(std::string(name) + ".csv")) {
      data.tables.push_back(read_table(*table));
      data.tables.back().name = name;
    }
  if (const auto events = files.find("events.csv")) data.events = read_events(*events);
  data.motion = read_motion(files);
  return data;
}

}  // namespace percuss
