// SPDX-License-Identifier: Apache-2.0
#include "report/report.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <utility>

#include "report/blob.hpp"
#include "report/decimation.hpp"
#include "report/html_page.hpp"
#include "report/motion_packing.hpp"

namespace percuss {

namespace {

using Json = Blob::Json;

/// Numbers of the histories of a whole page: some 12 MB of it.
constexpr std::size_t most_history_numbers = 1200000;

Json packed_columns(const std::vector<ReportData::Column>& columns, const Decimation& decimation, Blob& blob) {
  auto json = Json::array();
  for (const auto& column : columns)
    json.push_back({{"name", column.name},
                    {"quantity", column.quantity},
                    {"unit", column.unit},
                    {"data", blob.add_numbers(decimation.column(column.values))}});
  return json;
}

Json packed_events(const EventTable& events, Blob& blob) {
  Json json;
  json["rows"] = events.rows;
  json["kept"] = events.rows_kept;
  json["columns"] = Json::array();
  for (const auto& column : events.columns) {
    Json one;
    one["name"] = column.name;
    one["unit"] = column.unit;
    if (column.is_text) one["words"] = column.words;
    one["data"] = blob.add_numbers(column.is_text ? column.word_of_row : column.numbers);
    json["columns"].push_back(std::move(one));
  }
  return json;
}

Json packed_run(const ReportData& run, std::size_t runs, Blob& blob) {
  auto columns = 1 + run.history.size() + run.certificates.size();
  for (const auto& table : run.tables) columns += 1 + table.columns.size();
  const auto most = std::clamp<std::size_t>(most_history_numbers / (runs * columns), 400, 100000);
  const Decimation decimation(run.t.size(), most);
  Json json;
  json["name"] = run.name;
  json["folder"] = run.folder;
  json["summary"] = Json::parse(run.summary);
  json["facts"] = Json::object();
  for (const auto& fact : run.facts) json["facts"][fact.name] = fact.value;
  json["model"] = run.model;
  json["overrides"] = run.overrides;
  json["rows"] = run.t.size();
  json["bucket"] = decimation.bucket();
  json["t"] = blob.add_numbers(decimation.times(run.t));
  json["history"] = packed_columns(run.history, decimation, blob);
  json["certificates"] = packed_columns(run.certificates, decimation, blob);
  json["tables"] = Json::array();
  for (const auto& table : run.tables) {
    const Decimation of_table(table.t.size(), most);
    json["tables"].push_back({{"name", table.name},
                              {"rows", table.t.size()},
                              {"bucket", of_table.bucket()},
                              {"t", blob.add_numbers(of_table.times(table.t))},
                              {"columns", packed_columns(table.columns, of_table, blob)}});
  }
  json["events"] = run.events ? packed_events(*run.events, blob) : Json();
  json["motion"] = run.motion ? pack_motion(*run.motion, blob) : Json();
  return json;
}

/// Runs of one name get their folders, and numbers where even these are alike.
std::vector<std::string> distinct_names(std::span<const ReportData> runs) {
  std::map<std::string, int> names, folders;
  for (const auto& run : runs) ++names[run.name], ++folders[run.folder];
  std::vector<std::string> distinct;
  for (const auto& run : runs) {
    auto name = names[run.name] == 1 ? run.name : run.folder;
    if (names[run.name] > 1 && folders[run.folder] > 1) name += fmt::format(" ({})", distinct.size() + 1);
    distinct.push_back(std::move(name));
  }
  return distinct;
}

}  // namespace

std::string report_page(std::span<const ReportData> runs) {
  Blob blob;
  Json json;
  json["runs"] = Json::array();
  const auto names = distinct_names(runs);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    auto run = packed_run(runs[i], runs.size(), blob);
    run["name"] = names[i];
    json["runs"].push_back(std::move(run));
  }
  return html_page(std::move(json), blob);
}

void write_report_page(const std::string& path, std::span<const ReportData> runs) {
  check_html_path(path);
  write_html_page(path, report_page(runs));
}

}  // namespace percuss
