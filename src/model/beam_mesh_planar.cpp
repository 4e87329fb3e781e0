// SPDX-License-Identifier: Apache-2.0
#include "model/beam_mesh_planar.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/memory.hpp"
#include "fem/assembly.hpp"

namespace percuss {

namespace {

void check_nodes(const BeamMeshOptions& o, std::vector<Fault>& faults) {
  const auto& x = o.node_positions;
  if (x.empty() && o.elements < 1)
    faults.push_back({{}, "elements", "the beam has no mesh", "give `elements`, or the `node_positions`"});
  if (!x.empty() && o.elements > 0)
    faults.push_back({{},
                      "node_positions",
                      "the mesh is given twice, by `elements` and by `node_positions`",
                      "leave one of them out"});
  if (x.empty()) return;
  const bool ascending = std::adjacent_find(x.begin(), x.end(), [](double a, double b) { return !(a < b); }) == x.end();
  if (x.size() < 2 || !ascending || x.front() != 0.0 || x.back() != o.length)
    faults.push_back({{},
                      "node_positions",
                      "they do not ascend from 0 to `length`",
                      fmt::format("give numbers in ascending order, the first 0 and the last {}", o.length)});
}

void check_attachments(const BeamMeshOptions& o, std::vector<Fault>& faults) {
  const auto& [nodes, mass, inertia] = o.attach;
  const auto complain = [&](const char* key, std::string message, std::string remedy) {
    faults.push_back({{}, key, std::move(message), std::move(remedy)});
  };
  for (const double node : nodes)
    if (node != std::floor(node) || node < 0.0 || node >= static_cast<double>(o.num_nodes()))
      complain("attach.nodes", fmt::format("the beam has no node {}", node),
               fmt::format("its nodes are 0 to {}", o.num_nodes() - 1));
  if (mass.size() != nodes.size())
    complain("attach.mass", fmt::format("masses: {}, nodes: {}", mass.size(), nodes.size()),
             "give one mass per node of `attach.nodes`");
  if (!inertia.empty() && inertia.size() != nodes.size())
    complain("attach.inertia", fmt::format("moments of inertia: {}, nodes: {}", inertia.size(), nodes.size()),
             "give one per node of `attach.nodes`, or leave it out");
}

void check_length_of(const char* key, const std::vector<double>& numbers, Index nodes, std::vector<Fault>& faults) {
  if (numbers.empty() || static_cast<Index>(numbers.size()) == 3 * nodes) return;
  faults.push_back({{},
                    key,
                    fmt::format("{} numbers for {} nodes", numbers.size(), nodes),
                    fmt::format("give {} numbers: u, w, phi of each node", 3 * nodes)});
}

/// Each number is sound by itself; together they may leave double precision.
void check_element(const fem::BeamElementPlanar& e) {
  const double frequency = fem::highest_frequency(e), mass = e.line_density * e.length;
  if (std::isnormal(mass) && std::isnormal(e.bending_stiffness) && std::isnormal(e.axial_stiffness) &&
      std::isnormal(frequency * frequency))
    return;
  throw input_error("",
                    fmt::format("an element has a mass of {:.3g} kg, EA = {:.3g} N, EI = {:.3g} N m^2 and an "
                                "oscillation of {:.3g} rad/s: beyond double precision",
                                mass, e.axial_stiffness, e.bending_stiffness, frequency),
                    "check length, elements, section, youngs_modulus and density: they are in SI units");
}

/// Stiffnesses of bending go with l^-3: measured, in the sag of a cantilever, round-off takes eps (L/l)^4/50 of it at
/// 300 to 10^4 elements.
void check_fineness(double length, double shortest) {
  constexpr double most = 1e-3, eps = std::numeric_limits<double>::epsilon();
  const double error = eps * std::pow(length / shortest, 4) / 50.0;
  if (error <= most) return;
  throw input_error("elements",
                    fmt::format("elements of {:.3g} m in a beam of {} m: round-off alone would be {:.2g} of its "
                                "deflection",
                                shortest, length, error),
                    fmt::format("choose a coarser mesh, no element shorter than {:.3g} m",
                                length / std::pow(50.0 * most / eps, 0.25)));
}

}  // namespace

Index BeamMeshOptions::num_nodes() const {
  return node_positions.empty() ? elements + 1 : static_cast<Index>(node_positions.size());
}

void BeamMeshOptions::check(std::vector<Fault>& faults) const {
  section.check(faults);
  check_nodes(*this, faults);
  check_attachments(*this, faults);
  check_length_of("displacement", displacement, num_nodes(), faults);
  check_length_of("displacement_rate", rate, num_nodes(), faults);
}

BeamMeshPlanar::BeamMeshPlanar(const BeamMeshOptions& o) {
  const Index n = o.num_nodes() - 1;
  constexpr double bytes_per_element = 4000.0;  // of lists of entries, matrices and their factor
  require_memory_for(n, bytes_per_element);
  for (Index i = 0; i <= n; ++i)
    x_.push_back(o.node_positions.empty() ? o.length * static_cast<double>(i) / static_cast<double>(n)
                                          : o.node_positions[static_cast<std::size_t>(i)]);
  const auto [area, second_moment] = o.section.numbers();
  double fastest = 0.0, last_length = 0.0, shortest = o.length;
  for (Index e = 0; e < n; ++e) {
    fem::BeamElementPlanar element;
    element.start = node(e);
    element.length = node(e + 1) - node(e);
    element.line_density = o.density * area;
    element.axial_stiffness = o.youngs_modulus * area;
    element.bending_stiffness = o.youngs_modulus * second_moment;
    element.section_inertia = o.rotary == BeamMeshOptions::Rotary::rayleigh ? o.density * second_moment : 0.0;
    element.lumped = o.mass == BeamMeshOptions::Mass::lumped;
    if (element.length != last_length) {
      check_element(element);
      fastest = std::max(fastest, fem::highest_frequency(element));
    }
    last_length = element.length;
    shortest = std::min(shortest, element.length);
    elements_.push_back(element);
  }
  check_fineness(length(), shortest);
  bound_ = {fastest, o.damping.mass, o.damping.stiffness, {}};
  assemble(o);
  if (o.rotary == BeamMeshOptions::Rotary::reference) second_ += o.density * second_moment * length();
}

std::array<Index, 6> BeamMeshPlanar::unknowns(Index e) {
  std::array<Index, 6> rows{};
  for (std::size_t i = 0; i < 6; ++i) rows[i] = 3 * e + static_cast<Index>(i);
  return rows;
}

void BeamMeshPlanar::assemble(const BeamMeshOptions& o) {
  const Index n = num_unknowns(), entries = 36 * static_cast<Index>(elements_.size());
  fem::Assembler mass(n, entries), stiffness(n, entries), translation(n, entries), gyroscopic(n, entries);
  for (auto* vector : {&sx_, &sy_, &x_u_, &x_w_, &turning_}) *vector = Vector::Zero(n);
  for (std::size_t e = 0; e < elements_.size(); ++e) {
    const auto rows = unknowns(static_cast<Index>(e));
    const auto part = fem::inertia(elements_[e]);
    mass.add<6>(rows, part.translation + part.rotation);
    translation.add<6>(rows, part.translation);
    gyroscopic.add<6>(rows, part.gyroscopic);
    stiffness.add<6>(rows, fem::stiffness(elements_[e]));
    const Index first = rows[0];
    sx_.segment<6>(first) += part.sx;
    sy_.segment<6>(first) += part.sy;
    x_u_.segment<6>(first) += part.x_u;
    x_w_.segment<6>(first) += part.x_w;
    turning_.segment<6>(first) += part.x_w + part.turning_coupling;
    mass_ += part.mass;
    first_ += part.first;
    second_ += part.second + part.turning;
  }
  M_ = mass.finish();
  K_ = stiffness.finish();
  translation_ = translation.finish();
  gyroscopic_ = gyroscopic.finish();
  for (std::size_t k = 0; k < o.attach.nodes.size(); ++k) {
    const auto i = static_cast<Index>(o.attach.nodes[k]);
    const Index u = 3 * i, w = u + 1, phi = u + 2;
    const double m = o.attach.mass[k], J = o.attach.inertia.empty() ? 0.0 : o.attach.inertia[k], x = node(i);
    for (const Index row : {u, w}) {
      M_.coeffRef(row, row) += m;
      translation_.coeffRef(row, row) += m;
    }
    M_.coeffRef(phi, phi) += J;
    gyroscopic_.coeffRef(u, w) += m;
    gyroscopic_.coeffRef(w, u) -= m;
    sx_[u] += m;
    sy_[w] += m;
    x_u_[u] += m * x;
    x_w_[w] += m * x;
    turning_[w] += m * x;
    turning_[phi] += J;
    mass_ += m;
    first_ += m * x;
    second_ += m * x * x + J;
  }
  gyroscopic_.makeCompressed();
}

FloatingInertiaPlanar BeamMeshPlanar::inertia(const FrameConditions& frame) const {
  return {mass_,
          first_,
          second_,
          frame.select(sx_),
          frame.select(sy_),
          frame.select(x_u_),
          frame.select(turning_),
          SymmetricMatrix(frame.select(translation_)),
          SymmetricMatrix(frame.select(M_)),
          frame.select(gyroscopic_)};
}

Matrix BeamMeshPlanar::mean_axes() const {
  Matrix columns(num_unknowns(), 3);
  columns << sx_, sy_, x_w_;
  return columns;
}

Vector initial_unknowns(const char* key, const std::vector<double>& numbers, const FrameConditions& conditions,
                        const char* fault, const char* remedy, std::vector<Fault>& faults) {
  Vector kept = Vector::Zero(conditions.num_kept());
  if (numbers.empty()) return kept;
  if (!conditions.take(Eigen::Map<const Vector>(numbers.data(), static_cast<Index>(numbers.size())), kept))
    faults.push_back({{}, key, fault, remedy});
  return kept;
}

Index BeamMeshPlanar::element_at(double x) const {
  const auto above = std::upper_bound(x_.begin(), x_.end(), x);
  return std::clamp<Index>(above - x_.begin() - 1, 0, num_nodes() - 2);
}

ModalProblem BeamMeshPlanar::modal_problem(const FrameConditions& frame,
                                           const std::vector<double>& static_points) const {
  Matrix loads = Matrix::Zero(num_unknowns(), 2 * static_cast<Index>(static_points.size()));
  Index column = 0;
  for (const double x : static_points) {
    const Index e = element_at(x);
    const auto& element = elements_[static_cast<std::size_t>(e)];
    const auto shape = fem::shape_functions(element, (x - element.start) / element.length);
    loads.col(column++).segment<6>(3 * e) = shape.u;
    loads.col(column++).segment<6>(3 * e) = shape.w;
  }
  // Of a beam with all its mass at one end: slower than any other of the same mass and length.
  const auto& e = elements_.front();
  const double L = length(), slow = std::min(e.bending_stiffness / (L * L), e.axial_stiffness) / (mass_ * L);
  return {frame.select(K_), frame.select(M_), &frame, std::sqrt(slow), std::move(loads)};
}

ElasticMotion BeamMeshPlanar::motion(const Vector3& point,
                                     const std::function<std::vector<std::pair<Index, double>>(Index)>& over) const {
  const Index e = element_at(point[0]);
  const auto& element = elements_[static_cast<std::size_t>(e)];
  const auto shape = fem::shape_functions(element, (point[0] - element.start) / element.length);
  const auto rows = unknowns(e);
  ElasticMotion motion;
  const auto add = [&motion](Index unknown, const Vector3& shift, const Vector3& turn) {
    for (auto& share : motion.shares)
      if (share.unknown == unknown) {
        share.shift += shift;
        share.turn += turn;
        return;
      }
    motion.shares.push_back({unknown, shift, turn});
  };
  for (Index i = 0; i < 6; ++i) {
    const Vector3 turn(0.0, 0.0, shape.slope[i]);
    const Vector3 shift = Vector3(shape.u[i], shape.w[i], 0.0) + turn.cross(Vector3(0.0, point[1], 0.0));
    if (shift.isZero(0.0) && turn.isZero(0.0)) continue;
    for (const auto& [kept, b] : over(rows[static_cast<std::size_t>(i)])) add(kept, b * shift, b * turn);
  }
  motion.section = Vector3(0.0, point[1], 0.0);
  return motion;
}

}  // namespace percuss
