// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdio>
#include <memory>
#include <string>
#include <string_view>

#include "core/contact_model.hpp"
#include "io/hdf5_file.hpp"
#include "scheme/contact_event.hpp"

namespace percuss {

/// A column of events.csv and its series in /events of result.h5.
struct EventColumn {
  const char *name, *unit, *meaning;
};
inline constexpr std::array<EventColumn, 15> event_columns{
    {{"t", "s", "it happened between t - bracket and t"},
     {"bracket", "s", ""},
     {"contact", "", "number of the contact, from 0: line of /events/contact_names"},
     {"kind", "", "0: impact, 1: close, 2: open, 3: stick, 4: slip"},
     {"from", "", "0: open, 1: closed and slipping, 2: closed and sticking, or without friction"},
     {"to", "", "as `from`"},
     {"force", "N", "of the normal row, behind the event; not of an impact"},
     {"friction_force", "N", "likewise, its size"},
     {"percussion", "N s", "of the normal row in an impact, or in the step in which it closed"},
     {"friction_percussion", "N s", "likewise, its size"},
     {"normal_velocity_before", "m/s", "below 0: approaching"},
     {"normal_velocity_after", "m/s", "above 0: separating"},
     {"slip_before", "m/s", "size of the tangential velocity"},
     {"slip_after", "m/s", "likewise"},
     {"energy_lost", "J", "in an impact, to normal percussion and friction; below 0: made by it"}}};

/// The first line of events.csv: the columns with their units.
const std::string& event_heading();
/// The series of the columns, in their order.
const std::array<std::string, event_columns.size()>& event_datasets();

/// The five words of `kind`.
inline constexpr std::array<std::string_view, 5> event_kinds{"impact", "close", "open", "stick", "slip"};

/// An event as numbers, in the order of the columns; NaN: it has none.
using EventNumbers = std::array<double, event_columns.size()>;
EventNumbers numbers_of(const ContactEvent& event);
/// Begins the series and says what they are; the names of contacts, a line each, are the text `event_names`.
void declare_events(Hdf5File& h5, const ContactModel& contacts);
inline constexpr const char* event_names = "events/contact_names";

/// Writes events.csv: a line of `event_columns`, names and words in place of numbers where there are some. A contact
/// without friction is `open` or `closed`, others `open`, `slip` or `stick`.
class EventFile {
 public:
  /// Creates the file. Keeps a reference to `contacts`. All throw std::runtime_error when the disk does not take it.
  EventFile(std::string path, const ContactModel& contacts);
  void write(const EventNumbers& event);
  void flush();
  void close();

 private:
  struct Close {
    void operator()(std::FILE* file) const { std::fclose(file); }
  };
  [[noreturn]] void refuse() const;

  std::string path_;
  const ContactModel& contacts_;
  std::unique_ptr<std::FILE, Close> file_;
};

}  // namespace percuss
