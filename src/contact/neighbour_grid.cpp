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

/// Cells in order of their numbers: of those around a cell, the one further along the last axis follows it directly,
/// and those in each of four rows ahead stand side by side, a window that only moves on as the cell does. In the plane
/// the first of the rows is the only one.
bool NeighbourGrid::find_pairs(Index dimension, VecRef x, VecRef radius, double reach, std::size_t most,
                               std::vector<NearPair>& pairs) {
  pairs.clear();
  if (radius.size() < 2) return true;
  constexpr double room = 1.001;  // for the round-off of x / width
  sort_into_cells(dimension, x, room * (2.0 * radius.maxCoeff() + reach));
  const auto compare = [&](Index a, Index b) {
    const Index i = std::min(a, b), j = std::max(a, b);
    double squares = 0.0;
    for (Index axis = 0; axis < dimension; ++axis) {
      const double d = x[dimension * j + axis] - x[dimension * i + axis];
      squares += d * d;
    }
    const double touch = radius[i] + radius[j];
    if (squares > (touch + reach) * (touch + reach)) return;
    const double gap = std::sqrt(squares) - touch;
    if (gap <= reach) pairs.push_back({i, j, gap});
  };
  constexpr std::array<std::array<std::int64_t, 2>, 4> rows{{{0, 1}, {1, -1}, {1, 0}, {1, 1}}};
  const std::size_t num_rows = dimension == 3 ? 4 : 1;
  std::array<std::size_t, 4> start{};
  for (std::size_t a = 0; a < entries_.size(); ++a) {
    if (pairs.size() > most) return false;
    const auto& [cell, disc] = entries_[a];
    for (std::size_t b = a + 1; b < entries_.size() && entries_[b].cell < Cell{cell[0], cell[1], cell[2] + 2}; ++b)
      compare(disc, entries_[b].disc);
    for (std::size_t r = 0; r < num_rows; ++r) {
      const std::int64_t first = cell[0] + rows[r][0], second = cell[1] + rows[r][1];
      const Cell from{first, second, cell[2] - 1}, to{first, second, cell[2] + 2};
      while (start[r] < entries_.size() && entries_[start[r]].cell < from) ++start[r];
      for (std::size_t b = start[r]; b < entries_.size() && entries_[b].cell < to; ++b) compare(disc, entries_[b].disc);
    }
  }
  return true;
}

}  // namespace percuss
