// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "contact/joint_mixture.hpp"
#include "core/contact_model.hpp"

namespace percuss {

/// A model of contacts whose joints, where they are redundant (contact/joint_redundancy.hpp), hold the mechanism by as
/// many rows as are independent: mixtures of theirs (contact/joint_mixture.hpp). Numbers of contacts and rows are those
/// of the model; the first rows of the linked joints stand for mixtures, the others are empty: their columns of W,
/// values and biases are 0, and so are their forces. `share_out` turns the forces of mixtures into those of the joints.
///
/// Rows that repeat others only where positions are exact would, a little drift apart, ask for forces as large as the
/// drift is small.
class IndependentJoints final : public ContactModel {
 public:
  /// Keeps references to `all` and `system`. `repeated`, at (t, q): ascending, rows of its joints that others repeat;
  /// none: the model is that of `all`.
  IndependentJoints(ContactModel& all, const MechanicalSystem& system, const std::vector<JointRowId>& repeated,
                    double t, VecRef q);

  /// rows[k] <- the forces, or percussions, of the rows of joint k, from those of this model's rows; of linked joints
  /// alone. By the mixture of the step done last.
  template <class Rows>
  void share_out(Rows&& rows_of) const {
    for (const auto& mixture : mixtures_) mixture.share_out(rows_of);
  }
  bool mixes() const { return !mixtures_.empty(); }

  const ContactModel& whole() const override { return all_; }
  Index size() const override { return all_.size(); }
  Index num_rows(Index k) const override { return all_.num_rows(k); }
  const std::string& name(Index k) const override { return all_.name(k); }
  bool is_joint(Index k) const override { return all_.is_joint(k); }
  JointLaw law(Index k, Index row) const override { return all_.law(k, row); }
  bool is_driven(Index k) const override { return all_.is_driven(k); }
  double drive_rate(Index k, double t) const override { return all_.drive_rate(k, t); }
  double own_extent(VecRef q) const override { return all_.own_extent(q); }
  bool has_constant_jacobian() const override { return all_.has_constant_jacobian() && !mixes(); }
  void prepare(double t, VecRef q, VecRef v, double h) override;
  void check_forecast() const override { all_.check_forecast(); }
  bool may_have_passed(VecRef q) const override { return all_.may_have_passed(q); }
  void restart() override;
  void walk_memory(MemoryWalk& walk) override;
  void gaps(double t, VecRef q, VecOut gap) const override { all_.gaps(t, q, gap); }
  void normal_velocities(double t, VecRef q, VecRef v, VecOut rate) const override {
    all_.normal_velocities(t, q, v, rate);
  }
  void append(double t, VecRef q, std::span<const Index> closed, Index first, ContactSet& set) const override;
  std::optional<ContactPlace> place(double t, VecRef q, Index k) const override { return all_.place(t, q, k); }
  void row_gaps(double t, VecRef q, std::span<const Index> closed, Index first, VecOut value) const override;
  void row_ways(double t, VecRef q, double t_next, VecRef q_next, std::span<const Index> closed, Index first,
                VecOut way) const override;
  void velocity_bias(const MechanicalSystem& system, double t, VecRef q, VecRef v, std::span<const Index> closed,
                     Index first, VecOut bias) const override;
  void curvature(const MechanicalSystem& system, double t, VecRef q, std::span<const Index> closed, Index first,
                 VecRef lambda, std::vector<Eigen::Triplet<double>>& entries) const override;

 private:
  /// Number of the mixture that joint k is of, or -1.
  Index mixture_of(Index k) const { return mixture_of_[static_cast<std::size_t>(k)]; }
  /// Whether any is needed, and in `needed_` which, for the rows of `closed`.
  bool find_needed(std::span<const Index> closed) const;
  /// call(mixture, row among those of `closed`, slot) for the rows that are not as they are in the model.
  template <class Call>
  void for_each_mixed_row(std::span<const Index> closed, Call&& call) const;
  /// The rows of `closed` that stand for mixtures get them, from the values of all rows linked with them; `values`
  /// holds those of the model before.
  template <class Evaluate>
  void mix(std::span<const Index> closed, VecOut values, Evaluate&& evaluate) const;

  ContactModel& all_;
  const MechanicalSystem& system_;
  std::vector<JointMixture> mixtures_;  // one for each group of joints that hang together
  std::vector<JointMixture> at_start_;
  std::vector<Index> mixture_of_;  // of each contact
  mutable ContactSet asked_;       // workspace
  mutable std::vector<ContactSet> linked_;
  mutable std::vector<Vector> of_linked_;
  mutable std::vector<char> needed_;
  mutable Vector column_, forces_;
};

}  // namespace percuss
