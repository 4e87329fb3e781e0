// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>

#include "model/model.hpp"
#include "simulation/sample.hpp"

namespace percuss {

/// A number that the history can show.
struct Quantity {
  std::function<double(const Sample&)> value;
  bool needs_energy = false;
};

/// Finds the quantity of a dotted name:
///   CONTACT.gap | force | friction_force | percussion | friction_percussion | closed      [m], [N], [N s], 0 or 1
///   BODY.nodes.NODE.displacement | position | velocity [.x .y .z]                         [m], [m], [m/s]
///   BODY.mean_velocity | momentum [.x .y .z]                                              [m/s], [kg m/s]
///   energy.kinetic | potential | total | applied | damping | friction | impact | scheme   [J]
///   solver.residual                                                                       [m/s]
/// CONTACT may be a group: its smallest gap, the sums of its forces and percussions, the number of those closed; or one
/// of it, CONTACT.3. NODE is an index, `first` or `last`. Percussions add up since the row before; the rest is at the
/// end of the step. Friction is the size of the tangential vector. Throws InputError (message and remedy, no place)
/// when there is no such quantity. Keeps nothing of `model`: the quantity reads samples of it, whatever has become of
/// the model itself.
Quantity find_quantity(const Model& model, const std::string& name);

/// The columns of a history for which none were asked: gap, force and percussion of every contact, and total energy.
std::vector<std::string> standard_quantities(const Model& model);

}  // namespace percuss
