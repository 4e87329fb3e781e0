// SPDX-License-Identifier: Apache-2.0
#include "simulation/unit.hpp"

namespace percuss {

std::string unit_of(std::string_view quantity) {
  for (const auto* component : {".x", ".y", ".z"})
    if (quantity.ends_with(component)) quantity.remove_suffix(2);
  const auto ends_with = [quantity](std::string_view end) { return quantity.ends_with(end); };
  const auto last_word = quantity.substr(quantity.rfind('.') + 1);  // npos + 1 = 0: the whole name
  if (quantity == "t") return "s";
  if (ends_with(".friction_percussion") || ends_with(".percussion")) return "N s";
  if (ends_with("force")) return "N";
  if (ends_with(".gap") || ends_with(".displacement") || ends_with(".position")) return "m";
  if (ends_with(".momentum")) return "kg m/s";
  if (ends_with("velocity") || quantity == "solver.residual") return "m/s";
  if (quantity.starts_with("energy.")) return "J";
  if (last_word.starts_with("theta")) return "rad";
  if (last_word.starts_with("omega")) return "rad/s";
  return "";
}

}  // namespace percuss
