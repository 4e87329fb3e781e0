// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "scheme/contact_stage.hpp"
#include "scheme/normal_contacts.hpp"
#include "scheme/position_rows.hpp"

namespace percuss {

/// The position problem of an implicit stage whose end is  q' = q (+) (increment + w_q b):  forces nu/w_q with which
///
///   A (b - b_free) = W nu/w_q,   0 <= g(q')  _|_  nu >= 0,   joints:  g(q') = 0
///
/// linearised about an iterate of the stage, whose repetition is Newton's method on the gaps. Contacts take part once
/// they have penetrated at some iterate, or pushed at the end of the step before. Solved in velocities: g/h.
class HeldPositions {
 public:
  /// Keeps a reference to `model`.
  HeldPositions(const ContactModel& model, const SolverSet& solvers);

  void restart();
  void walk_memory(MemoryWalk& walk);
  /// A step begins: the joints, and the contacts that `pushes` of the step before.
  void begin_step();
  bool empty() const { return held_.empty(); }
  /// Some contact, not only joints, takes part.
  bool has_contacts() const { return held_.size() > joints_.size(); }
  std::span<const Index> joints() const { return joints_; }
  /// Sizes the buffers for the expected contacts, so that steps allocate nothing. `factor` holds.
  void reserve(double t, const Vector& q, const BlockFactor& factor);

  /// The iterate's q' at t with its gaps, and its b; b_next holds b_free and takes up A^-1 W nu/w_q.
  Report solve(double h, double w_q, double t, const Vector& q, VecRef gap, const Vector& b, const BlockFactor& tangent,
               Vector& b_next);
  enum class Of : signed char { all, contacts };
  /// v += M^-1 W nu/w_q for the nu found last, of contacts and joints or of contacts alone.
  void add_response(double h, double w_q, const BlockFactor& mass, Of of, Vector& v);
  /// write(joint, row, nu/w_q) for each row of the joints.
  template <class Write>
  void for_each_joint_row(double h, double w_q, Write&& write) const {
    stage_.for_each_row(h / w_q, [&](Index id, std::size_t row, double x) {
      if (model_.is_joint(id)) write(id, row, x);
    });
  }
  /// Contacts that penetrate here take part from now on: true when there was a new one.
  bool join(VecRef gap, double together) { return penetrations_join(gap, together, held_); }
  /// The laws hold at (t, q) to `round_off`.
  bool hold(double t, const Vector& q, VecRef gap, double round_off);
  /// pushes[k] = 1 for the contacts with nu > 0.
  void mark_pushing(std::vector<char>& pushes) const;

 private:
  template <class Call>
  void for_each_pushing(Call&& call) const;
  /// pushing_ <- the contacts that have pushed, unless a walk has restored it.
  void find_pushing();

  const ContactModel& model_;
  NormalContacts normal_;
  ContactStage stage_;
  PositionRows rows_;
  std::vector<Index> joints_, held_, pushing_;  // ascending
  bool knows_pushing_ = false;
  Vector gap_, change_, push_;
};

}  // namespace percuss
