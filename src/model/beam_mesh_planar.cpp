// SPDX-License-Identifier: Apache-2.0
#include "model/beam_mesh_planar.hpp"

#include <algorithm>

#include "fem/assembly.hpp"

namespace percuss {

void BeamMeshOptions::check(std::vector<Fault>& faults) const {
  check_material(faults);
  check_sections(parts, section, faults);
  check_line(3, "u, w, phi", faults);
}

BeamMeshPlanar::BeamMeshPlanar(const BeamMeshOptions& o) {
  x_ = o.nodes();
  const Index n = num_nodes() - 1;
  double fastest = 0.0, shortest = o.length;
  for (Index e = 0; e < n; ++e) {
    const Index part = o.parts.at(0.5 * (node(e) + node(e + 1)));
    const auto [area, second_moment] = o.parts.section(o.section, part).numbers();
    const double youngs_modulus = BeamParts::pick(o.parts.youngs_modulus, part, o.youngs_modulus);
    const double density = BeamParts::pick(o.parts.density, part, o.density);
    fem::BeamElementPlanar element;
    element.start = node(e);
    element.length = node(e + 1) - node(e);
    element.line_density = density * area;
    element.axial_stiffness = youngs_modulus * area;
    element.bending_stiffness = youngs_modulus * second_moment;
    element.section_inertia = o.rotary == BeamMeshOptions::Rotary::rayleigh ? density * second_moment : 0.0;
    element.lumped = o.mass == BeamMeshOptions::Mass::lumped;
    if (o.rotary == BeamMeshOptions::Rotary::reference) second_ += density * second_moment * element.length;
    if (e == 0 || !fem::is_alike(element, elements_.back())) {
      const double frequency = fem::highest_frequency(element);
      check_element(element.line_density * element.length, element.axial_stiffness, element.bending_stiffness,
                    frequency);
      fastest = std::max(fastest, frequency);
    }
    shortest = std::min(shortest, element.length);
    elements_.push_back(element);
  }
  check_fineness(o, shortest);
  bound_ = {fastest, o.damping.mass, o.damping.stiffness, {}};
  assemble(o);
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
          {first_, 0.0},
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

Index BeamMeshPlanar::element_at(double x) const { return element_of(x_, x); }

ModalProblem BeamMeshPlanar::modal_problem(const FrameConditions& frame, const ModalOptions& modes) const {
  const auto loads_of = [this](std::vector<fem::Vector6 fem::BeamShapePlanar::*> parts) {
    return [this, parts = std::move(parts)](double x) {
      const Index e = element_at(x);
      const auto& element = elements_[static_cast<std::size_t>(e)];
      const auto shape = fem::shape_functions(element, (x - element.start) / element.length);
      Matrix loads = Matrix::Zero(num_unknowns(), static_cast<Index>(parts.size()));
      for (std::size_t i = 0; i < parts.size(); ++i)
        loads.col(static_cast<Index>(i)).segment<6>(3 * e) = shape.*parts[i];
      return loads;
    };
  };
  double axial = elements_.front().axial_stiffness, bending = elements_.front().bending_stiffness;
  for (const auto& e : elements_) {
    axial = std::min(axial, e.axial_stiffness);
    bending = std::min(bending, e.bending_stiffness);
  }
  const double slow = slow_frequency(length(), mass_, axial, bending);
  using Shapes = fem::BeamShapePlanar;
  return {frame.select(K_), frame.select(M_), frame, slow,
          static_loads(modes, loads_of({&Shapes::u, &Shapes::w}), loads_of({&Shapes::slope}))};
}

ElasticMotion BeamMeshPlanar::motion(const Vector3& point, const MeshUnknowns& over) const {
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
