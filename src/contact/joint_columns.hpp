// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/contact_model.hpp"

namespace percuss {

/// A row of a joint: its joint's number in the model, and which of its rows.
struct JointRowId {
  Index joint = 0, row = 0;
  auto operator<=>(const JointRowId&) const = default;
};

/// The joints of a model that are rigid: springs side by side do not repeat each other.
std::vector<Index> rigid_joints(const ContactModel& contacts);

/// A length of the joints, to tell lengths from round-off by: what gaps are computed from besides q, or 1 where that is
/// nothing (a ball at the origin) [m].
double joint_size(const ContactModel& contacts, VecRef q);

/// W of rigid joints in one configuration, with columns of unit length over the velocities that they touch. Columns of
/// zeros, which hold nothing, are left out.
struct JointColumns {
  SparseMatrix unit;           ///< (touched x columns)
  std::vector<Index> touched;  ///< velocities, ascending
  std::vector<JointRowId> of;  ///< of each column
  std::vector<Index> place;    ///< of each column: its row among those of all joints
  std::vector<double> length;  ///< of each column before it was scaled
  Index rows = 0;              ///< of all joints

  /// At (t, q) of `joints`, ascending, of a model with `nv` velocities. Allocates.
  JointColumns(const ContactModel& contacts, Index nv, std::span<const Index> joints, double t, VecRef q);
  Index cols() const { return static_cast<Index>(of.size()); }
};

}  // namespace percuss
