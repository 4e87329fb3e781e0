// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "scheme/consistent_acceleration.hpp"

namespace percuss {

/// The impact without collision (tangential impact) of contacts that slide where no force lets them slide on:
/// Painleve's paradox. Of  M a = f + W lambda,  0 <= gamma_N' _|_ lambda_N >= 0,  lambda_T = -mu lambda_N
/// gamma_T/|gamma_T| there is no solution then, and the contacts stop sliding or leave by percussions with
///
///   v+ = v + M^-1 W P,   0 <= gamma_N+  _|_  P_N >= 0,   Coulomb's law on gamma_T+ and P_T
///
/// Which of the two it is, shows as the time eta that the contacts get goes to 0: percussions eta lambda of forces that
/// exist vanish with it, and no contact's slip changes; those of an impact stay. Asked for eta = h/100, and if some
/// slip changes, on to h/10^6; so neither h nor the place of a contact in a chain of others counts.
class ImpactWithoutCollision {
 public:
  /// Keeps references to `system` and `contacts`.
  ImpactWithoutCollision(const MechanicalSystem& system, const ContactModel& contacts, const SolverSet& solvers);

  /// Sizes the buffers.
  void prepare(double h, const State& state, const BlockFactor& mass) { motion_.prepare(h, state, mass); }
  /// Looks for the impact of the contacts `closed`, of which `pushing` (by contact number) rest on each other whatever
  /// their velocities say. `mass` is the factor of M at `at`.
  Report look(double h, const State& at, std::span<const Index> closed, std::span<const char> pushing,
              const BlockFactor& mass);
  /// The last look found one.
  bool found() const { return found_; }
  /// Where none was found: the acceleration with the forces that exist.
  const Vector& acceleration() const { return a_; }
  /// v+, with what all forces do in the last eta.
  const Vector& velocity() const { return v_; }
  /// P (rows of its set), and what it takes from a motion with v before.
  ContactStage& contacts() { return motion_.contacts(); }
  ContactLoss loss(const Vector& v_before);
  /// See ConsistentAcceleration.
  double free_acceleration(Index contact) const { return motion_.free_acceleration(contact); }
  void restart() { motion_.restart(); }

 private:
  bool some_slip_changes(double h, const Vector& v);

  ConsistentAcceleration motion_;
  Vector a_, v_, gamma_;  // (nv), (nv), (rows)
  bool found_ = false;
};

/// What moves more slowly rests: 1e-9 of the velocities, or what the acceleration does in 1e-6 of a step [m/s].
double rest_speed(double h, const Vector& v, double acceleration);

/// What the slip of a contact was and by how much it has changed [m/s].
struct SlipChange {
  double before = 0.0, change = 0.0;
  /// It slid (faster than `least`), and what it has lost or turned by is more than a little.
  bool may_be_impact(double least) const {
    constexpr double share = 0.1;
    return before > least && change > share * before;
  }
};
SlipChange slip_change(const ContactSet& set, Index k, VecRef before, VecRef after);

/// Slips of contact k of the set that say nothing about impacts [m/s]: forces that exist stop them within the least
/// time that is looked at, in a chain of contacts many times what `acceleration` of the contact does in that time
/// (ConsistentAcceleration::free_acceleration), or they are the round-off of many times its velocities.
double least_slip(double h, const ContactSet& set, Index k, VecRef v, double acceleration);

}  // namespace percuss
