// SPDX-License-Identifier: Apache-2.0
#include "model/lattice_rows.hpp"

#include <Eigen/Geometry>
#include <algorithm>
#include <bit>

#include "core/at.hpp"

namespace percuss {

LatticeRows::LatticeRows(const LatticeGrid& grid, Index per_node, const Faces& held)
    : grid_(grid), per_node_(per_node), count_(per_node * grid.num_free()) {
  const bool holds = std::any_of(held.begin(), held.end(), [](const auto& face) { return (face[0] | face[1]) != 0; });
  if (!holds) return;
  count_ = 0;
  for (Index i = 0; i < grid.num_free(); ++i) {
    const auto place = grid.place(grid.number_of_free(i));
    unsigned mask = 0;
    for (std::size_t a = 0; a < held.size(); ++a) {
      if (place[a] == 0) mask |= held[a][0];
      if (place[a] == grid.cells[a]) mask |= held[a][1];
    }
    held_.push_back(static_cast<std::uint8_t>(mask));
    first_.push_back(count_);
    count_ += per_node - std::popcount(mask);
  }
}

Index LatticeRows::row(Index free, Index unknown) const {
  if (free < 0) return -1;
  if (are_uniform()) return per_node_ * free + unknown;
  const unsigned mask = held_[at(free)], bit = 1U << static_cast<unsigned>(unknown);
  return (mask & bit) != 0 ? -1 : first_[at(free)] + unknown - std::popcount(mask & (bit - 1));
}

RigidMotions LatticeRows::rigid_motions() const {
  const Index n = grid_.num_free(), axes = grid_.dimension, turns = axes == 2 ? 1 : 3;
  RigidMotions rigid{are_uniform() ? per_node_ : 1, Matrix::Zero(count_, axes + turns)};
  const auto place = [&](Index free) { return grid_.position(grid_.number_of_free(free)); };
  const Eigen::Vector3d middle = 0.5 * (place(0) + place(n - 1));
  for (Index i = 0; i < n; ++i) {
    Matrix of_node = Matrix::Zero(per_node_, axes + turns);
    of_node.topLeftCorner(axes, axes).setIdentity();
    for (Index k = 0; k < turns; ++k) {
      const Index about = axes == 2 ? 2 : k;
      of_node.col(axes + k).head(axes) = Eigen::Vector3d::Unit(about).cross(place(i) - middle).head(axes);
      if (per_node_ > axes) of_node(axes + k, axes + k) = 1.0;
    }
    for (Index a = 0; a < per_node_; ++a)
      if (const Index to = row(i, a); to >= 0) rigid.motions.row(to) = of_node.row(a);
  }
  return rigid;
}

Matrix LatticeRows::expand(const Matrix& on_rows) const {
  if (are_uniform()) return on_rows;
  const Index nodes = grid_.num_free();
  Matrix all = Matrix::Zero(per_node_ * nodes, on_rows.cols());
  for (Index i = 0; i < nodes; ++i)
    for (Index a = 0; a < per_node_; ++a)
      if (const Index from = row(i, a); from >= 0) all.row(per_node_ * i + a) = on_rows.row(from);
  return all;
}

}  // namespace percuss
