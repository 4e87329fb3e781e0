// SPDX-License-Identifier: Apache-2.0
#include "simulation/event_file.hpp"

#include <fmt/format.h>

#include <cerrno>
#include <cmath>
#include <cstring>
#include <stdexcept>
#include <utility>

#include "io/csv_file.hpp"
#include "io/csv_heading.hpp"

namespace percuss {

namespace {

double size_of(const ContactRows& rows) { return std::hypot(rows[1], rows[2]); }

const char* word_of(double mode, bool has_friction) {
  const auto is = static_cast<ContactMode>(static_cast<int>(mode));
  if (is == ContactMode::apart) return "open";
  if (!has_friction) return "closed";
  return is == ContactMode::holds ? "stick" : "slip";
}

}  // namespace

const std::string& event_heading() {
  static const std::string heading = [] {
    std::string line;
    for (const auto& [name, unit, meaning] : event_columns)
      line += (line.empty() ? "" : ",") + heading_text(name, unit);
    return line;
  }();
  return heading;
}

const std::array<std::string, event_columns.size()>& event_datasets() {
  static const auto datasets = [] {
    std::array<std::string, event_columns.size()> names;
    for (std::size_t i = 0; i < names.size(); ++i) names[i] = std::string("events/") + event_columns[i].name;
    return names;
  }();
  return datasets;
}

EventNumbers numbers_of(const ContactEvent& event) {
  return {event.t,
          event.bracket,
          static_cast<double>(event.contact),
          static_cast<double>(event.kind),
          static_cast<double>(event.from),
          static_cast<double>(event.to),
          event.force[0],
          size_of(event.force),
          event.percussion[0],
          size_of(event.percussion),
          event.before[0],
          event.after[0],
          size_of(event.before),
          size_of(event.after),
          event.energy_lost};
}

void declare_events(Hdf5File& h5, const ContactModel& contacts) {
  std::string names;
  for (Index k = 0; k < contacts.size(); ++k) names += contacts.name(k) + "\n";
  h5.write_text(event_names, names);
  for (std::size_t i = 0; i < event_columns.size(); ++i) {
    const auto& [name, unit, meaning] = event_columns[i];
    const auto& dataset = event_datasets()[i];
    constexpr std::size_t few = 512;  // most runs have few events, and each series takes a chunk at least
    h5.declare_rows(dataset, 1, {.chunk_rows = few});
    if (*unit != '\0') h5.write_attribute(dataset, "units", unit);
    if (*meaning != '\0') h5.write_attribute(dataset, "meaning", meaning);
  }
}

EventFile::EventFile(std::string path, const ContactModel& contacts) : path_(std::move(path)), contacts_(contacts) {
  file_.reset(std::fopen(path_.c_str(), "wb"));
  if (!file_ || std::fputs((event_heading() + "\n").c_str(), file_.get()) < 0) refuse();
  flush();  // a run that is killed at once is one without events
}

void EventFile::write(const EventNumbers& event) {
  const auto k = static_cast<Index>(event[2]);
  const bool has_friction = contacts_.has_friction(k);
  auto line = fmt::format("{},{},{},{},{},{}", event[0], event[1], csv_cell(contacts_.name(k)),
                          event_kinds[static_cast<std::size_t>(event[3])], word_of(event[4], has_friction),
                          word_of(event[5], has_friction));
  for (auto number = event.begin() + 6; number != event.end(); ++number)
    line += std::isnan(*number) ? "," : fmt::format(",{}", *number);
  line += '\n';
  if (std::fputs(line.c_str(), file_.get()) < 0) refuse();
}

void EventFile::flush() {
  if (std::fflush(file_.get()) != 0) refuse();
}

void EventFile::close() {
  if (std::fclose(file_.release()) != 0) refuse();
}

void EventFile::refuse() const {
  throw std::runtime_error(fmt::format("{}: cannot write: {}", path_, std::strerror(errno)));
}

}  // namespace percuss
