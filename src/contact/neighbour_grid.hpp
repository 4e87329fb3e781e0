// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "core/types.hpp"

namespace percuss {

/// Two of a list of things that may touch, i < j, and the distance of their surfaces.
struct NearPair {
  Index i = -1, j = -1;
  double gap = 0.0;  ///< [m]
};

/// Finds which of many discs (spheres) are near each other: they are sorted into square cells (cubes) at least as wide
/// as two of them can be apart and still be near; only those in the same or in neighbouring cells are compared. Time
/// O(n log n) for those that do not overlap much, memory O(n) however far they have spread.
class NeighbourGrid {
 public:
  /// All pairs with  |x_j - x_i| - r_i - r_j <= reach,  in no special order. `x`: (dimension n) coordinates, disc after
  /// disc, in the plane (2) or in space (3); `radius`: (n). A disc whose place is not a number is near nobody. Keeps
  /// its buffers: allocates while they grow. Stops, with false, when there are more than `most` pairs.
  bool find_pairs(Index dimension, VecRef x, VecRef radius, double reach, std::size_t most,
                  std::vector<NearPair>& pairs);
  /// bool visit(pair): called with each of them; stops, with false, when it says false.
  template <class Visit>
  bool visit_pairs(Index dimension, VecRef x, VecRef radius, double reach, Visit&& visit);

 private:
  using Cell = std::array<std::int64_t, 3>;  // in the plane the first number is 0
  struct Entry {
    Cell cell;
    Index disc;
  };
  void sort_into_cells(Index dimension, VecRef x, double width);

  std::vector<Entry> entries_;
};

/// Cells in order of their numbers: of those around a cell, the one further along the last axis follows it directly,
/// and those in each of four rows ahead stand side by side, a window that only moves on as the cell does. In the plane
/// the first of the rows is the only one.
template <class Visit>
bool NeighbourGrid::visit_pairs(Index dimension, VecRef x, VecRef radius, double reach, Visit&& visit) {
  if (radius.size() < 2) return true;
  constexpr double room = 1.001;  // for the round-off of x / width
  sort_into_cells(dimension, x, room * (2.0 * radius.maxCoeff() + reach));
  const auto go_on = [&](Index a, Index b) {
    const Index i = std::min(a, b), j = std::max(a, b);
    double squares = 0.0;
    for (Index axis = 0; axis < dimension; ++axis) {
      const double d = x[dimension * j + axis] - x[dimension * i + axis];
      squares += d * d;
    }
    const double touch = radius[i] + radius[j];
    if (!(squares <= (touch + reach) * (touch + reach))) return true;
    const double gap = std::sqrt(squares) - touch;
    return gap > reach || visit(NearPair{i, j, gap});
  };
  constexpr std::array<std::array<std::int64_t, 2>, 4> rows{{{0, 1}, {1, -1}, {1, 0}, {1, 1}}};
  const std::size_t num_rows = dimension == 3 ? 4 : 1;
  std::array<std::size_t, 4> start{};
  for (std::size_t a = 0; a < entries_.size(); ++a) {
    const auto& [cell, disc] = entries_[a];
    for (std::size_t b = a + 1; b < entries_.size() && entries_[b].cell < Cell{cell[0], cell[1], cell[2] + 2}; ++b)
      if (!go_on(disc, entries_[b].disc)) return false;
    for (std::size_t r = 0; r < num_rows; ++r) {
      const std::int64_t first = cell[0] + rows[r][0], second = cell[1] + rows[r][1];
      const Cell from{first, second, cell[2] - 1}, to{first, second, cell[2] + 2};
      while (start[r] < entries_.size() && entries_[start[r]].cell < from) ++start[r];
      for (std::size_t b = start[r]; b < entries_.size() && entries_[b].cell < to; ++b)
        if (!go_on(disc, entries_[b].disc)) return false;
    }
  }
  return true;
}

}  // namespace percuss
