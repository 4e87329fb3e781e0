// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "core/contact_model.hpp"

namespace percuss {

/// What the velocity gamma = W_j' v of a row is made of, before anything cancels:
///   sum_i |W_ij| (|v_i| + h |a_i|)  [m/s],
/// a being the accelerations of the step without contact forces, which a resting contact takes back. Round-off and the
/// tolerances of solvers are measured by it; it scales with velocities, masses, units and steps as gamma does.
double velocity_size(const SparseColumns& W, Index row, VecRef v, double h, VecRef a);
/// The same without accelerations.
double velocity_size(const SparseColumns& W, Index row, VecRef v);

/// Of gaps at q: 1e-14 of what they are computed from  [m], some 45 units of the last place, as positions add up steps.
double round_off_of_gaps(const ContactModel& contacts, VecRef q);
/// Gaps that are open by no more than the round-off of positions become 0: of the contacts `closed_before`, or of all.
/// Else a body at rest hops, by the fall of a step and its restitution.
void close_round_off(const ContactModel& contacts, VecRef q, std::span<const Index> closed_before, VecOut gap);
void close_round_off(const ContactModel& contacts, VecRef q, VecOut gap);

/// Tells contacts that rest from those that open or approach. Round-off never decides: a normal velocity counts when it
/// exceeds `share` of what it is made of.
class RestJudge {
 public:
  /// Far above what contact solvers leave (1e-12 of the velocities), far below what a step of free motion does.
  static constexpr double share = 1e-10;

  /// Keeps a reference to `contacts`.
  explicit RestJudge(const ContactModel& contacts) : contacts_(contacts) {}

  /// The instant looked at: configuration, velocity, and accelerations of the step without contact forces.
  struct Instant {
    double t;
    Eigen::Ref<const Vector> q, v;
    double h;
    Eigen::Ref<const Vector> a;
  };
  /// Sizes the buffers for the expected contacts, so that later calls allocate nothing.
  void reserve(double t, VecRef q, Index num_v);
  /// Contact k, whose normal velocity is `rate`, opens.
  bool opens(Index k, double rate, const Instant& at);
  /// Contact k, whose normal velocity is `rate`, approaches.
  bool approaches(Index k, double rate, const Instant& at);

 private:
  bool counts(Index k, double speed, const Instant& at);

  const ContactModel& contacts_;
  ContactSet one_;
};

}  // namespace percuss
