// SPDX-License-Identifier: Apache-2.0
#include "model/lattice_grid.hpp"

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

std::array<Index, 3> LatticeGrid::last_corner(const BarKind& kind) const {
  auto last = cells;
  for (std::size_t a = 0; a < 3; ++a) last[a] -= std::max(kind.start[a], kind.end[a]);
  return last;
}

bool LatticeGrid::has_bare_face() const {
  return std::any_of(bare.begin(), bare.end(), [](const auto& face) { return face[0] || face[1]; });
}

bool LatticeGrid::has_bar(const BarKind& kind, const std::array<Index, 3>& corner) const {
  for (std::size_t a = 0; a < 3; ++a) {
    const Index at = corner[a] + kind.start[a];
    if (kind.start[a] == kind.end[a] && ((bare[a][0] && at == 0) || (bare[a][1] && at == cells[a]))) return false;
  }
  return true;
}

Eigen::Vector3d LatticeGrid::span(const BarKind& kind) const {
  Eigen::Vector3d x;
  for (std::size_t a = 0; a < 3; ++a)
    x[static_cast<Index>(a)] = static_cast<double>(kind.end[a] - kind.start[a]) * edge[a];
  return x;
}

}  // namespace percuss
