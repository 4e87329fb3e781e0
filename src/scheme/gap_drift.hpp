// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "scheme/contact_stage.hpp"
#include "scheme/normal_contacts.hpp"

namespace percuss {

/// Takes back what contacts that push have drifted apart by, in schemes that hold velocities and not gaps: the least
/// move of positions, velocities staying as they are, with
///
///   A dq = -W_N x,   0 <= -(g_N + W_N' dq)  _|_  x >= 0   on the contacts given,   rigid joints:  W' dq = 0
///
/// A = M + h/2 C + h^2/4 K is the matrix of the trapezoidal rule, so that a stiff body goes as one instead of being
/// bent at its surface. No gap of the contacts given is open after it, to first order in dq; contacts that depend on
/// each other leave some closed by more, which is why it is not an equation.
class GapDrift {
 public:
  /// Keeps references to `system` and `contacts`.
  GapDrift(const MechanicalSystem& system, const ContactModel& contacts, const SolverSet& solvers);
  /// Sizes the buffers at (t, q), so that steps allocate nothing; `factor` is any that holds there.
  void prepare(double t, const Vector& q, const BlockFactor& factor);
  /// q moves. `drifted`: the contacts to be closed, ascending; `gap`: of all contacts at (t, q). Fails, q staying as it
  /// is, where the solver does: joints may hold a contact open.
  Report take_back(double h, double t, std::span<const Index> drifted, VecRef gap, const Vector& v, Vector& q);

 private:
  NormalContacts pulling_;
  ContactStage stage_;
  BlockFactor factor_;
  std::vector<Index> joints_, together_;  // the rigid ones; they and what has drifted, ascending
  Vector open_, move_, moved_;
};

}  // namespace percuss
