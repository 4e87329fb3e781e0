// SPDX-License-Identifier: Apache-2.0
#include "simulation/unit.hpp"

namespace percuss {

namespace {

/// BODY.x or BODY.nodes.NODE.x: a coordinate along an axis, and not the component of something else.
bool is_position(std::string_view quantity) {
  for (const auto* axis : {".x", ".y", ".z"}) {
    if (!quantity.ends_with(axis)) continue;
    quantity.remove_suffix(2);
    const auto dot = quantity.rfind('.');
    return dot == std::string_view::npos || quantity.substr(0, dot).ends_with(".nodes");
  }
  return false;
}

}  // namespace

std::string unit_of(std::string_view quantity) {
  if (is_position(quantity)) return "m";
  for (const auto* component : {".x", ".y", ".z"})
    if (quantity.ends_with(component)) quantity.remove_suffix(2);
  if (quantity.ends_with(".body")) quantity.remove_suffix(5);  // of a joint, in body axes
  const auto ends_with = [quantity](std::string_view end) { return quantity.ends_with(end); };
  const auto last_word = quantity.substr(quantity.rfind('.') + 1);  // npos + 1 = 0: the whole name
  if (quantity == "t") return "s";
  if (ends_with(".moment_percussion")) return "N m s";
  if (ends_with("moment")) return "N m";
  if (ends_with(".friction_percussion") || ends_with(".percussion")) return "N s";
  if (ends_with("force")) return "N";
  if (ends_with(".gap") || ends_with(".displacement") || ends_with(".deflection") || ends_with(".position")) return "m";
  if (ends_with(".mean_position")) return "m";
  if (ends_with(".momentum")) return "kg m/s";
  if (ends_with("velocity") || quantity == "solver.residual") return "m/s";
  if (quantity.starts_with("energy.") || quantity == "solver.complementarity") return "J";
  if (quantity == "solver.min_gap") return "m";
  if (last_word.starts_with("v_")) return "m/s";
  if (last_word == "angle" || last_word == "rotation") return "rad";
  if (last_word.starts_with("theta") || last_word.starts_with("phi")) return "rad";
  if (last_word.starts_with("omega")) return "rad/s";
  return "";
}

std::string unit_of_integral(const std::string& unit) {
  if (unit.ends_with("/s")) return unit.substr(0, unit.size() - 2);
  return unit.empty() ? "s" : unit + " s";
}

}  // namespace percuss
