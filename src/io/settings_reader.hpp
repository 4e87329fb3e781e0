// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/fault.hpp"
#include "io/settings.hpp"
#include "io/value_tree.hpp"

namespace percuss {

/// Read the sections `simulation` and `outputs` of a model file. What is wrong is appended to `faults`, with places;
/// the keys that are sound are in the settings all the same. Quantities are not looked up here: that needs the model.
SimulationSettings read_simulation(const ValueNode& map, std::vector<Fault>& faults);
OutputSettings read_outputs(const ValueNode& map, std::vector<Fault>& faults);

}  // namespace percuss
