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

  /// One of them: in the cell with this lowest corner.
  struct Bar {
    std::size_t kind = 0;  ///< in the order of `bars`
    std::array<Index, 3> corner{0, 0, 0};
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
  bool has_bare_face() const;
  /// Whether the cell with this lowest corner has a bar of the kind.
  bool has_bar(const BarKind& kind, const std::array<Index, 3>& corner) const;
  /// From one end to the other [m].
  Eigen::Vector3d span(const BarKind& kind) const;
  /// The node at this corner of a bar's cell.
  Index node_of(const Bar& bar, const std::array<Index, 3>& corner) const {
    return node_at({bar.corner[0] + corner[0], bar.corner[1] + corner[1], bar.corner[2] + corner[2]});
  }
  /// The largest corner of a bar of the kind; the smallest is 0, 0, 0.
  std::array<Index, 3> last_corner(const BarKind& kind) const;
  /// call(bar) for the bars of kind number `number`.
  template <class Call>
  void for_bars(std::size_t number, const BarKind& kind, Call&& call) const {
    const auto last = last_corner(kind);
    for (Index z = 0; z <= last[2]; ++z)
      for (Index y = 0; y <= last[1]; ++y)
        for (Index x = 0; x <= last[0]; ++x)
          if (const Bar bar{number, {x, y, z}}; has_bar(kind, bar.corner)) call(bar);
  }
};

}  // namespace percuss
