// SPDX-License-Identifier: Apache-2.0
#include "report/html_page.hpp"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <ctime>
#include <filesystem>
#include <map>
#include <stdexcept>

#include "core/fault.hpp"
#include "core/version.hpp"
#include "io/text_file.hpp"
#include "report/page_files.hpp"

namespace percuss {

namespace fs = std::filesystem;

namespace {

using Json = Blob::Json;

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

std::string html_page(Json json, const Blob& blob) {
  json["format"] = 1;
  json["version"] = build::version;
  json["revision"] = build::revision;
  json["written"] = fmt::format("{:%Y-%m-%dT%H:%M:%SZ}", fmt::gmtime(std::time(nullptr)));
  const auto report = text_for_html(json), data = base64(deflated(blob.bytes()));
  return filled(page_files::page, {{"style", page_files::style},
                                   {"libraries", page_files::libraries},
                                   {"report", report},
                                   {"data", data},
                                   {"script", page_files::script}});
}

void check_html_path(const std::string& path) {
  if (fs::is_directory(path)) refuse_out(path, "this is a folder");
  if (const auto end = fs::path(path).extension(); end != ".html" && end != ".htm")
    refuse_out(path, "a report is an HTML file");
}

void write_html_page(const std::string& path, const std::string& text) {
  try {
    write_text_file(path, text);
  } catch (const std::runtime_error& error) {
    throw input_error("--out", error.what(), "name an .html file that can be written", {"command line", 0, 0});
  }
}

}  // namespace percuss
