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

/// By how much of its length a column is off others that it does not merely repeat: joints are assembled to 1e-9
/// (see JointOptions), and axes and points typed to that stand off by some of it.
inline constexpr double distinct_columns = 2e-8;

/// W of rigid joints in one configuration as lengths alone, over the velocities that they touch: each counts by its
/// lever (JointPlaces). Columns of zeros, which hold nothing, are left out.
struct JointColumns {
  SparseMatrix unit;           ///< (touched x columns), columns of unit length
  std::vector<Index> touched;  ///< velocities, ascending
  Vector lever;                ///< of every velocity: what its row of W was divided by; 1 of those that move no joint
  std::vector<JointRowId> of;  ///< of each column
  std::vector<Index> place;    ///< of each column: its row among those of all joints
  std::vector<double> length;  ///< of each before it was made 1: about 1 of a force, one over a lever of a moment
  Index rows = 0;              ///< of all joints
  /// Of the largest mechanism (JointPlaces) [m]; 1 where that is nothing.
  double size = 1.0;

  /// At (t, q) of `joints`, ascending, of a model with `nv` velocities. Allocates.
  JointColumns(const ContactModel& contacts, Index nv, std::span<const Index> joints, double t, VecRef q);
  Index cols() const { return static_cast<Index>(of.size()); }
};

}  // namespace percuss
