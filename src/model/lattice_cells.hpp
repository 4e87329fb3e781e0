// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <string>
#include <utility>
#include <vector>

#include "core/parameters.hpp"
#include "model/bar_material.hpp"
#include "model/lattice_mesh.hpp"

namespace percuss {

/// What lattices of bars and of beams have in common: equal rectangular cells side by side in the plane or in space, a
/// member along each of their edges and diagonals in their faces. Nodes are those that no support holds, x running
/// fastest, then y, then z.
struct LatticeCells : BarMaterial {
  enum class Bracing { none, single, cross };
  enum class Support { free, roller, pinned, pinned_feet, held };
  std::vector<double> cells;  ///< how many along x, y(, z): 2 or 3 numbers >= 1
  std::vector<double> cell;   ///< edges of a cell along x, y(, z) [m]: one number for all, or one each
  Bracing bracing = Bracing::single;
  int elements = 1;  ///< of equal length in each member; of bars 1
  /// What holds the nodes of a face: their displacements across it (roller), all displacements (pinned, and with
  /// pinned_feet there are no members between them), all (held).
  struct {
    Support x_min = Support::free, x_max = Support::free, y_min = Support::free, y_max = Support::free,
            z_min = Support::free, z_max = Support::free;
  } supports;
  double free_span = 0.0;        ///< the longest part that nothing holds, 0: all of it [m]
  std::vector<double> position;  ///< of the corner with the smallest coordinates [m]; none: the origin
  std::vector<double> velocity;  ///< of all nodes at the start [m/s]; none: at rest

  int dimension() const { return static_cast<int>(cells.size()); }
  /// Members along so many diagonals of each face of a cell.
  int diagonals() const;
  /// Of the face with the smallest or largest x, y, z.
  std::array<std::array<Support, 2>, 3> support_of_faces() const;
  LatticeGrid grid() const;
  LatticeMesh mesh(Index per_node) const;
  void check(std::vector<Fault>& faults) const;
};

/// The keys of a struct derived from LatticeCells, beside those of its section and material: cells; the rest.
template <class Options>
void declare_lattice_cells(ParameterTable<Options>& t) {
  using Bracing = LatticeCells::Bracing;
  t.numbers(
       "cells", [](auto& o) -> auto& { return o.cells; }, "",
       "number of cells along x and y, in space and z; their number makes the lattice one of the plane or of space",
       Range{1, 1e6, false, false})
      .required();
  t.numbers(
       "cell", [](auto& o) -> auto& { return o.cell; }, "m",
       "edges of a cell along the axes: one number for all, or one for each", positive)
      .required();
  t.choice(
      "bracing", [](auto& o) -> auto& { return o.bracing; },
      std::vector<std::pair<std::string, Bracing>>{
          {"none", Bracing::none}, {"single", Bracing::single}, {"cross", Bracing::cross}},
      "members along no, one or both diagonals of each face of a cell; of bars without any it is a mechanism");
}

using LatticeSupportWords = std::vector<std::pair<std::string, LatticeCells::Support>>;

/// `words`: the supports that there are; `what_is_held`: by them, of the face with the smallest x.
template <class Options>
void declare_lattice_supports(ParameterTable<Options>& t, const LatticeSupportWords& words, const char* what_is_held) {
  t.choice(
      "supports.x_min", [](auto& o) -> auto& { return o.supports.x_min; }, words, what_is_held);
  t.choice(
      "supports.x_max", [](auto& o) -> auto& { return o.supports.x_max; }, words, "those with the largest x");
  t.choice(
      "supports.y_min", [](auto& o) -> auto& { return o.supports.y_min; }, words, "those with the smallest y");
  t.choice(
      "supports.y_max", [](auto& o) -> auto& { return o.supports.y_max; }, words, "those with the largest y");
  t.choice(
      "supports.z_min", [](auto& o) -> auto& { return o.supports.z_min; }, words, "those with the smallest z");
  t.choice(
      "supports.z_max", [](auto& o) -> auto& { return o.supports.z_max; }, words, "those with the largest z");
  t.number(
       "free_span", [](auto& o) -> auto& { return o.free_span; }, "m",
       "longest part of the lattice that no support and no contact holds, by which round-off is judged; default: all "
       "of it",
       positive)
      .optional();
  t.numbers(
       "position", [](auto& o) -> auto& { return o.position; }, "m",
       "of the corner with the smallest coordinates; default: the origin")
      .optional();
  t.numbers(
       "velocity", [](auto& o) -> auto& { return o.velocity; }, "m/s", "of all nodes at the start; default: at rest")
      .optional();
}

}  // namespace percuss
