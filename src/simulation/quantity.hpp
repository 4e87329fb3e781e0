// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "model/model.hpp"
#include "simulation/sample.hpp"

namespace percuss {

/// A number that the history can show.
struct Quantity {
  std::function<double(const Sample&)> value;
  bool needs_energy = false;
  bool needs_joints = false;
  bool of_state = false;  ///< it follows from the state of a sample, the gaps of its contacts, and its energy
};

/// The same quantity, told to follow from the state.
inline Quantity of_state(Quantity quantity) {
  quantity.of_state = true;
  return quantity;
}

/// What stands behind `energy.` and `solver.`
const std::vector<std::string>& energy_words();
const std::vector<std::string>& solver_words();

/// Finds the quantity of a dotted name:
///   CONTACT.gap | force | friction_force | percussion | friction_percussion | closed      [m], [N], [N s], 0 or 1
///   GROUP.NUMBER.gap | force | ...                       one of the contacts GROUP.1, GROUP.2, ... of one entry
///   GROUP.gap | force | ... | closed                     smallest gap, sums of the rest, how many are closed; groups
///                                                        may be in groups: box.left.force, box.left.3.force
///   JOINT.force, .force.x .y .z, .force.body.x ...       what the joint does to its `body`, see joint_quantity.hpp
///   JOINT.moment | percussion | moment_percussion        [N], [N m], [N s], [N m s]
///   JOINT.rows.NUMBER.force | moment | ...               row by row
///   BODY.nodes.NODE.displacement | position | velocity [.x .y .z]                         [m], [m], [m/s]
///   BODY.mean_velocity | momentum [.x .y .z]                                              [m/s], [kg m/s]
///   BODY.elements.ELEMENT.axial_force | ...              see section_quantity.hpp
///   BODY.members.DIRECTION.PLACE.axial_force | ...       see section_quantity.hpp
///   BODY.NAME, BODY.nodes.NODE.NAME                      a named coordinate or velocity       [m], [rad], [m/s], [1/s]
///     rigid_body_planar:  x | y | phi | v_x | v_y | omega
///     rigid_body, floating_beam:
///                         x | y | z | quaternion.w | .x | .y | .z | v_x | v_y | v_z | omega.x | .y | .z  (body axes)
///     woodpecker:         y | phi_M | phi_S | v_y | omega_M | omega_S
///   energy.kinetic | potential | total | applied | damping | friction | impact | scheme   [J]
///   solver.residual | complementarity | min_gap | drift                                   [m/s], [J], [m], [m, rad]
/// NODE is an index, `first` or `last`; of a group of bodies it is the number of the body. Percussions add up since the
/// row before; the rest is at the end of the step. Friction is the size of the tangential vector, in a group the sum of
/// the sizes. Throws InputError (message and remedy, no place) when there is no such quantity. Keeps nothing of
/// `model`: the quantity reads samples of it, whatever has become of the model itself.
Quantity find_quantity(const Model& model, const std::string& name);

/// The columns of a history for which none were asked: gap, force and percussion of every contact (of the
/// group, where more than eight contacts are in one), force and moment of every joint, and total energy.
std::vector<std::string> standard_quantities(const Model& model);

}  // namespace percuss
