// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "scheme/contact_stage.hpp"

namespace percuss {

/// The acceleration with which a motion goes on from (t, q, v), contact forces included:
///
///   M a = f + W lambda,   0 <= gamma_N + h (W_N' a + W_N'dot v)  _|_  lambda_N >= 0   on the contacts given,
///   joints:  W' a + W'dot v = 0,   friction against  gamma_T + h (W_T' a + W_T'dot v)
///
/// A contact that opens (gamma_N > 0) faster than its force could close it within h has none; gamma_N counts as 0
/// below that, and for a contact that `at_rest` names. Compliant joints are the springs they stand for, lambda =
/// -(stiffness g + damping gamma).
///
/// Where asked for, joints with a damper faster than the step (`relax_dampers`) have the force that an implicit Euler
/// step of tau gives them, of  g + tau gamma_tau,  gamma_tau = gamma + tau (W' a + W'dot v):  their motion comes to
/// rest within the step, while the acceleration of the instant would be handed on as +-.
class ConsistentAcceleration {
 public:
  ConsistentAcceleration(const MechanicalSystem& system, const ContactModel& contacts, const SolverSet& solvers);

  /// tau = `share` h of `solve`.
  void relax_dampers(double share) { relaxation_ = share; }
  /// Sizes buffers for a factor that comes later.
  void prepare(double h, const State& state, const BlockFactor& mass);
  /// a <- the acceleration; `mass` is the factor of M at q, or of what stands in its place.
  /// `at_rest`: by contact number, or empty.
  Report solve(double h, const State& state, std::span<const Index> closed, const BlockFactor& mass, Vector& a,
               std::span<const char> at_rest = {});
  /// a <- M^-1 f: without the contact forces, as in [MIX (25)].
  void ignore_contacts(const State& state, const BlockFactor& mass, Vector& a);
  /// Writes the forces found last [N], those of springs included, through `write(contact number, row, value)`.
  template <class Write>
  void for_each_force(double h, Write&& write) const {
    stage_.for_each_row(1.0 / h, write);
    if (soft_.empty()) return;
    for (Index k = 0; k < springs_.size(); ++k)
      for (Index i = 0; i < springs_.num_rows(k); ++i)
        write(springs_.id[static_cast<std::size_t>(k)], static_cast<std::size_t>(i),
              spring_force_[springs_.first_row(k) + i]);
  }
  /// Of the forces found last [W].
  const ContactLoss& power() const { return power_; }
  /// The rigid contacts, and joints that are relaxed, with their forces as percussions h lambda.
  ContactStage& contacts() { return stage_; }
  /// Largest |W_N' M^-1 f + W_N'dot v| of the contacts in the last problem [m/s^2]: what their forces answer.
  double free_acceleration() const { return free_acceleration_; }
  /// What the acceleration W' M^-1 f + W'dot v of a contact's rows is made of, before anything cancels, when the
  /// contact was part of a problem last:  sum_i |W_ij| |(M^-1 f)_i| + |W_j'dot v|,  the largest row's [m/s^2].
  double free_acceleration(Index contact) const { return free_of_[contact]; }
  void restart() { stage_.restart(); }
  void walk_memory(MemoryWalk& walk) {
    walk("stage", stage_);
    walk("free_acceleration", free_acceleration_);
    walk("free_of", free_of_);
  }

 private:
  /// f += W lambda of the compliant joints among `closed`; the others into rigid_, with those to be relaxed over tau.
  void add_springs(double tau, const State& state, std::span<const Index> closed, const BlockFactor& mass, Vector& f);
  /// Of the joints of springs_: those that have a damper faster than 2 tau change from soft_ to rigid_.
  bool take_fast_dampers(double tau, const BlockFactor& mass);
  /// bias of the joints in the set that are relaxed.
  void add_relaxation(double tau, const State& state, VecOut bias);

  const MechanicalSystem& system_;
  const ContactModel& contacts_;
  ContactStage stage_;
  std::vector<Index> rigid_, soft_;
  ContactSet springs_;
  SpringRows rows_;
  Vector bias_, spring_force_, gap_;
  ContactLoss power_;
  double relaxation_ = 0.0;  // 0: nothing is relaxed
  double free_acceleration_ = 0.0;
  Vector free_of_;  // by contact number
};

}  // namespace percuss
