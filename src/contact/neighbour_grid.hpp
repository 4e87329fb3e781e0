// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/types.hpp"

namespace percuss {

/// Two of a list of discs, i < j, and the distance of their edges.
struct DiscPair {
  Index i = -1, j = -1;
  double gap = 0.0;  ///< [m]
};

/// Finds which of many discs are near each other: discs are sorted into square cells at least as wide as two discs can
/// be apart and still be near; only those in the same or in neighbouring cells are compared. Time O(n log n) for discs
/// that do not overlap much, memory O(n) however far they have spread.
class NeighbourGrid {
 public:
  /// All pairs with  |x_j - x_i| - r_i - r_j <= reach,  in no special order. `x`: (2n) coordinates, disc after disc;
  /// `radius`: (n). A disc whose place is not a number is near nobody. Keeps its buffers: allocates while they grow.
  /// Stops, with false, when there are more than `most` pairs.
  bool find_pairs(VecRef x, VecRef radius, double reach, std::size_t most, std::vector<DiscPair>& pairs);

 private:
  struct Entry {
    std::int64_t column, row;  // of the cell
    Index disc;
  };
  void sort_into_cells(VecRef x, double width);

  std::vector<Entry> entries_;
};

}  // namespace percuss
