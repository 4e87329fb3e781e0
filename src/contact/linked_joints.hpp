// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "contact/joint_columns.hpp"
#include "core/mechanical_system.hpp"

namespace percuss {

/// Joints that hang together by bodies and joints in between, and those of their rows that others repeat.
struct LinkedJoints {
  std::vector<Index> joints;         ///< rigid, ascending
  std::vector<JointRowId> repeated;  ///< ascending; at least one
};

/// The groups of joints that rows of `repeated`, ascending, belong to; no two have a body in common. At (t, q).
std::vector<LinkedJoints> linked_joints(const ContactModel& contacts, const MechanicalSystem& system,
                                        const std::vector<JointRowId>& repeated, double t, VecRef q);

}  // namespace percuss
