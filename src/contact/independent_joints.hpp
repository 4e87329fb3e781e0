// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "contact/joint_columns.hpp"
#include "core/contact_model.hpp"

namespace percuss {

/// A model of contacts whose redundant rows of joints (contact/joint_redundancy.hpp) hold nothing: their columns of W,
/// values and biases are 0, and so are their forces. Numbers of contacts and rows are those of the model.
///
/// Rows that repeat others only where positions are exact would, a little drift apart, ask for forces as large as the
/// drift is small.
class IndependentJoints final : public ContactModel {
 public:
  /// Keeps a reference to `all`. `left_out` ascending, rows of its joints.
  IndependentJoints(ContactModel& all, std::vector<JointRowId> left_out);

  Index size() const override { return all_.size(); }
  Index num_rows(Index k) const override { return all_.num_rows(k); }
  const std::string& name(Index k) const override { return all_.name(k); }
  bool is_joint(Index k) const override { return all_.is_joint(k); }
  JointLaw law(Index k, Index row) const override { return all_.law(k, row); }
  bool is_driven(Index k) const override { return all_.is_driven(k); }
  double drive_rate(Index k, double t) const override { return all_.drive_rate(k, t); }
  double own_extent(VecRef q) const override { return all_.own_extent(q); }
  bool has_constant_jacobian() const override { return all_.has_constant_jacobian(); }
  void prepare(double t, VecRef q, VecRef v, double h) override { all_.prepare(t, q, v, h); }
  void restart() override { all_.restart(); }
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
  /// call(row among those of `closed`) for the rows left out.
  template <class Call>
  void for_each_left_out(std::span<const Index> closed, Index first, Call&& call) const;
  void silence(std::span<const Index> closed, Index first, VecOut value) const;

  ContactModel& all_;
  std::vector<JointRowId> left_out_;
  mutable Vector pushing_;  // workspace of `curvature`
};

}  // namespace percuss
