// SPDX-License-Identifier: Apache-2.0
#include "simulation/output_checks.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <utility>

#include "core/fault.hpp"
#include "scheme/scheme_registry.hpp"
#include "simulation/geometry_output.hpp"

namespace percuss {

namespace {

bool is_statistic(Over over) { return over != Over::end; }

void check_fields(const ModelFile& file) {
  std::vector<std::string> known;
  for (const auto& word : point_field_words()) known.emplace_back(word.word);
  const auto& fields = file.outputs.geometry.fields;
  for (std::size_t i = 0; i < fields.size(); ++i) {
    if (std::find(known.begin(), known.end(), fields[i]) != known.end()) continue;
    const auto key = fmt::format("outputs.geometry.fields.{}", i);
    throw input_error(key, fmt::format("points have no field `{}`", fields[i]),
                      remedy_for_unknown(fields[i], known, "points"), file.place(key));
  }
}

}  // namespace

void check_outputs(const ModelFile& file, const History& history) {
  const auto& outputs = file.outputs;
  const auto refuse = [&](const std::string& key, const std::string& why, const std::string& remedy) {
    throw input_error(key, why, remedy, file.place(key));
  };
  check_fields(file);
  const bool from_event_to_event = find_scheme(file.simulation.scheme)->capabilities.adaptive;
  for (const auto& [key, asked] : {std::pair{"outputs.dense", outputs.dense > 0.0}, {"outputs.steps", outputs.steps}})
    if (asked && from_event_to_event)
      refuse(key, "a reference has no steps between its rows that could be told",
             "take it out: every row is exact; a smaller simulation.step gives more of them");
  if (from_event_to_event && std::any_of(history.overs.begin(), history.overs.end(), is_statistic))
    refuse("outputs.history", "a reference has no steps between its rows, over which a maximum or mean could be told",
           "leave `over` out: every row is exact");
  if (!(outputs.dense > 0.0)) return;
  const double latest = std::max(std::abs(file.simulation.start_time), std::abs(file.simulation.end_time));
  if (const double least = 1e-12 * latest; outputs.dense < least)
    refuse("outputs.dense", fmt::format("{} s is round-off of times up to {} s", outputs.dense, latest),
           fmt::format("choose {:.1g} s or more", 10.0 * least));
  constexpr double most_rows = 1e5;
  const double step = file.simulation.step;
  if (const double least = step / most_rows; outputs.dense < least)
    refuse("outputs.dense",
           fmt::format("{} s makes more than {:.0e} rows in a step of {} s", outputs.dense, most_rows, step),
           fmt::format("choose {:.1g} s or more", least));
  bool any = false;
  for (std::size_t i = 0; i < history.quantities.size(); ++i) any = any || history.is_of_state(i);
  if (!any)
    refuse("outputs.dense", "no column of the history follows from positions and velocities alone",
           "put positions, velocities or gaps into outputs.history: forces and percussions are of whole steps");
}

}  // namespace percuss
