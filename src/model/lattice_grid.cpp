// SPDX-License-Identifier: Apache-2.0
#include "model/lattice_grid.hpp"

#include <Eigen/Geometry>
#include <cmath>

namespace percuss {

Index LatticeGrid::num_free() const {
  Index n = 1;
  for (std::size_t a = 0; a < 3; ++a) n *= std::max<Index>(last_free[a] - first_free[a] + 1, 0);
  return n;
}

std::array<Index, 3> LatticeGrid::place(Index node) const {
  const Index x = cells[0] + 1, y = cells[1] + 1;
  return {node % x, node / x % y, node / (x * y)};
}

Eigen::Vector3d LatticeGrid::position(Index node) const {
  const auto at = place(node);
  Eigen::Vector3d x;
  for (std::size_t a = 0; a < 3; ++a) x[static_cast<Index>(a)] = origin[a] + static_cast<double>(at[a]) * edge[a];
  return x;
}

Index LatticeGrid::node_next_to(const Eigen::Vector3d& point) const {
  std::array<Index, 3> at{};
  for (int a = 0; a < dimension; ++a) {
    const auto i = static_cast<std::size_t>(a);
    at[i] = std::clamp(static_cast<Index>(std::lround((point[a] - origin[i]) / edge[i])), Index{0}, cells[i]);
  }
  return node_at(at);
}

Index LatticeGrid::free_number(Index node) const {
  const auto at = place(node);
  Index number = 0;
  for (std::size_t a = 3; a-- > 0;) {
    if (at[a] < first_free[a] || at[a] > last_free[a]) return -1;
    number = number * (last_free[a] - first_free[a] + 1) + at[a] - first_free[a];
  }
  return number;
}

Index LatticeGrid::number_of_free(Index free) const {
  std::array<Index, 3> at{};
  for (std::size_t a = 0; a < 3; ++a) {
    const Index count = last_free[a] - first_free[a] + 1;
    at[a] = first_free[a] + free % count;
    free /= count;
  }
  return node_at(at);
}

RigidMotions LatticeGrid::rigid_motions(Index rows_per_node) const {
  const Index n = num_free(), axes = dimension, turns = axes == 2 ? 1 : 3;
  RigidMotions rigid{rows_per_node, Matrix::Zero(rows_per_node * n, axes + turns)};
  const Eigen::Vector3d middle = 0.5 * (position(number_of_free(0)) + position(number_of_free(n - 1)));
  for (Index i = 0; i < n; ++i) {
    auto of_node = rigid.motions.middleRows(rows_per_node * i, rows_per_node);
    of_node.topLeftCorner(axes, axes).setIdentity();
    const Eigen::Vector3d arm = position(number_of_free(i)) - middle;
    for (Index k = 0; k < turns; ++k) {
      const Index about = axes == 2 ? 2 : k;
      of_node.col(axes + k).head(axes) = Eigen::Vector3d::Unit(about).cross(arm).head(axes);
      if (rows_per_node > axes) of_node(axes + k, axes + k) = 1.0;
    }
  }
  return rigid;
}

std::vector<LatticeGrid::BarKind> LatticeGrid::bars(int diagonals) const {
  std::vector<BarKind> kinds;
  const auto axes = static_cast<std::size_t>(dimension);
  for (std::size_t a = 0; a < axes; ++a) {
    BarKind edge_of;
    edge_of.end[a] = 1;
    kinds.push_back(edge_of);
  }
  for (std::size_t a = 0; a < axes && diagonals > 0; ++a)
    for (std::size_t b = a + 1; b < axes; ++b) {
      BarKind one, other;
      one.end[a] = one.end[b] = 1;
      other.start[a] = other.end[b] = 1;
      kinds.push_back(one);
      if (diagonals > 1) kinds.push_back(other);
    }
  return kinds;
}

Eigen::Vector3d LatticeGrid::span(const BarKind& kind) const {
  Eigen::Vector3d x;
  for (std::size_t a = 0; a < 3; ++a)
    x[static_cast<Index>(a)] = static_cast<double>(kind.end[a] - kind.start[a]) * edge[a];
  return x;
}

}  // namespace percuss
