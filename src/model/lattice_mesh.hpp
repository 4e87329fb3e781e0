// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "contact/marker.hpp"
#include "core/rigid_motions.hpp"
#include "model/lattice_grid.hpp"

namespace percuss {

/// The mesh of a lattice: its nodes, and the points between the elements of each member. A node has `per_node`
/// unknowns, displacements along the axes and then, where the members are beams, rotations, but for those that a face
/// holds for its nodes; points within members have all, but those of a member between held nodes, which stands still.
/// Rows are those of the nodes, then those within members.
class LatticeMesh {
 public:
  using Bar = LatticeGrid::Bar;
  /// Bit a: unknown a of the nodes of a face; along x, y, z: of that with the smallest coordinate, the largest.
  using Faces = std::array<std::array<std::uint8_t, 2>, 3>;
  struct Shape {
    int diagonals = 0;   ///< of each face of a cell
    Index per_node = 0;  ///< unknowns
    Faces held{};        ///< by supports
    Index elements = 1;  ///< of each member
  };
  LatticeMesh(const LatticeGrid& grid, const Shape& shape);

  const LatticeGrid& grid() const { return grid_; }
  const std::vector<LatticeGrid::BarKind>& kinds() const { return kinds_; }
  Index per_node() const { return shape_.per_node; }
  Index elements() const { return shape_.elements; }
  Index num_rows() const { return num_rows_; }
  /// All members, one direction after the other.
  template <class Call>
  void for_bars(Call&& call) const {
    for (std::size_t kind = 0; kind < kinds_.size(); ++kind) grid_.for_bars(kind, kinds_[kind], call);
  }

  /// The row of an unknown of a free node; -1: it is held, or no node is free (`free` -1).
  Index row(Index free, Index unknown) const;
  /// Of point 0 ... `elements` of a member, from its start to its end.
  Index row(const Bar& bar, Index point, Index unknown) const;
  Eigen::Vector3d position(const Bar& bar, Index point) const;
  /// A free node, or a point of a member, by the first rows of the body's q and v; what is held stands still.
  Marker marker(Index free, Index q, Index v) const;
  Marker marker(const Bar& bar, Index point, Index q, Index v) const;

  /// How the mesh moves as one where nothing holds it; not known where nodes have not equally many rows: multigrid
  /// takes rows node by node, or does better without.
  RigidMotions rigid_motions() const;
  /// Numbers of all unknowns of all free nodes from those on rows, 0 where held: (per_node nodes) x columns.
  Matrix of_nodes(const Matrix& on_rows) const;

 private:
  void number_nodes();
  void number_members();
  bool nodes_are_alike() const { return held_.empty(); }
  Index free_node(const Bar& bar, bool at_end) const;
  Index box_index(const Bar& bar) const;
  template <class RowOf>
  Marker marker_of(const Eigen::Vector3d& place, Index q, Index v, RowOf&& row_of) const;
  template <class RowOf>
  void add_motion(const Eigen::Vector3d& arm, Matrix& motions, RowOf&& row_of) const;

  LatticeGrid grid_;
  Shape shape_;
  std::vector<LatticeGrid::BarKind> kinds_;
  Index num_rows_ = 0;
  std::vector<std::uint8_t> held_;               // by free node; empty: nothing is
  std::vector<Index> first_;                     // its first row
  std::vector<std::vector<Index>> first_inner_;  // by kind and box: of the points within; empty: there are none
};

}  // namespace percuss
