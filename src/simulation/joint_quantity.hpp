// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "core/contact_model.hpp"
#include "simulation/quantity.hpp"
#include "simulation/quantity_words.hpp"

namespace percuss {

/// The quantity of the joint whose parts `called` are, `words[0]` being its name. What the joint does to its `body`;
/// the other body, or ground, gets the opposite:
///   JOINT.force               size of the force [N]
///   JOINT.force.x | y | z     its components in inertial axes [N]
///   JOINT.force.body.x | ...  its components in the axes of `body` [N]
///   JOINT.moment ...          likewise, the moment about the joint's point of `body` [N m]; in the plane
///   `JOINT.moment`
///                             is the moment about z with its sign
///   JOINT.percussion ...      [N s] and
///   JOINT.moment_percussion   [N m s] in inertial axes, summed since the row before
///   JOINT.rows.NUMBER.force | moment | percussion | moment_percussion    of one row, with its sign
/// Throws InputError (message and remedy, no place) for components that the joint cannot have.
Quantity find_joint_quantity(const ContactModel& contacts, const std::string& name, const Words& words,
                             const std::vector<std::size_t>& called);

/// Components of force and moment of one joint, as a history shows them for which none were asked.
Words standard_joint_quantities(const ContactModel& contacts, const std::string& joint,
                                const std::vector<std::size_t>& called);

}  // namespace percuss
