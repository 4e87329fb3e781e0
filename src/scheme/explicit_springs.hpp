// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/contact_model.hpp"
#include "core/mechanical_system.hpp"
#include "core/state.hpp"
#include "scheme/spring_modes.hpp"
#include "solvers/linear/block_factor.hpp"

namespace percuss {

/// The springs and dampers of a system's force elements as their step sees them, linearised about a state. With W their
/// directions, k and d their laws (k < 0 where a pressed spring gives way to the side) and P = W' (M^-1 - M^-1 J
/// (J' M^-1 J)^+ J' M^-1) W, J the rigid joints:  P = L L',  K = L' k L,  D = L' d L. The bodies' own stiffness is not
/// in it. Keeps references to the system and the contacts.
class ExplicitSprings {
 public:
  ExplicitSprings(const MechanicalSystem& system, const ContactModel& contacts);
  /// Rows of springs and joints at the last look: its work goes with their cube.
  Index size() const { return W_.cols() + held_.rows(); }
  /// False, and nothing done, when hardly anything has changed since the last look; when there are no springs, more
  /// than a thousand rows, or no factor of M. Throws what factoring M throws.
  bool look(const State& state);
  /// The next look is the first one.
  void forget() { looked_ = false; }
  const SpringModes& modes() const { return modes_; }
  void walk_memory(MemoryWalk& walk) {
    walk("looked", looked_);
    walk("W", W_);
    walk("laws", laws_);
  }

 private:
  bool take_rows(VecRef q);

  const MechanicalSystem& system_;
  const ContactModel& contacts_;
  BlockFactor mass_;
  std::vector<Index> joints_;
  bool few_joints_ = false, looked_ = false, constant_mass_ = true;
  SparseColumns W_, W_now_;
  std::vector<JointLaw> laws_, laws_now_;
  ContactSet held_;
  SpringModes modes_;
};

}  // namespace percuss
