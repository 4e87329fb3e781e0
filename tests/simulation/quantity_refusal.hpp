// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "core/fault.hpp"
#include "simulation/quantity.hpp"

namespace percuss {

/// The fault that a name of a quantity meets, or "accepted".
inline std::string refusal_of(const Model& model, const std::string& name) {
  try {
    find_quantity(model, name);
  } catch (const InputError& error) {
    return to_string(error.faults()[0]);
  }
  return "accepted";
}

}  // namespace percuss
