// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <array>
#include <vector>

#include "core/contact_model.hpp"
#include "core/memory_walk.hpp"
#include "core/sparse_columns.hpp"
#include "core/types.hpp"

namespace percuss {

/// What a joint does to its body: a force at the joint's point of the body and a moment about that point, in inertial
/// axes. The other body, or ground, gets the opposite at the same point. [N], [N m]; of percussions [N s], [N m s].
struct Reaction {
  Eigen::Vector3d force = Eigen::Vector3d::Zero();
  Eigen::Vector3d moment = Eigen::Vector3d::Zero();

  Reaction& operator+=(const Reaction& other) {
    force += other.force;
    moment += other.moment;
    return *this;
  }
  void walk_memory(MemoryWalk& walk) {
    for (auto* part : {&force, &moment})
      for (auto& x : *part) walk("component", x);
  }
};

/// Which components the reaction of a joint can have.
struct ReactionForm {
  Index force = 0;                  ///< x, or x and y, or all three
  Index moment = 0;                 ///< 0: none, 1: about z, in the plane, 3: all
  std::array<bool, 3> is_moment{};  ///< the row is a moment, not a force
};

/// How the places of joints move, whatever the joints hold there.
struct JointMotions {
  /// Of a joint that holds places its point of the body and the origin of the frame that it moves with, then the same
  /// of the other body, of the ground the point of a rod alone: their distances tell how long it is [m].
  std::vector<Eigen::Vector3d> points;
  /// Coefficients over v of the velocities along x, y, z of places that joints hold, three columns each, and of their
  /// angular velocities.
  SparseColumns moves, turns;
};

/// Contacts that are joints and can tell what they do to their body as vectors. A joint of another model is told row by
/// row alone.
class JointModel : public ContactModel {
 public:
  virtual ReactionForm reaction_form(Index k) const = 0;
  /// The reaction of joint k at q whose rows have these forces (or percussions): W lambda as vectors.
  virtual Reaction reaction(Index k, VecRef q, const std::array<double, 3>& rows) const = 0;
  /// The value of this row of joint k is an angle that starts again from its other end after a turn or half of one.
  virtual bool has_end(Index /*k*/, Index /*row*/) const { return false; }
  virtual void append_motions(Index k, VecRef q, JointMotions& motions) const = 0;
  /// Axes of the body of joint k as columns: body axes to inertial ones.
  virtual Eigen::Matrix3d body_axes(Index k, VecRef q) const = 0;
};

/// A joint and its number in its own model.
struct JointPart {
  const JointModel* model = nullptr;  ///< null: contact k is no joint, or one that knows rows alone
  Index k = 0;

  ReactionForm form() const { return model != nullptr ? model->reaction_form(k) : ReactionForm{}; }
};

/// Contact k of `contacts`, which may be a list of models.
JointPart find_joint(const ContactModel& contacts, Index k);

}  // namespace percuss
