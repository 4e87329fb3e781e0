// SPDX-License-Identifier: Apache-2.0
#include "model/lattice_body.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/at.hpp"
#include "core/memory.hpp"
#include "model/lattice_members.hpp"

namespace percuss {

namespace {

/// The compliance of a cantilever of length L under a force at its end: bending of members at the distance of its least
/// height, and racking of its cells.
struct Cantilever {
  double span, cell, height, compliance;
};
Cantilever cantilever_of(const LatticeCells& o, const LatticeGrid& grid, const LatticeStiffness& stiffness) {
  const auto axes = o.cells.size();
  const auto extent = [&](std::size_t a) { return static_cast<double>(grid.cells[a]) * grid.edge[a]; };
  std::size_t along = 0;
  for (std::size_t a = 1; a < axes; ++a)
    if (extent(a) > extent(along)) along = a;
  double height = std::numeric_limits<double>::infinity();
  for (std::size_t a = 0; a < axes; ++a)
    if (a != along) height = std::min(height, extent(a));
  const double span = o.free_span > 0.0 ? o.free_span : extent(along), cell = grid.edge[along];
  return {span, cell, height,
          std::pow(span, 3) / (stiffness.axial * height * height) + span / cell * stiffness.racking};
}

/// Measured, in the sag and the slowest mode of cantilevers of N = 100 to 4000 cells, round-off takes up to
/// N/25 10 eps k/k_L of it, k being the stiffness of a member along it and k_L its own.
void check_fineness(const LatticeCells& o, const LatticeStiffness& stiffness, const Cantilever& whole) {
  constexpr double most = 1e-3, eps = std::numeric_limits<double>::epsilon();
  const bool is_mechanism = o.bracing == LatticeCells::Bracing::none && stiffness.racking == 0.0;
  if (is_mechanism) return;
  if (whole.span < whole.cell)
    throw input_error("free_span", fmt::format("{:.3g} m, less than a cell of {:.3g} m", whole.span, whole.cell),
                      "give the longest part of the lattice that nothing holds");
  const double growth = std::max(1.0, whole.span / (25.0 * whole.cell));
  const double length = whole.cell / o.elements;
  const double member = std::max(stiffness.axial / length, 12.0 * stiffness.bending / std::pow(length, 3));
  const double error = 10.0 * eps * member * whole.compliance * growth;
  if (error <= most) return;
  if (!std::isfinite(error))
    throw input_error("", fmt::format("{:.3g} m long: its stiffness is beyond double precision", whole.span),
                      "check cells, cell and the cross-section: they are in SI units");
  throw input_error(
      "cells",
      fmt::format("{:.6g} m long and {:.3g} m high: round-off alone would be up to {:.2g} of its deflection",
                  whole.span, whole.height, error),
      o.free_span > 0.0 ? "choose fewer or higher cells"
                        : "choose fewer or higher cells, or, where supports or contacts hold the lattice, "
                          "give the longest distance between them as `free_span`");
}

/// All nodes, held ones too, then the points within members; a line along each member.
DrawnShape draw(const LatticeMesh& mesh, Index q, Index v) {
  const auto& grid = mesh.grid();
  DrawnShape shape;
  for (Index node = 0; node < grid.num_nodes(); ++node) {
    const Index free = grid.free_number(node);
    shape.points.push_back(free < 0 ? Marker::ground(grid.position(node)) : mesh.marker(free, q, v));
  }
  mesh.for_bars([&](const LatticeGrid::Bar& bar) {
    const auto& kind = mesh.kinds()[bar.kind];
    DrawnShape::Cell line{DrawnShape::Kind::line, {grid.node_of(bar, kind.start)}};
    for (Index point = 1; point < mesh.elements(); ++point) {
      line.points.push_back(std::ssize(shape.points));
      shape.points.push_back(mesh.marker(bar, point, q, v));
    }
    line.points.push_back(grid.node_of(bar, kind.end));
    shape.cells.push_back(std::move(line));
  });
  return shape;
}

/// `slow` [1/s]: below the slowest elastic mode, of its order.
void make_modes(BuiltBody& built, const std::shared_ptr<const LatticeMesh>& mesh, double slow) {
  const Index d = mesh->grid().dimension, unknowns = mesh->per_node();
  built.modes = [body = built.bodies.front().get(), mesh, slow](Index count) {
    const Vector none = Vector::Zero(body->num_v());
    SparseMatrix K, M;
    body->tangent(0.0, none, none, {0.0, 0.0, 1.0}, K);
    body->tangent(0.0, none, none, {}, M);
    auto modes = slowest_modes(K, M, Matrix(none.size(), 0), slow, std::min(count, body->num_v()));
    modes.shapes = mesh->of_nodes(modes.shapes);
    return modes;
  };
  built.node_unknowns = {"u_x", "u_y"};
  if (d == 3) built.node_unknowns.emplace_back("u_z");
  if (unknowns == 6) built.node_unknowns.insert(built.node_unknowns.end(), {"phi_x", "phi_y"});
  if (unknowns > d) built.node_unknowns.emplace_back("phi_z");
}

void make_points(BuiltBody& built, const std::shared_ptr<const LatticeMesh>& mesh) {
  built.shape = [mesh](Index q, Index v) { return draw(*mesh, q, v); };
  if (mesh->per_node() == mesh->grid().dimension) return;
  built.add_force = nullptr;
  built.motion = Marker::Motion::ground;
  // By a point of the undeformed lattice, which is one of its nodes.
  built.points = [mesh](Index q, Index v, const Vector3& point) {
    return mesh->marker(mesh->grid().free_number(mesh->grid().node_next_to(point)), q, v);
  };
}

/// All points move alike at first.
Vector velocity_of(const LatticeMesh& mesh, const std::vector<double>& velocity) {
  Vector v = Vector::Zero(mesh.num_rows());
  const auto put = [&](Index axis, Index row) {
    if (row >= 0) v[row] = velocity[at(axis)];
  };
  for (Index axis = 0; axis < std::ssize(velocity); ++axis) {
    for (Index i = 0; i < mesh.grid().num_free(); ++i) put(axis, mesh.row(i, axis));
    if (mesh.elements() == 1) continue;
    mesh.for_bars([&](const LatticeGrid::Bar& bar) {
      for (Index point = 1; point < mesh.elements(); ++point) put(axis, mesh.row(bar, point, axis));
    });
  }
  return v;
}

/// Members between pinned feet are left out: two such faces side by side leave none at their corners.
void check_members(const LatticeMesh& mesh) {
  const auto& grid = mesh.grid();
  if (!grid.has_bare_face()) return;
  std::vector<bool> has_member(at(grid.num_nodes()), false);
  mesh.for_bars([&](const LatticeGrid::Bar& bar) {
    for (const auto& corner : {mesh.kinds()[bar.kind].start, mesh.kinds()[bar.kind].end})
      has_member[at(grid.node_of(bar, corner))] = true;
  });
  for (Index node = 0; node < grid.num_nodes(); ++node) {
    if (has_member[at(node)] || grid.free_number(node) < 0) continue;
    const auto x = grid.position(node);
    throw input_error("supports",
                      fmt::format("no member leads to the node at [{:.6g}, {:.6g}, {:.6g}]: those between pinned feet "
                                  "are left out",
                                  x[0], x[1], x[2]),
                      "use `pinned` or `held` on one of the faces that meet there");
  }
}

void require_memory(const LatticeCells& o, const LatticeGrid& grid, Index unknowns) {
  // Of the lists of entries of both matrices and these, for each of a row.
  constexpr double bytes_per_number = 280.0;
  const double members = grid.dimension == 2 ? 2.0 + o.diagonals() : 3.0 + 3.0 * o.diagonals();
  require_memory_for(grid.cells[0] * grid.cells[1] * std::max(grid.cells[2], Index{1}),
                     bytes_per_number * members * o.elements * static_cast<double>(unknowns * unknowns), "cells");
}

}  // namespace

void check_member(const LatticeCells& o, double mass, double stiffness, double frequency) {
  if (std::isnormal(mass) && std::isnormal(stiffness) && std::isnormal(frequency * frequency) &&
      std::isfinite(o.damping.mass * mass + o.damping.stiffness * stiffness))
    return;
  throw input_error(
      "",
      fmt::format("a member has a mass of {:.3g} kg, a stiffness of {:.3g} N/m and an oscillation of {:.3g} "
                  "rad/s, or its damping overflows: beyond double precision",
                  mass, stiffness, frequency),
      "check cell, the cross-section, youngs_modulus, density and damping: they are in SI units");
}

BuiltBody make_lattice_of(const LatticeCells& o, const LatticeStiffness& stiffness,
                          const std::function<LatticeElementType(const Vector3&)>& element_along) {
  const auto grid = o.grid();
  std::vector<LatticeElementType> types;
  for (const auto& kind : grid.bars(o.diagonals())) types.push_back(element_along(grid.span(kind) / o.elements));
  const auto whole = cantilever_of(o, grid, stiffness);
  check_fineness(o, stiffness, whole);
  const Index unknowns = types.front().element.unknowns;
  require_memory(o, grid, unknowns);
  const auto mesh = std::make_shared<const LatticeMesh>(o.mesh(unknowns));
  check_members(*mesh);
  auto matrices = assemble_lattice(*mesh, types);
  const ModeBound bound{matrices.fastest, o.damping.mass, o.damping.stiffness};
  auto body = std::make_unique<LinearBody>(SymmetricMatrix(matrices.M), o.damping.matrix(matrices.M, matrices.K),
                                           SymmetricMatrix(matrices.K), bound);
  const auto linear = body.get();
  linear->set_rigid_motions([mesh] { return mesh->rigid_motions(); });
  BuiltBody built(std::move(body), {grid.num_free(), grid.dimension, [grid](Index i) {
                                      const Vector3 at = grid.position(grid.number_of_free(i));
                                      return std::array<double, 3>{at[0], at[1], at[2]};
                                    }});
  // With what is held at the ends, which makes it slower.
  const double slow = 1.0 / std::sqrt(matrices.mass * whole.compliance);
  built.add_gravity = [linear, weight = std::move(matrices.weight)](const std::array<double, 3>& g) {
    Vector sum = Vector::Zero(weight.rows());
    for (Index axis = 0; axis < weight.cols(); ++axis) sum += g[static_cast<std::size_t>(axis)] * weight.col(axis);
    linear->add_constant_force(sum);
  };
  make_points(built, mesh);
  make_modes(built, mesh, slow);
  std::vector<SectionStiffness> sections;
  for (const auto& type : types) sections.push_back(type.section);
  built.members = std::make_shared<const LatticeMembers>(mesh, std::move(sections));
  built.q = Vector::Zero(mesh->num_rows());
  built.v = velocity_of(*mesh, o.velocity);
  return built;
}

}  // namespace percuss
