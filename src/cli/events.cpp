// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <memory>
#include <string>
#include <vector>

#include "cli/counted.hpp"
#include "cli/verbs.hpp"
#include "simulation/event_file.hpp"
#include "simulation/event_list.hpp"

namespace percuss::cli {

namespace {

struct EventsArguments {
  std::string folder;
  EventFilter filter;
  bool csv = false;
};

/// In as many digits as a line of a table has room for; nothing for an empty cell.
std::string short_number(const std::string& cell, int digits) {
  double value = 0.0;
  const auto* end = cell.data() + cell.size();
  if (std::from_chars(cell.data(), end, value).ptr != end || cell.empty()) return cell;
  return fmt::format("{:.{}g}", value, digits);
}

/// Impacts tell percussions [N s], the others forces [N].
void print_line(const EventLine& line, std::size_t name_width) {
  const auto& cell = line.cells;
  const bool impact = cell[3] == event_kinds[0];
  const auto change = cell[4] == cell[5] ? cell[5] : cell[4] + " -> " + cell[5];
  fmt::print("{:>14}  {:<{}}  {:<6}  {:<14} {:>10} {:>10} {:<3} {:>10} {:>10} {:>10} {:>10}  {:>10}\n",
             short_number(cell[0], 10), cell[2], name_width, cell[3], change, short_number(cell[impact ? 8 : 6], 4),
             short_number(cell[impact ? 9 : 7], 4), impact ? "N s" : "N", short_number(cell[10], 4),
             short_number(cell[11], 4), short_number(cell[12], 4), short_number(cell[13], 4),
             short_number(cell[14], 4));
}

std::string words_of(const EventCount& count, const std::array<std::size_t, event_kinds.size()>& of_kind) {
  std::string kinds;
  for (std::size_t i = 0; i < event_kinds.size(); ++i)
    if (of_kind[i] > 0) kinds += fmt::format("{}{} {}", kinds.empty() ? ": " : ", ", of_kind[i], event_kinds[i]);
  const auto all = counted(static_cast<long>(count.events), "event");
  return (count.passed == count.events ? all : fmt::format("{} of {}", count.passed, all)) + kinds;
}

void tell_left_out(const EventCount& count) {
  if (count.left_out > 0)
    fmt::print(stderr, "the run had {} more, which are not in the file (outputs.max_events)\n",
               counted(static_cast<Index>(count.left_out), "event"));
}

/// As wide as the longest name, which a first reading finds.
void print_table(const EventsArguments& arguments) {
  std::size_t width = 7;
  std::array<std::size_t, event_kinds.size()> of_kind{};
  const auto count = list_events(arguments.folder, arguments.filter, [&](const EventLine& line) {
    width = std::max(width, line.cells[2].size());
    const auto kind = std::find(event_kinds.begin(), event_kinds.end(), line.cells[3]);
    if (kind != event_kinds.end()) ++of_kind[static_cast<std::size_t>(kind - event_kinds.begin())];
  });
  if (count.passed > 0) {
    fmt::print("{:>14}  {:<{}}  {:<6}  {:<14} {:>10} {:>10} {:<3} {:>21} {:>21}  {:>10}\n", "t [s]", "contact", width,
               "kind", "", "normal", "friction", "", "gap velocity [m/s]", "slip [m/s]", "lost [J]");
    list_events(arguments.folder, arguments.filter, [&](const EventLine& line) { print_line(line, width); });
  }
  fmt::print("{}\n", words_of(count, of_kind));
  tell_left_out(count);
}

void print_csv(const EventsArguments& arguments) {
  fmt::print("{}\n", event_heading());
  tell_left_out(
      list_events(arguments.folder, arguments.filter, [](const EventLine& line) { fmt::print("{}\n", line.text); }));
}

}  // namespace

void add_events(CLI::App& app, int& exit_code) {
  auto arguments = std::make_shared<EventsArguments>();
  auto& filter = arguments->filter;
  auto* verb = app.add_subcommand("events", "list what happened at the contacts of a run: impacts, changes of mode");
  verb->add_option("DIR", arguments->folder, "folder of a run")->required();
  verb->add_option("--contact", filter.contacts, "a contact, a group of them or a pattern (`box.*`); may be repeated")
      ->allow_extra_args(false);
  verb->add_option("--kind", filter.kinds, "impact, close, open, stick, slip; may be repeated")
      ->allow_extra_args(false);
  verb->add_option("--from", filter.from, "from this time on [s]");
  verb->add_option("--to", filter.to, "up to this time [s]");
  verb->add_flag("--csv", arguments->csv, "all columns as CSV, as in events.csv");
  verb->callback([arguments, &exit_code] {
    arguments->csv ? print_csv(*arguments) : print_table(*arguments);
    exit_code = done;
  });
}

}  // namespace percuss::cli
