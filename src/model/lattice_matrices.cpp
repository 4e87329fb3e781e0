// SPDX-License-Identifier: Apache-2.0
#include "model/lattice_matrices.hpp"

#include <algorithm>

#include "core/at.hpp"

namespace percuss {

namespace {

/// Rows of the unknowns of both ends of an element.
using ElementRows = std::vector<Index>;
void put_rows(const LatticeMesh& mesh, const LatticeGrid::Bar& bar, Index element, ElementRows& rows) {
  rows.clear();
  for (const Index point : {element, element + 1})
    for (Index a = 0; a < mesh.per_node(); ++a) rows.push_back(mesh.row(bar, point, a));
}

/// What lies on a held node is borne there, but a share of each element that leads to it hangs on the other end.
void add_weight(const fem::LatticeMember& element, const ElementRows& rows, Matrix& weight) {
  for (Index axis = 0; axis < weight.cols(); ++axis) {
    const Vector force = element.M.col(axis) + element.M.col(element.unknowns + axis);
    for (Index a = 0; a < force.size(); ++a)
      if (const Index row = rows[at(a)]; row >= 0) weight(row, axis) += force[a];
  }
}

/// Moved along an axis.
double mass_of(const fem::LatticeMember& element) {
  const Index u = element.unknowns;
  return element.M(0, 0) + element.M(0, u) + element.M(u, 0) + element.M(u, u);
}

}  // namespace

LatticeMatrices assemble_lattice(const LatticeMesh& mesh, const std::vector<LatticeElementType>& types) {
  LatticeMatrices out;
  out.weight = Matrix::Zero(mesh.num_rows(), mesh.grid().dimension);
  fem::Assembler M(mesh.num_rows()), K(mesh.num_rows());
  ElementRows rows;
  for (const auto& type : types) out.fastest = std::max(out.fastest, type.frequency);
  mesh.for_bars([&](const LatticeGrid::Bar& bar) {
    const auto& element = types[bar.kind].element;
    for (Index number = 0; number < mesh.elements(); ++number) {
      put_rows(mesh, bar, number, rows);
      element.scatter(rows, M, K);
      out.mass += mass_of(element);
      add_weight(element, rows, out.weight);
    }
  });
  out.M = M.finish();
  out.K = K.finish();
  return out;
}

}  // namespace percuss
