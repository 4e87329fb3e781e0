// SPDX-License-Identifier: Apache-2.0
#include "model/lattice_cells.hpp"

#include <fmt/format.h>

#include <cmath>

namespace percuss {

namespace {

constexpr double most_entries = 2e9;  // of a sparse matrix, which counts them in 32 bits

}  // namespace

int LatticeCells::diagonals() const { return bracing == Bracing::none ? 0 : bracing == Bracing::single ? 1 : 2; }

std::array<std::array<LatticeCells::Support, 2>, 3> LatticeCells::support_of_faces() const {
  return {{{supports.x_min, supports.x_max}, {supports.y_min, supports.y_max}, {supports.z_min, supports.z_max}}};
}

LatticeGrid LatticeCells::grid() const {
  LatticeGrid out;
  out.dimension = dimension();
  const auto held = support_of_faces();
  for (std::size_t a = 0; a < cells.size(); ++a) {
    out.cells[a] = static_cast<Index>(cells[a]);
    out.edge[a] = cell.size() == 1 ? cell[0] : cell[a];
    out.origin[a] = position.empty() ? 0.0 : position[a];
    out.first_free[a] = held[a][0] == Support::held ? 1 : 0;
    out.last_free[a] = out.cells[a] - (held[a][1] == Support::held ? 1 : 0);
    for (std::size_t side = 0; side < 2; ++side) out.bare[a][side] = held[a][side] == Support::pinned_feet;
  }
  return out;
}

LatticeMesh LatticeCells::mesh(Index per_node) const {
  const auto on = support_of_faces();
  const auto all_displacements = static_cast<std::uint8_t>((1U << cells.size()) - 1U);
  LatticeMesh::Shape shape{diagonals(), per_node, {}, elements};
  for (std::size_t axis = 0; axis < cells.size(); ++axis)
    for (std::size_t side = 0; side < 2; ++side) {
      if (on[axis][side] == Support::pinned || on[axis][side] == Support::pinned_feet)
        shape.held[axis][side] = all_displacements;
      if (on[axis][side] == Support::roller) shape.held[axis][side] = static_cast<std::uint8_t>(1U << axis);
    }
  return {grid(), shape};
}

void LatticeCells::check(std::vector<Fault>& faults) const {
  const auto n = cells.size();
  const auto complain = [&](const char* key, std::string message, std::string remedy) {
    faults.push_back({{}, key, std::move(message), std::move(remedy)});
  };
  if (n != 2 && n != 3)
    return complain("cells", fmt::format("{} number{}", n, n == 1 ? "" : "s"), "give two in the plane, three in space");
  double nodes = 1.0;
  for (const double number : cells) {
    if (number != std::floor(number)) complain("cells", fmt::format("{} cells", number), "give whole numbers");
    nodes *= number + 1.0;
  }
  const double points = nodes * elements;
  constexpr double entries_per_point = 3.0;  // at the least
  if (points * entries_per_point > most_entries)
    complain("cells", fmt::format("{:.3g} {}", points, elements == 1 ? "nodes" : "nodes and points within members"),
             fmt::format("{:.0e} at most", most_entries / entries_per_point));
  if (cell.size() != 1 && cell.size() != n)
    complain("cell", fmt::format("{} numbers", cell.size()), fmt::format("give one, or {}", n));
  for (const auto& [key, list] : {std::pair("position", &position), std::pair("velocity", &velocity)})
    if (!list->empty() && list->size() != n)
      complain(key, fmt::format("{} number{}", list->size(), list->size() == 1 ? "" : "s"),
               fmt::format("give {}, as many as `cells` has", n));
  if (n == 2)
    for (const auto& [key, support] :
         {std::pair("supports.z_min", supports.z_min), std::pair("supports.z_max", supports.z_max)})
      if (support != Support::free) complain(key, "a lattice of the plane has no such face", "leave it out");
  if (faults.empty() && grid().num_free() == 0)
    complain("supports", "they hold every node of the lattice", "use more cells or fewer supports");
}

}  // namespace percuss
