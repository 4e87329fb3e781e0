// SPDX-License-Identifier: Apache-2.0
#include "report/report.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <ctime>
#include <filesystem>
#include <fstream>
#include <map>

#include "core/fault.hpp"
#include "core/version.hpp"
#include "report/blob.hpp"
#include "report/decimation.hpp"
#include "report/motion_packing.hpp"
#include "report/page_files.hpp"

namespace percuss {

namespace fs = std::filesystem;

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
    if (column.is_text) one["words"] = column.words;
    one["data"] = blob.add_numbers(column.is_text ? column.word_of_row : column.numbers);
    json["columns"].push_back(std::move(one));
  }
  return json;
}

Json packed_run(const ReportData& run, std::size_t runs, Blob& blob) {
  const auto columns = 1 + run.history.size() + run.certificates.size();
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

/// JSON inside HTML: nothing in it may look like a tag.
std::string text_for_html(const Json& json) {
  std::string text;
  for (const char c : json.dump(-1, ' ', false, Json::error_handler_t::replace))
    c == '<' ? text += "\\u003c" : text += c;
  return text;
}

std::string filled(std::string_view page, const std::map<std::string, std::string_view>& marks) {
  std::string text;
  while (!page.empty()) {
    const auto start = page.find('@');
    const auto end = start == std::string_view::npos ? start : page.find('@', start + 1);
    text += page.substr(0, start);
    if (end == std::string_view::npos) break;
    text += marks.at(std::string(page.substr(start + 1, end - start - 1)));
    page.remove_prefix(end + 1);
  }
  return text;
}

[[noreturn]] void refuse_out(const std::string& path, const std::string& why) {
  throw input_error("--out", fmt::format("cannot write `{}`: {}", path, why), "name an .html file that can be written",
                    {"command line", 0, 0});
}

}  // namespace

std::string report_page(std::span<const ReportData> runs) {
  Blob blob;
  Json json;
  json["format"] = 1;
  json["version"] = build::version;
  json["revision"] = build::revision;
  json["written"] = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
  json["runs"] = Json::array();
  const auto names = distinct_names(runs);
  for (std::size_t i = 0; i < runs.size(); ++i) {
    auto run = packed_run(runs[i], runs.size(), blob);
    run["name"] = names[i];
    json["runs"].push_back(std::move(run));
  }
  const auto report = text_for_html(json), data = base64(deflated(blob.bytes()));
  return filled(page_files::page, {{"style", page_files::style},
                                   {"libraries", page_files::libraries},
                                   {"report", report},
                                   {"data", data},
                                   {"script", page_files::script}});
}

void check_report_path(const std::string& path) {
  if (fs::is_directory(path)) refuse_out(path, "this is a folder");
  if (const auto end = fs::path(path).extension(); end != ".html" && end != ".htm")
    refuse_out(path, "a report is an HTML file");
}

void write_report_page(const std::string& path, std::span<const ReportData> runs) {
  check_report_path(path);
  const auto text = report_page(runs);
  const auto part = path + ".part";
  const auto give_up = [&] {
    const std::string why = std::strerror(errno);
    std::error_code ignored;
    fs::remove(part, ignored);
    refuse_out(path, why);
  };
  errno = 0;
  std::ofstream file(part, std::ios::binary);
  if (!file) refuse_out(path, std::strerror(errno));
  file << text;
  file.close();
  if (!file) give_up();
  std::error_code failed;
  fs::rename(part, path, failed);
  if (failed) {
    errno = failed.value();
    give_up();
  }
}

}  // namespace percuss
