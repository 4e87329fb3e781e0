// SPDX-License-Identifier: Apache-2.0
#include "model/lattice.hpp"

#include <fmt/format.h>

#include <cmath>
#include <limits>

#include "core/memory.hpp"
#include "fem/bar_element.hpp"
#include "fem/truss_element.hpp"
#include "model/lattice_grid.hpp"

namespace percuss {

namespace {

constexpr double most_nodes = 7e8;  // entries of a sparse matrix are counted in 32 bits

LatticeGrid grid_of(const LatticeOptions& o) {
  using Support = LatticeOptions::Support;
  LatticeGrid grid;
  grid.dimension = static_cast<int>(o.cells.size());
  const Support held[3][2] = {
      {o.supports.x_min, o.supports.x_max}, {o.supports.y_min, o.supports.y_max}, {o.supports.z_min, o.supports.z_max}};
  for (std::size_t a = 0; a < o.cells.size(); ++a) {
    grid.cells[a] = static_cast<Index>(o.cells[a]);
    grid.edge[a] = o.cell.size() == 1 ? o.cell[0] : o.cell[a];
    grid.origin[a] = o.position.empty() ? 0.0 : o.position[a];
    grid.first_free[a] = held[a][0] == Support::held ? 1 : 0;
    grid.last_free[a] = grid.cells[a] - (held[a][1] == Support::held ? 1 : 0);
  }
  return grid;
}

int diagonals_of(LatticeOptions::Bracing bracing) {
  return bracing == LatticeOptions::Bracing::none ? 0 : bracing == LatticeOptions::Bracing::single ? 1 : 2;
}

/// Sums over all bars, on the rows of the free nodes.
struct Matrices {
  SparseMatrix M, K;
  Vector node_mass;  // by free node, what gravity acts on
  double fastest = 0.0;
};

/// Each number is sound by itself; together they may leave double precision.
void check_magnitudes(const fem::BarElement& bar, const LatticeOptions& o, bool lumped) {
  const double mass = bar.density * bar.area * bar.length, stiffness = fem::stiffness(bar)(0, 0);
  const double frequency = fem::highest_frequency(bar, lumped);
  if (std::isnormal(mass) && std::isnormal(stiffness) && std::isnormal(frequency * frequency) &&
      std::isfinite(o.damping.mass * mass + o.damping.stiffness * stiffness))
    return;
  throw input_error("",
                    fmt::format("a bar has a mass of {:.3g} kg, a stiffness of {:.3g} N/m and an oscillation of {:.3g} "
                                "rad/s, or its damping overflows: beyond double precision",
                                mass, stiffness, frequency),
                    "check cell, area, youngs_modulus, density and damping: they are in SI units");
}

/// A long lattice bends as a beam does. Measured, in the sag of cantilevers of 100 to 10^4 cells, round-off takes up to
/// 10 eps L^3 / (h H^2) of it, h being a cell's length and H the least height.
void check_fineness(const LatticeOptions& o, const LatticeGrid& grid) {
  constexpr double most = 1e-3, eps = std::numeric_limits<double>::epsilon();
  if (o.bracing == LatticeOptions::Bracing::none) return;
  const auto axes = o.cells.size();
  const auto extent = [&](std::size_t a) { return static_cast<double>(grid.cells[a]) * grid.edge[a]; };
  std::size_t along = 0;
  for (std::size_t a = 1; a < axes; ++a)
    if (extent(a) > extent(along)) along = a;
  double height = std::numeric_limits<double>::infinity();
  for (std::size_t a = 0; a < axes; ++a)
    if (a != along) height = std::min(height, extent(a));
  const double span = o.free_span > 0.0 ? o.free_span : extent(along);
  if (span < grid.edge[along])
    throw input_error("free_span", fmt::format("{:.3g} m, less than a cell of {:.3g} m", span, grid.edge[along]),
                      "give the longest part of the lattice that nothing holds");
  const double error = 10.0 * eps * std::pow(span, 3) / (grid.edge[along] * height * height);
  if (error <= most) return;
  throw input_error(
      "cells",
      fmt::format("{:.6g} m long and {:.3g} m high: round-off alone would be up to {:.2g} of its deflection", span,
                  height, error),
      o.free_span > 0.0 ? "choose fewer or higher cells"
                        : "choose fewer or higher cells, or, where supports or contacts hold the lattice, "
                          "give the longest distance between them as `free_span`");
}

Matrices assemble(const LatticeOptions& o, const LatticeGrid& grid) {
  const bool lumped = o.mass == LatticeOptions::Mass::lumped;
  Matrices out;
  out.node_mass = Vector::Zero(grid.num_free());
  fem::Assembler M(grid.dimension * grid.num_free()), K(grid.dimension * grid.num_free());
  for (const auto& kind : grid.bars(diagonals_of(o.bracing))) {
    const Vector3 along = grid.span(kind);
    const fem::BarElement bar{along.norm(), o.area, o.youngs_modulus, o.density};
    check_magnitudes(bar, o, lumped);
    out.fastest = std::max(out.fastest, fem::highest_frequency(bar, lumped));
    const fem::TrussElement element(bar, along / bar.length, grid.dimension, lumped);
    grid.for_bars(kind, [&](Index from, Index to) {
      for (const Index end : {from, to})
        if (end >= 0) out.node_mass[end] += 0.5 * bar.density * bar.area * bar.length;
      element.scatter(from, to, M, K);
    });
  }
  out.M = M.finish();
  out.K = K.finish();
  return out;
}

DrawnShape draw(const LatticeGrid& grid, int diagonals, Index q, Index v) {
  DrawnShape shape;
  for (Index node = 0; node < grid.num_nodes(); ++node) {
    const Index free = grid.free_number(node);
    const Vector3 at = grid.position(node);
    shape.points.push_back(
        free < 0 ? Marker::ground(at)
                 : Marker::translation(grid.dimension, q + grid.dimension * free, v + grid.dimension * free, at));
  }
  for (const auto& kind : grid.bars(diagonals))
    grid.for_nodes(kind, [&](Index from, Index to) { shape.cells.push_back({DrawnShape::Kind::line, {from, to}}); });
  return shape;
}

}  // namespace

std::vector<Fault> LatticeOptions::validate() const {
  auto faults = parameters().validate(*this);
  const auto n = cells.size();
  const auto complain = [&](const char* key, std::string message, std::string remedy) {
    faults.push_back({{}, key, std::move(message), std::move(remedy)});
  };
  if (n != 2 && n != 3) {
    complain("cells", fmt::format("{} number{}", n, n == 1 ? "" : "s"), "give two in the plane, three in space");
    return faults;
  }
  double nodes = 1.0;
  for (const double number : cells) {
    if (number != std::floor(number)) complain("cells", fmt::format("{} cells", number), "give whole numbers");
    nodes *= number + 1.0;
  }
  if (nodes > most_nodes)
    complain("cells", fmt::format("{:.3g} nodes", nodes), fmt::format("{:.0e} at most", most_nodes));
  if (cell.size() != 1 && cell.size() != n)
    complain("cell", fmt::format("{} numbers", cell.size()), fmt::format("give one, or {}", n));
  for (const auto& [key, list] : {std::pair("position", &position), std::pair("velocity", &velocity)})
    if (!list->empty() && list->size() != n)
      complain(key, fmt::format("{} number{}", list->size(), list->size() == 1 ? "" : "s"),
               fmt::format("give {}, as many as `cells` has", n));
  if (n == 2)
    for (const auto& [key, support] :
         {std::pair("supports.z_min", supports.z_min), std::pair("supports.z_max", supports.z_max)})
      if (support == Support::held) complain(key, "a lattice of the plane has no such face", "leave it out");
  if (!faults.empty()) return faults;
  if (grid_of(*this).num_free() == 0)
    complain("supports", "they hold every node of the lattice", "use more cells or fewer supports");
  return faults;
}

BuiltBody make_lattice(const LatticeOptions& options) {
  if (auto faults = options.validate(); !faults.empty()) throw InputError(std::move(faults));
  const auto grid = grid_of(options);
  check_fineness(options, grid);
  constexpr double bytes_per_node_2d = 2500.0, bytes_per_node_3d = 9000.0;  // of lists of entries and matrices
  require_memory_for(grid.num_nodes(), grid.dimension == 2 ? bytes_per_node_2d : bytes_per_node_3d);
  auto matrices = assemble(options, grid);
  const Index n = grid.num_free(), d = grid.dimension;
  SymmetricMatrix C(d * n);
  if (options.damping.mass > 0.0 || options.damping.stiffness > 0.0)
    C = SymmetricMatrix(SparseMatrix(options.damping.mass * matrices.M + options.damping.stiffness * matrices.K));
  const ModeBound bound{matrices.fastest, options.damping.mass, options.damping.stiffness};
  auto body =
      std::make_unique<LinearBody>(SymmetricMatrix(matrices.M), std::move(C), SymmetricMatrix(matrices.K), bound);
  const auto linear = body.get();
  BuiltBody built(std::move(body), {n, d, [grid](Index i) {
                                      const Vector3 at = grid.position(grid.number_of_free(i));
                                      return std::array<double, 3>{at[0], at[1], at[2]};
                                    }});
  // What lies on a held node is borne there, but half of each bar that leads to it hangs on the other end.
  built.add_gravity = [linear, node_mass = std::move(matrices.node_mass), d](const std::array<double, 3>& g) {
    Vector weight(d * node_mass.size());
    for (Index i = 0; i < weight.size(); ++i) weight[i] = node_mass[i / d] * g[static_cast<std::size_t>(i % d)];
    linear->add_constant_force(weight);
  };
  built.shape = [grid, diagonals = diagonals_of(options.bracing)](Index q, Index v) {
    return draw(grid, diagonals, q, v);
  };
  built.q = Vector::Zero(d * n);
  built.v = Vector::Zero(d * n);
  if (!options.velocity.empty())
    for (Index i = 0; i < built.v.size(); ++i) built.v[i] = options.velocity[static_cast<std::size_t>(i % d)];
  return built;
}

}  // namespace percuss
