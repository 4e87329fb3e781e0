// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "contact/joint_columns.hpp"
#include "core/mechanical_system.hpp"

namespace percuss {

/// The rigid joints of each mechanism, ascending: those that hang together by bodies and joints in between, but for
/// those that hold nothing. No two mechanisms have a body in common. At (t, q).
std::vector<std::vector<Index>> mechanisms(const ContactModel& contacts, const MechanicalSystem& system, double t,
                                           VecRef q);

/// Joints of a mechanism, and those of their rows that others repeat.
struct LinkedJoints {
  std::vector<Index> joints;         ///< as `mechanisms` has them
  std::vector<JointRowId> repeated;  ///< ascending; at least one
};

/// The mechanisms that rows of `repeated`, ascending, belong to. At (t, q).
std::vector<LinkedJoints> linked_joints(const ContactModel& contacts, const MechanicalSystem& system,
                                        const std::vector<JointRowId>& repeated, double t, VecRef q);

}  // namespace percuss
