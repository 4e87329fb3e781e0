// SPDX-License-Identifier: Apache-2.0
#include "simulation/event_list.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <set>
#include <sstream>

#include "core/fault.hpp"
#include "io/csv_file.hpp"
#include "io/csv_heading.hpp"
#include "io/hdf5_file.hpp"
#include "simulation/event_file.hpp"
#include "simulation/quantity_pattern.hpp"

namespace percuss {

namespace {

namespace fs = std::filesystem;

struct EventSource {
  std::string path;
  bool under_way = false;
};

EventSource source_in(const std::string& folder) {
  if (!fs::is_directory(folder))
    throw input_error("", fs::exists(folder) ? "this is not a folder" : "no such folder",
                      "expected a folder written by `percuss run`", {folder, 0, 0});
  const auto path = fs::path(folder) / "events.csv", part = fs::path(folder) / "events.csv.part";
  if (fs::exists(path)) return {path.string(), false};
  if (fs::exists(part)) return {part.string(), true};
  if (fs::exists(fs::path(folder) / "history.csv"))
    throw input_error("", "the run in this folder has kept no events", "run it again without `outputs.events: false`",
                      {folder, 0, 0});
  throw input_error("", "there is no events.csv in this folder", "expected a folder written by `percuss run`",
                    {folder, 0, 0});
}

void check_filter(const EventFilter& filter) {
  const std::vector<std::string> known(event_kinds.begin(), event_kinds.end());
  for (const auto& kind : filter.kinds)
    if (std::find(known.begin(), known.end(), kind) == known.end())
      throw input_error("--kind", fmt::format("`{}` is no kind of event", kind),
                        guess_of(kind, known) + "kinds: " + join(known));
  if (filter.from > filter.to)
    throw input_error("--from",
                      fmt::format("{} s is later than the end of the time asked for, {} s", filter.from, filter.to),
                      "expected --from T1 --to T2 with T1 <= T2");
}

void check_heading(const std::string& path, const std::string& line) {
  const auto cells = split_csv_line(line);
  const bool same = std::equal(
      cells.begin(), cells.end(), event_columns.begin(), event_columns.end(),
      [](const std::string& cell, const EventColumn& column) { return heading_of(cell).name == column.name; });
  if (!same)
    throw input_error("", "the first line does not name the columns of events",
                      "the file is damaged, or of another version: run the model again", {path, 1, 1});
}

bool is_asked_for(const std::string& contact, const std::string& asked) {
  if (is_pattern(asked)) return matches(asked, contact);
  return contact == asked || (contact.starts_with(asked) && contact[asked.size()] == '.');
}

double time_of(const std::string& cell, const Place& place) {
  double t = 0.0;
  const auto* end = cell.data() + cell.size();
  const auto [stop, error] = std::from_chars(cell.data(), end, t);
  if (error != std::errc() || stop != end)
    throw input_error("t", fmt::format("`{}` is no time", cell), "the file is damaged: run the model again", place);
  return t;
}

template <class List, class Holds>
bool passes(const List& list, Holds&& holds) {
  return list.empty() || std::any_of(list.begin(), list.end(), holds);
}

/// Contacts that have had no event, too; result.h5 of a run that was killed may not be readable.
void add_quiet_contacts(const std::string& folder, std::set<std::string>& known) {
  try {
    const auto text = Hdf5File::open((fs::path(folder) / "result.h5").string()).read_text(event_names);
    std::istringstream lines(text);
    for (std::string name; std::getline(lines, name);) known.insert(name);
  } catch (const InputError&) {
  }
}

void check_contacts(const std::string& folder, const EventFilter& filter, std::set<std::string> known) {
  if (filter.contacts.empty()) return;
  add_quiet_contacts(folder, known);
  const std::vector<std::string> names(known.begin(), known.end());
  for (const auto& asked : filter.contacts) {
    if (std::any_of(names.begin(), names.end(), [&](const auto& name) { return is_asked_for(name, asked); })) continue;
    constexpr std::size_t few = 12;
    const std::vector<std::string> shown(names.begin(), names.begin() + static_cast<long>(std::min(few, names.size())));
    const auto rest = names.size() > few ? fmt::format(" and {} more", names.size() - few) : "";
    throw input_error("--contact", fmt::format("there is no contact `{}`", asked),
                      names.empty() ? "no contact has events"
                                    : fmt::format("{}contacts: {}{}", guess_of(asked, names), join(shown), rest));
  }
}

std::size_t left_out_of(const std::string& folder, std::size_t written) {
  std::ifstream in(fs::path(folder) / "summary.json");
  const auto summary = nlohmann::json::parse(in, nullptr, /*allow_exceptions=*/false);
  const auto events = summary.is_object() ? summary.value("events", nlohmann::json()) : nlohmann::json();
  return events.is_number_unsigned() && events.get<std::size_t>() > written ? events.get<std::size_t>() - written : 0;
}

}  // namespace

EventCount list_events(const std::string& folder, const EventFilter& filter,
                       const std::function<void(const EventLine&)>& take) {
  check_filter(filter);
  const auto source = source_in(folder);
  std::ifstream in(source.path, std::ios::binary);
  EventLine line;
  std::getline(in, line.text);
  check_heading(source.path, line.text);
  EventCount count;
  std::set<std::string> known;
  for (int number = 2; std::getline(in, line.text); ++number) {
    if (source.under_way && in.eof()) break;  // cut off
    line.cells = split_csv_line(line.text);
    if (line.cells.size() != event_columns.size())
      throw input_error("", fmt::format("{} cells where there are {} columns", line.cells.size(), event_columns.size()),
                        "the file is damaged: run the model again", {source.path, number, 1});
    ++count.events;
    const double t = time_of(line.cells[0], {source.path, number, 1});
    const auto &contact = line.cells[2], &kind = line.cells[3];
    known.insert(contact);
    if (t < filter.from || t > filter.to) continue;
    if (!passes(filter.contacts, [&](const auto& asked) { return is_asked_for(contact, asked); })) continue;
    if (!passes(filter.kinds, [&](const auto& asked) { return kind == asked; })) continue;
    ++count.passed;
    take(line);
  }
  check_contacts(folder, filter, known);
  if (!source.under_way) count.left_out = left_out_of(folder, count.events);
  return count;
}

}  // namespace percuss
