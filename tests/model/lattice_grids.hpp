// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "model/lattice_grid.hpp"

namespace percuss {

/// Of cells of 0.5 x 2 x 3 m, nothing held.
inline LatticeGrid grid_of(int dimension, std::array<Index, 3> cells) {
  LatticeGrid grid;
  grid.dimension = dimension;
  grid.cells = grid.last_free = cells;
  grid.edge = {0.5, 2.0, 3.0};
  grid.origin = {10.0, 20.0, 30.0};
  return grid;
}

}  // namespace percuss
