// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/contact_model.hpp"

namespace percuss {

/// Adds to `closed` (ascending) the contacts whose gap is below zero. True when there was one that it lacked; then
/// those join, too, whose gap is at most `together` [m]: of corners that strike a wall together no one is struck alone.
bool penetrations_join(VecRef gap, double together, std::vector<Index>& closed);

/// Of the way in a step: what strikes within a millionth of it strikes together.
constexpr double together_share = 1e-6;

/// The rows of a contact set on which positions are held, and Psi of [GGL] acts: the normal row of each contact, all
/// rows of each joint.
class PositionRows {
 public:
  /// Keeps a reference to `model`.
  explicit PositionRows(const ContactModel& model) : model_(model) {}
  void select(const ContactSet& set);
  Index size() const { return static_cast<Index>(rows_.size()); }
  /// Row of the set that position row i is.
  Index operator[](Index i) const { return rows_[static_cast<std::size_t>(i)].row; }
  bool is_joint(Index i) const { return rows_[static_cast<std::size_t>(i)].joint; }
  /// Number of the contact or joint in its model.
  Index contact(Index i) const { return rows_[static_cast<std::size_t>(i)].contact; }
  /// value[i] = g of position row i at (t, q), given the gaps of all contacts there. Allocates only where the joints'
  /// `row_gaps` do.
  void gaps(double t, VecRef q, VecRef gap, VecOut value);

 private:
  struct Row {
    Index row, contact;
    bool joint;
  };
  const ContactModel& model_;
  std::vector<Row> rows_;
  std::vector<Index> joints_;  // numbers of the joints of the set, ascending
  Vector joint_gaps_;
};

}  // namespace percuss
