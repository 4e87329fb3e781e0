// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <limits>
#include <string>
#include <vector>

namespace percuss {

/// Which events of a run are asked for; empty lists: all.
struct EventFilter {
  std::vector<std::string> contacts = {};  ///< names, groups (`box` of `box.left`), patterns (quantity_pattern.hpp)
  std::vector<std::string> kinds = {};     ///< words of `event_kinds`
  double from = -std::numeric_limits<double>::infinity(), to = std::numeric_limits<double>::infinity();  ///< [s]
};

/// A line of events.csv.
struct EventLine {
  std::string text;                ///< as it stands in the file
  std::vector<std::string> cells;  ///< in the order of `event_columns`
};

/// How many events a file has, and how many of them passed.
struct EventCount {
  std::size_t events = 0, passed = 0;
  std::size_t left_out = 0;  ///< that the run had beyond `outputs.max_events`, as its summary says
};

/// Calls `take` for each event of the run in `folder` that passes, in the order of the file: events.csv, or
/// events.csv.part of a run that is under way or was killed, whose last line may be cut off and is left out then.
/// Throws InputError: no such folder, no events in it, a damaged file (with the line), a word that is no kind, a
/// contact that the run has not (as far as its result.h5 can be read: that has no event), with the nearest.
EventCount list_events(const std::string& folder, const EventFilter& filter,
                       const std::function<void(const EventLine&)>& take);

}  // namespace percuss
