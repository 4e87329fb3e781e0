// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "core/contact_model.hpp"
#include "core/joint_model.hpp"

namespace percuss {

/// The joints of a model that are rigid: springs side by side do not repeat each other.
std::vector<Index> rigid_joints(const ContactModel& contacts);

/// The places that joints hold in one configuration.
struct JointPlaces {
  JointMotions motions;
  /// Of the joints, wherever the origin is [m]: the longest that one of them has, from its point to that of the other
  /// body or to what they move with; where all are 0 (nodes held) that of all their points; or 0 where that is nothing,
  /// too.
  double size = 0.0;

  /// Of `joints`, ascending, at q. Allocates.
  JointPlaces(const ContactModel& contacts, std::span<const Index> joints, VecRef q);
  /// Of every velocity the way of 1 that it moves one of the places [m, or 1], or turns it at a distance of `turned`
  /// [m]; 1 of those that move none.
  Vector levers(Index nv, double turned) const;
  /// The largest velocity that v gives one of the places along an axis [m/s].
  double fastest(VecRef v) const;
};

}  // namespace percuss
