// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <vector>

#include "core/types.hpp"

namespace percuss {

/// The nodes of equal cells side by side, x running fastest, then y, then z, and the bars between them. Nodes outside
/// `first_free` ... `last_free` are held; the others are numbered in the same order.
struct LatticeGrid {
  /// Bars that are alike: from the node at `start` of a cell to that at `end`, corners of it.
  struct BarKind {
    std::array<Index, 3> start{}, end{};
  };

  int dimension = 2;
  std::array<Index, 3> cells{0, 0, 0}, first_free{0, 0, 0}, last_free{0, 0, 0};  ///< along z 0 in the plane
  std::array<double, 3> edge{}, origin{};                                        ///< [m]
  std::array<std::array<bool, 2>, 3> bare{};  ///< faces with the smallest and largest x, y, z without bars in them

  Index num_nodes() const { return (cells[0] + 1) * (cells[1] + 1) * (cells[2] + 1); }
  Index num_free() const;
  std::array<Index, 3> place(Index node) const;
  Index node_at(const std::array<Index, 3>& place) const {
    return place[0] + (cells[0] + 1) * (place[1] + (cells[1] + 1) * place[2]);
  }
  Eigen::Vector3d position(Index node) const;
  /// The node next to a point.
  Index node_next_to(const Eigen::Vector3d& point) const;
  /// The number of a node among the free ones, -1 of a held one; and the other way.
  Index free_number(Index node) const;
  Index number_of_free(Index free) const;

  /// Edges of the cells, and with `diagonals` 1 or 2 so many of each face of a cell.
  std::vector<BarKind> bars(int diagonals) const;
  /// Whether the cell with this lowest corner has a bar of the kind.
  bool has_bar(const BarKind& kind, const std::array<Index, 3>& corner) const;
  /// From one end to the other [m].
  Eigen::Vector3d span(const BarKind& kind) const;
  /// call(from, to) for the bars of a kind by node, or by free number, -1 at a held end.
  template <class Call>
  void for_nodes(const BarKind& kind, Call&& call) const {
    std::array<Index, 3> most{};
    for (std::size_t a = 0; a < 3; ++a) most[a] = cells[a] - std::max(kind.start[a], kind.end[a]);
    for (Index z = 0; z <= most[2]; ++z)
      for (Index y = 0; y <= most[1]; ++y)
        for (Index x = 0; x <= most[0]; ++x)
          if (has_bar(kind, {x, y, z}))
            call(node_at({x + kind.start[0], y + kind.start[1], z + kind.start[2]}),
                 node_at({x + kind.end[0], y + kind.end[1], z + kind.end[2]}));
  }
  template <class Call>
  void for_bars(const BarKind& kind, Call&& call) const {
    for_nodes(kind, [&](Index from, Index to) { call(free_number(from), free_number(to)); });
  }
};

}  // namespace percuss
