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

void NeighbourGrid::sort_into_cells(VecRef x, double width) {
  entries_.clear();
  for (Index i = 0; i < x.size() / 2; ++i)
    entries_.push_back({cell_of(x[2 * i], width), cell_of(x[2 * i + 1], width), i});
  std::sort(entries_.begin(), entries_.end(), [](const Entry& a, const Entry& b) {
    return std::tie(a.column, a.row, a.disc) < std::tie(b.column, b.row, b.disc);
  });
}

bool NeighbourGrid::find_pairs(VecRef x, VecRef radius, double reach, std::size_t most, std::vector<DiscPair>& pairs) {
  pairs.clear();
  if (radius.size() < 2) return true;
  constexpr double room = 1.001;  // for the round-off of x / width
  sort_into_cells(x, room * (2.0 * radius.maxCoeff() + reach));
  const auto compare = [&](Index a, Index b) {
    const Index i = std::min(a, b), j = std::max(a, b);
    const double dx = x[2 * j] - x[2 * i], dy = x[2 * j + 1] - x[2 * i + 1], touch = radius[i] + radius[j];
    if (dx * dx + dy * dy > (touch + reach) * (touch + reach)) return;
    const double gap = std::sqrt(dx * dx + dy * dy) - touch;
    if (gap <= reach) pairs.push_back({i, j, gap});
  };
  // Cells in order of column, then row: of the eight around a cell, the one above follows it directly, and the three to
  // the right stand side by side, a window that only moves on as the cell does.
  const auto before = [](const Entry& e, std::int64_t column, std::int64_t row) {
    return e.column < column || (e.column == column && e.row < row);
  };
  std::size_t right = 0;
  for (std::size_t a = 0; a < entries_.size(); ++a) {
    if (pairs.size() > most) return false;
    const auto& cell = entries_[a];
    for (std::size_t b = a + 1; b < entries_.size() && before(entries_[b], cell.column, cell.row + 2); ++b)
      compare(cell.disc, entries_[b].disc);
    while (right < entries_.size() && before(entries_[right], cell.column + 1, cell.row - 1)) ++right;
    for (std::size_t b = right; b < entries_.size() && before(entries_[b], cell.column + 1, cell.row + 2); ++b)
      compare(cell.disc, entries_[b].disc);
  }
  return true;
}

}  // namespace percuss
