// SPDX-License-Identifier: Apache-2.0
#include "model/lattice_cells.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/at.hpp"
#include "core/memory.hpp"
#include "model/lattice_members.hpp"

namespace percuss {

namespace {

constexpr double most_entries = 2e9;  // of a sparse matrix, which counts them in 32 bits

/// Sums over all members, on the rows of the free nodes.
struct LatticeMatrices {
  SparseMatrix M, K;
  Matrix weight;  // (rows x dimension) forces under a unit acceleration along each axis
  double fastest = 0.0;
};

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
  const double member = std::max(stiffness.axial / whole.cell, 12.0 * stiffness.bending / std::pow(whole.cell, 3));
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

/// Rows of the unknowns of both ends of a member.
using MemberRows = std::vector<Index>;
void put_rows(const LatticeRows& rows, Index from, Index to, MemberRows& of_member) {
  of_member.clear();
  for (const Index node : {from, to})
    for (Index a = 0; a < rows.per_node(); ++a) of_member.push_back(rows.row(node, a));
}

/// What lies on a held node is borne there, but a share of each member that leads to it hangs on the other end.
void add_weight(const fem::LatticeMember& member, const MemberRows& rows, Matrix& weight) {
  for (Index axis = 0; axis < weight.cols(); ++axis) {
    const Vector force = member.M.col(axis) + member.M.col(member.unknowns + axis);
    for (Index a = 0; a < force.size(); ++a)
      if (const Index row = rows[at(a)]; row >= 0) weight(row, axis) += force[a];
  }
}

LatticeMatrices assemble(const LatticeGrid& grid, const LatticeRows& rows,
                         const std::vector<LatticeGrid::BarKind>& kinds, const std::vector<LatticeMemberType>& types) {
  LatticeMatrices out;
  out.weight = Matrix::Zero(rows.count(), grid.dimension);
  fem::Assembler M(rows.count()), K(rows.count());
  MemberRows of_member;
  for (std::size_t k = 0; k < kinds.size(); ++k) {
    const auto& type = types[k];
    out.fastest = std::max(out.fastest, type.frequency);
    grid.for_bars(kinds[k], [&](Index from, Index to) {
      put_rows(rows, from, to, of_member);
      type.member.scatter(of_member, M, K);
      add_weight(type.member, of_member, out.weight);
    });
  }
  out.M = M.finish();
  out.K = K.finish();
  return out;
}

DrawnShape draw(const LatticeGrid& grid, int diagonals, const std::function<Marker(Index free)>& marker) {
  DrawnShape shape;
  for (Index node = 0; node < grid.num_nodes(); ++node) {
    const Index free = grid.free_number(node);
    shape.points.push_back(free < 0 ? Marker::ground(grid.position(node)) : marker(free));
  }
  for (const auto& kind : grid.bars(diagonals))
    grid.for_nodes(kind, [&](Index from, Index to) { shape.cells.push_back({DrawnShape::Kind::line, {from, to}}); });
  return shape;
}

/// By a point of the undeformed lattice, which is one of its nodes.
PointMaker points_of_beams(const LatticeGrid& grid, const std::shared_ptr<const LatticeRows>& rows) {
  return [grid, rows](Index q, Index v, const Vector3& point) {
    const Index d = grid.dimension, node = grid.free_number(grid.node_next_to(point));
    ElasticMotion motion;
    const auto add = [&](Index unknown, const Vector3& shift, const Vector3& turn) {
      if (const Index row = rows->row(node, unknown); row >= 0) motion.shares.push_back({row, shift, turn});
    };
    for (Index a = 0; a < d; ++a) add(a, Vector3::Unit(a), Vector3::Zero());
    for (Index a = d == 2 ? 2 : 0; a < 3; ++a) add(d == 2 ? 2 : 3 + a, Vector3::Zero(), Vector3::Unit(a));
    return d == 2
               ? Marker::elastic_at_rest(q, v, Vector3::Zero(), 0.0, point, std::move(motion))
               : Marker::elastic_at_rest(q, v, Vector3::Zero(), Matrix3(Matrix3::Identity()), point, std::move(motion));
  };
}

/// `slow` [1/s]: below the slowest elastic mode, of its order.
void make_modes(BuiltBody& built, Index d, const std::shared_ptr<const LatticeRows>& rows, double slow) {
  const Index unknowns = rows->per_node();
  built.modes = [body = built.bodies.front().get(), rows, slow](Index count) {
    const Vector none = Vector::Zero(body->num_v());
    SparseMatrix K, M;
    body->tangent(0.0, none, none, {0.0, 0.0, 1.0}, K);
    body->tangent(0.0, none, none, {}, M);
    auto modes = slowest_modes(K, M, Matrix(none.size(), 0), slow, std::min(count, body->num_v()));
    modes.shapes = rows->expand(modes.shapes);
    return modes;
  };
  built.node_unknowns = {"u_x", "u_y"};
  if (d == 3) built.node_unknowns.emplace_back("u_z");
  if (unknowns == 6) built.node_unknowns.insert(built.node_unknowns.end(), {"phi_x", "phi_y"});
  if (unknowns > d) built.node_unknowns.emplace_back("phi_z");
}

void make_points(BuiltBody& built, const LatticeGrid& grid, int diagonals,
                 const std::shared_ptr<const LatticeRows>& rows) {
  const Index d = grid.dimension;
  if (rows->per_node() == d) {
    built.shape = [grid, diagonals, d](Index q, Index v) {
      return draw(grid, diagonals, [&](Index free) {
        return Marker::translation(d, q + d * free, v + d * free, grid.position(grid.number_of_free(free)));
      });
    };
    return;
  }
  built.add_force = nullptr;
  built.motion = Marker::Motion::ground;
  built.points = points_of_beams(grid, rows);
  built.shape = [grid, diagonals, points = built.points](Index q, Index v) {
    return draw(grid, diagonals, [&](Index free) { return points(q, v, grid.position(grid.number_of_free(free))); });
  };
}

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

LatticeRows LatticeCells::rows(Index per_node) const {
  const auto on = support_of_faces();
  const auto all_displacements = static_cast<std::uint8_t>((1U << cells.size()) - 1U);
  LatticeRows::Faces held{};
  for (std::size_t axis = 0; axis < cells.size(); ++axis)
    for (std::size_t side = 0; side < 2; ++side) {
      if (on[axis][side] == Support::pinned || on[axis][side] == Support::pinned_feet)
        held[axis][side] = all_displacements;
      if (on[axis][side] == Support::roller) held[axis][side] = static_cast<std::uint8_t>(1U << axis);
    }
  return {grid(), per_node, held};
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
  constexpr double entries_per_node = 3.0;  // at the least
  if (nodes * entries_per_node > most_entries)
    complain("cells", fmt::format("{:.3g} nodes", nodes), fmt::format("{:.0e} at most", most_entries / 3.0));
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
                          const std::function<LatticeMemberType(const Vector3&)>& member_along) {
  const auto grid = o.grid();
  const auto kinds = grid.bars(o.diagonals());
  std::vector<LatticeMemberType> types;
  for (const auto& kind : kinds) types.push_back(member_along(grid.span(kind)));
  const auto whole = cantilever_of(o, grid, stiffness);
  check_fineness(o, stiffness, whole);
  const Index d = grid.dimension, n = grid.num_free(), unknowns = types.front().member.unknowns;
  // Of the lists of entries of both matrices and these, for each of a row.
  constexpr double bytes_per_number = 280.0;
  const double members = d == 2 ? 2.0 + o.diagonals() : 3.0 + 3.0 * o.diagonals();
  require_memory_for(grid.cells[0] * grid.cells[1] * std::max(grid.cells[2], Index{1}),
                     bytes_per_number * members * static_cast<double>(unknowns * unknowns), "cells");
  const auto rows = std::make_shared<const LatticeRows>(o.rows(unknowns));
  auto matrices = assemble(grid, *rows, kinds, types);
  const ModeBound bound{matrices.fastest, o.damping.mass, o.damping.stiffness};
  auto body = std::make_unique<LinearBody>(SymmetricMatrix(matrices.M), o.damping.matrix(matrices.M, matrices.K),
                                           SymmetricMatrix(matrices.K), bound);
  const auto linear = body.get();
  linear->set_rigid_motions([rows] { return rows->rigid_motions(); });
  BuiltBody built(std::move(body), {n, d, [grid](Index i) {
                                      const Vector3 at = grid.position(grid.number_of_free(i));
                                      return std::array<double, 3>{at[0], at[1], at[2]};
                                    }});
  // Of what is free; moments make it more, and the mode slower.
  const double mass = matrices.weight.col(0).cwiseAbs().sum();
  const double slow = 1.0 / std::sqrt(mass * whole.compliance);
  built.add_gravity = [linear, weight = std::move(matrices.weight)](const std::array<double, 3>& g) {
    Vector sum = Vector::Zero(weight.rows());
    for (Index axis = 0; axis < weight.cols(); ++axis) sum += g[static_cast<std::size_t>(axis)] * weight.col(axis);
    linear->add_constant_force(sum);
  };
  make_points(built, grid, o.diagonals(), rows);
  make_modes(built, d, rows, slow);
  std::vector<SectionStiffness> sections;
  for (const auto& type : types) sections.push_back(type.section);
  built.members = std::make_shared<const LatticeMembers>(grid, o.diagonals(), std::move(sections));
  built.q = Vector::Zero(rows->count());
  built.v = Vector::Zero(rows->count());
  for (Index i = 0; i < n && !o.velocity.empty(); ++i)
    for (Index axis = 0; axis < d; ++axis)
      if (const Index row = rows->row(i, axis); row >= 0) built.v[row] = o.velocity[at(axis)];
  return built;
}

}  // namespace percuss
