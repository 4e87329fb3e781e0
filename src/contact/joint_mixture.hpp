// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <span>
#include <vector>

#include "contact/joint_redundancy.hpp"
#include "contact/linked_joints.hpp"
#include "core/at.hpp"
#include "core/mechanical_system.hpp"

namespace percuss {

/// Mixtures of the rows of redundant joints that hold what all of them hold. The rates of g, of m rows of rank r, with
/// angles as lengths by a lever of theirs, lie within r dimensions: those off S (m x m-r), the forces that the joints
/// have among themselves, W S = 0. The mixtures are
///
///   V' g,   V (m x r) orthonormal, V'S = 0,     forces of the rows  V mu:
///
/// of all forces that do the same those of the smallest sum of squares. S turns with the mechanism; V follows it, by
/// projection, when the mechanism has moved by a fiftieth of its size. So what the rows have drifted apart by only
/// turns along with S and stays as large: rows picked from those at hand would let it grow wherever these come to
/// depend on each other.
///
/// Rows of motors are not mixed. Where S is not told from other forces that do nothing (a linkage that passes a
/// position in which it is stretched out), V stays. Initially it is told from all that stands off by more than joints
/// are typed to, later from what stands off by more than they drift by.
class JointMixture {
 public:
  /// Of the rows of linked joints, at (t, q).
  JointMixture(const ContactModel& contacts, const MechanicalSystem& system, const LinkedJoints& group, double t,
               VecRef q);

  /// The mechanism moves on by h at these velocities: whether it is to be looked at before.
  bool is_due(VecRef v, double h);
  void look(const ContactModel& contacts, const MechanicalSystem& system, double t, VecRef q);
  void walk_memory(MemoryWalk& walk);

  /// The joints that are linked, ascending.
  const std::vector<Index>& linked() const { return linked_; }
  Index num_rows() const { return static_cast<Index>(slot_of_.size()); }  ///< of the linked joints
  /// Of a row among those of the linked joints: number of the mixture that it stands for; the row is as it is, or
  /// empty.
  static constexpr Index unmixed = -1, silent = -2;
  Index slot(Index row) const { return slot_of_[at(row)]; }
  /// The first row of linked joint k among those of the linked joints.
  Index first_row(Index k) const;
  /// What row `row` of the linked joints has of a mixture.
  double share(Index row, Index mixture) const {
    return place_of_[at(row)] < 0 ? 0.0 : A_(place_of_[at(row)], mixture);
  }
  Index num_mixtures() const { return A_.cols(); }
  /// rows_of(k): a reference to an array of the forces of the rows of joint k.
  template <class Rows>
  void share_out(Rows&& rows_of) const;

 private:
  void set_basis(const Matrix& V);
  void look(const ContactModel& contacts, const MechanicalSystem& system, double t, VecRef q, double distinct);

  std::vector<Index> linked_, first_row_;  // joints, and (linked + 1) rows
  std::vector<JointRowId> row_;            // of the rows of linked joints
  std::vector<Index> slot_of_, place_of_;  // of the same: mixture, and row of V, or -1
  Vector weight_;                          // of each row of V: 1 of forces, of moments one over a lever [1/m]
  Matrix V_, A_;                           // A = diag(1/weight) V
  std::vector<Index> touched_;             // velocities that the joints touch initially,
  Vector lever_;                           // and how far each moves a joint
  Index redundant_ = 0;
  double size_ = 1.0, way_ = 0.0;  // of the joints, and gone since the last look [m]
};

template <class Rows>
void JointMixture::share_out(Rows&& rows_of) const {
  Eigen::Matrix<double, Eigen::Dynamic, 1, 0, JointRedundancy::most_rows, 1> mu(num_mixtures());  // in no heap
  for (Index row = 0; row < num_rows(); ++row)
    if (slot(row) >= 0) mu[slot(row)] = rows_of(row_[at(row)].joint)[at(row_[at(row)].row)];
  for (Index row = 0; row < num_rows(); ++row)
    if (place_of_[at(row)] >= 0)
      rows_of(row_[at(row)].joint)[at(row_[at(row)].row)] = A_.row(place_of_[at(row)]).dot(mu);
}

}  // namespace percuss
