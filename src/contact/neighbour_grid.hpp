// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
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

 private:
  using Cell = std::array<std::int64_t, 3>;  // in the plane the first number is 0
  struct Entry {
    Cell cell;
    Index disc;
  };
  void sort_into_cells(Index dimension, VecRef x, double width);

  std::vector<Entry> entries_;
};

}  // namespace percuss
