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
class JointPlaces {
 public:
  /// Joints that have velocities in common, or both with a third, and so on. One that tells no places (JointPart) is by
  /// itself.
  struct Group {
    std::vector<Index> joints;  ///< ascending
    /// Wherever the origin is [m]: the longest that one of the joints has, from its point to that of the other body or
    /// to what they move with; where all are 0 (nodes held) that of all their points; or 0 where that is nothing, too.
    double size = 0.0;
  };

  /// Of `joints`, ascending, of a model with `nv` velocities, at q. Allocates.
  JointPlaces(const ContactModel& contacts, Index nv, std::span<const Index> joints, VecRef q);
  const std::vector<Group>& groups() const { return groups_; }
  /// Of the largest group [m].
  double size() const;
  /// Of every velocity the way of 1 that it moves one of the places [m, or 1], or turns it at a distance of the group's
  /// size; 1 of those that move none.
  Vector levers() const;
  /// The largest velocity that v gives one of the places along an axis [m/s].
  double fastest(VecRef v) const;

 private:
  struct Range {
    std::size_t points = 0;
    Index moves = 0, turns = 0;  // columns
  };
  Range reached() const { return {motions_.points.size(), motions_.moves.cols(), motions_.turns.cols()}; }
  void find_groups(std::span<const Index> joints);
  double size_of(const std::vector<std::size_t>& members) const;

  Index nv_;
  double nothing_;  // what counts as no length [m]
  JointMotions motions_;
  std::vector<Range> begin_;  // of each joint, and the end
  std::vector<Group> groups_;
  std::vector<std::size_t> group_of_;  // of each joint
};

}  // namespace percuss
