// SPDX-License-Identifier: Apache-2.0
#include "contact/neighbour_grid.hpp"

#include <algorithm>
#include <cmath>
#include <tuple>

namespace percuss {

namespace {

/// Number of the cell that holds x. What is farther than any model reaches, or not a number, shares the last cells:
/// the conversion to an integer must be defined for it, nothing else matters.
std::int64_t cell_of(double x, double width) {
  constexpr double last = 1e15;
  const double cell = std::floor(x / width);
  if (cell >= -last && cell <= last) return static_cast<std::int64_t>(cell);
  return static_cast<std::int64_t>(cell < 0.0 ? -last : last);
}

}  // namespace

void NeighbourGrid::sort_into_cells(Index dimension, VecRef x, double width) {
  entries_.clear();
  for (Index i = 0; i < x.size() / dimension; ++i) {
    Entry entry{{0, 0, 0}, i};
    for (Index axis = 0; axis < dimension; ++axis)
      entry.cell[static_cast<std::size_t>(3 - dimension + axis)] = cell_of(x[dimension * i + axis], width);
    entries_.push_back(entry);
  }
  std::sort(entries_.begin(), entries_.end(),
            [](const Entry& a, const Entry& b) { return std::tie(a.cell, a.disc) < std::tie(b.cell, b.disc); });
}

bool NeighbourGrid::find_pairs(Index dimension, VecRef x, VecRef radius, double reach, std::size_t most,
                               std::vector<NearPair>& pairs) {
  pairs.clear();
  return visit_pairs(dimension, x, radius, reach, [&](const NearPair& pair) {
    pairs.push_back(pair);
    return pairs.size() <= most;
  });
}

}  // namespace percuss
