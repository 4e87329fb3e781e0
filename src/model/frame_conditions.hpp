// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <utility>
#include <vector>

#include "core/types.hpp"

namespace percuss {

/// An unknown of a mesh as a sum over the elastic rows of the body: pairs of row and coefficient.
using MeshUnknowns = std::function<std::vector<std::pair<Index, double>>(Index mesh_unknown)>;

/// What holds the elastic unknowns of a flexible body to its floating frame. Of the unknowns of the mesh some are held
/// at zero; of the others, `all` in the order of the mesh, as many are eliminated as there are conditions  Z' x = 0:
///
///   x_eliminated = B x_kept,   so that forces on the kept ones are  f_kept + B' f_eliminated
///
/// The kept unknowns are the body's rows.
class FrameConditions {
 public:
  /// `held`: unknowns of the mesh at zero, ascending. `conditions`: Z over the unknowns of the mesh. `eliminated`: one
  /// unknown of the mesh per condition, ascending, none of them held. Throws std::invalid_argument when these do not
  /// follow from the conditions.
  FrameConditions(Index mesh_unknowns, const std::vector<Index>& held, const Matrix& conditions,
                  const std::vector<Index>& eliminated);

  Index num_mesh() const { return static_cast<Index>(place_.size()); }
  Index num_all() const { return static_cast<Index>(mesh_of_.size()); }
  Index num_kept() const { return num_all() - static_cast<Index>(eliminated_.size()); }
  /// Place of an unknown of the mesh among `all`; -1 when it is held.
  Index place(Index mesh_unknown) const { return place_[static_cast<std::size_t>(mesh_unknown)]; }
  /// Rows of a vector or matrix over the mesh that are not held.
  Vector select(VecRef mesh) const;
  SparseMatrix select(const SparseMatrix& mesh) const;
  /// An unknown of the mesh as a sum over the kept ones: pairs of number and coefficient.
  std::vector<std::pair<Index, double>> over_kept(Index mesh_unknown) const;

  bool eliminates() const { return !eliminated_.empty(); }
  const std::vector<Index>& eliminated() const { return eliminated_; }  ///< among `all`, ascending
  const std::vector<Index>& kept() const { return kept_; }              ///< likewise
  const Matrix& conditions() const { return Z_; }                       ///< Z over `all`
  /// All unknowns from the kept ones. `all` has num_all() rows.
  void expand(VecRef kept, VecOut all) const;
  /// Forces on the kept unknowns from those on all.
  void reduce(VecRef all, VecOut kept) const;
  /// Unknowns of the mesh from the kept ones, or from all, zero where held.
  Vector mesh(VecRef kept) const;
  Vector mesh_of_all(VecRef all) const;
  /// Kept unknowns of a state of the mesh; false when the state breaks a condition by more than 1e-9 of its size.
  bool take(VecRef mesh, VecOut kept) const;

 private:
  std::vector<Index> place_, mesh_of_, eliminated_;
  std::vector<Index> kept_;  // places of the kept unknowns
  Matrix Z_;                 // all x conditions
  Matrix B_;                 // eliminated x kept
};

}  // namespace percuss
