// SPDX-License-Identifier: Apache-2.0
#include "model/shape.hpp"

namespace percuss {

void DrawnShape::add(Kind kind, const std::vector<Marker>& corners) {
  Cell cell{kind, {}};
  for (const auto& corner : corners) {
    cell.points.push_back(static_cast<Index>(points.size()));
    points.push_back(corner);
  }
  cells.push_back(std::move(cell));
}

void DrawnShape::add(const DrawnShape& other) {
  const auto first = static_cast<Index>(points.size());
  points.insert(points.end(), other.points.begin(), other.points.end());
  for (auto cell : other.cells) {
    for (auto& point : cell.points) point += first;
    cells.push_back(std::move(cell));
  }
}

}  // namespace percuss
