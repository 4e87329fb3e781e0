// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "core/rigid_motions.hpp"
#include "model/lattice_grid.hpp"

namespace percuss {

/// The rows of a lattice's nodes: `per_node` unknowns each, displacements along the axes and then rotations, but for
/// those that a face holds for its nodes (bit a of `Faces`: unknown a).
class LatticeRows {
 public:
  using Faces = std::array<std::array<std::uint8_t, 2>, 3>;  ///< along x, y, z: the smallest coordinate, the largest
  LatticeRows(const LatticeGrid& grid, Index per_node, const Faces& held);

  Index per_node() const { return per_node_; }
  Index count() const { return count_; }
  /// Every node has all its unknowns.
  bool are_uniform() const { return held_.empty(); }
  /// Of an unknown of a free node; -1: it is held, or no node is free (`free` -1).
  Index row(Index free, Index unknown) const;
  /// How the nodes move as one where nothing holds them (`rows_per_node` 1 where they have not equally many).
  RigidMotions rigid_motions() const;
  /// Numbers of all unknowns from those on rows, 0 where held: (per_node nodes) x columns.
  Matrix expand(const Matrix& on_rows) const;

 private:
  LatticeGrid grid_;
  Index per_node_, count_ = 0;
  std::vector<std::uint8_t> held_;  // by free node; empty: nothing is
  std::vector<Index> first_;        // its first row
};

}  // namespace percuss
