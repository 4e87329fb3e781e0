// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "contact/joint_row.hpp"
#include "core/joint_model.hpp"

namespace percuss {

/// Joints between two bodies, or a body and ground, as bilateral rows (contact/joint_row.hpp): gamma = W' v = 0 with a
/// force that is free in sign. lambda is what the joint does to the body, in N or, of rows of rotations, N m; the other
/// body has the opposite. A joint with a drive moves its one row along: g and gamma less way(t) and its rate. Schemes
/// on velocity level let g drift, by their own error: `row_gaps` tells how far. Lives as long as its model; a joint
/// holds up to 3 rows, as every contact does.
class Joints final : public JointModel {
 public:
  using Row = JointRow;
  /// A motion that time prescribes: g = ... - way(t) of the one row of a joint, with its derivatives.
  struct Drive {
    std::function<double(double)> way, rate, acceleration;  ///< [m, rad], [1/s] and [1/s^2] times that
  };
  struct Joint {
    std::string name;
    Marker body = Marker::ground(Vector3::Zero());
    Marker to = Marker::ground(Vector3::Zero());
    std::vector<Row> rows;                 ///< 1 to 3; forces before moments
    std::vector<JointLaw> laws{};          ///< of the rows, all rigid or all giving way; empty: all rigid
    std::shared_ptr<const Drive> drive{};  ///< of a rigid joint of one row
  };

  /// Throws std::invalid_argument when there is no row or more than 3, when laws do not go with them, or when a drive
  /// has not one rigid row.
  void add(Joint joint);

  Index size() const override { return static_cast<Index>(joints_.size()); }
  Index num_rows(Index k) const override { return static_cast<Index>(at(k).rows.size()); }
  const std::string& name(Index k) const override { return at(k).name; }
  bool is_joint(Index) const override { return true; }
  JointLaw law(Index k, Index row) const override { return at(k).laws[static_cast<std::size_t>(row)]; }
  bool is_driven(Index k) const override { return at(k).drive != nullptr; }
  double drive_rate(Index k, double t) const override { return at(k).drive ? at(k).drive->rate(t) : 0.0; }
  double own_extent(VecRef q) const override;
  ReactionForm reaction_form(Index k) const override;
  Reaction reaction(Index k, VecRef q, const std::array<double, 3>& rows) const override;
  void append_motions(Index k, VecRef q, JointMotions& motions) const override;
  bool has_end(Index k, Index row) const override { return at(k).rows[static_cast<std::size_t>(row)].has_end(); }
  Eigen::Matrix3d body_axes(Index k, VecRef q) const override { return at(k).body.rotation(q); }
  bool has_constant_jacobian() const override;
  void gaps(double t, VecRef q, VecOut gap) const override;
  void normal_velocities(double t, VecRef q, VecRef v, VecOut rate) const override;
  void append(double t, VecRef q, std::span<const Index> closed, Index first, ContactSet& set) const override;
  void row_gaps(double t, VecRef q, std::span<const Index> closed, Index first, VecOut value) const override;
  void row_ways(double t, VecRef q, double t_next, VecRef q_next, std::span<const Index> closed, Index first,
                VecOut way) const override;
  void velocity_bias(const MechanicalSystem& system, double t, VecRef q, VecRef v, std::span<const Index> closed,
                     Index first, VecOut bias) const override;

 private:
  const Joint& at(Index k) const { return joints_[static_cast<std::size_t>(k)]; }
  std::vector<Joint> joints_;
};

}  // namespace percuss
