// SPDX-License-Identifier: Apache-2.0
#include "model/shaft_body.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "core/at.hpp"
#include "model/fastest_mode.hpp"

namespace percuss {

namespace {

/// Exact to degree 9 in x: T has a^2 v^2 with the degree 8, in axes that turn.
constexpr std::array<double, 5> shaft_rule_points{-0.9061798459386640, -0.5384693101056831, 0.0, 0.5384693101056831,
                                                  0.9061798459386640};
constexpr std::array<double, 5> shaft_rule_weights{0.2369268850561891, 0.4786286704993665, 0.5688888888888889,
                                                   0.4786286704993665, 0.2369268850561891};
constexpr Index rule_size = shaft_rule_points.size();

fem::Vector10 shaft_rows(VecRef rows, Index e) { return rows.segment<10>(5 * e); }

/// C of a damper between the spins of an element's ends.
fem::Matrix10 torsional_damper(double coefficient) {
  fem::Matrix10 C = fem::Matrix10::Zero();
  C(0, 0) = C(5, 5) = coefficient;
  C(0, 5) = C(5, 0) = -coefficient;
  return C;
}

}  // namespace

ShaftBody::ShaftBody(std::vector<fem::BeamElementSpatial> elements, std::vector<ShaftDisc> discs,
                     const ShaftDamping& damping)
    : elements_(std::move(elements)), discs_(std::move(discs)), damping_(damping) {
  for (auto& element : elements_) {
    element.axial_stiffness = 0.0;  // the axis does not move along x
    stiffness_.push_back(fem::from_beam_order(fem::stiffness(element)));
    for (Index k = 0; k < rule_size; ++k) {
      const double part = 0.5 * shaft_rule_weights[at(k)] * element.length;
      const fem::ShaftPoint::Inertia inertia{part * element.line_density, part * element.polar_inertia, 0.0, 0.0};
      points_.emplace_back(element, 0.5 + 0.5 * shaft_rule_points[at(k)], inertia);
    }
  }
  for (std::size_t e = 0; e < elements_.size(); ++e) {
    const auto& element = elements_[e];
    if (e == 0 || !fem::is_alike(element, elements_[e - 1]))
      bound_.omega_max = std::max(bound_.omega_max, fem::highest_frequency(element));
    bound_.stiffness_damping = std::max(bound_.stiffness_damping, damping.torsion * element.length / element.torsion);
  }
  bound_.mass_damping = damping.internal + damping.external;
  if (is_damped()) bound_.least_damping = 0.0;  // twist and bending are damped by themselves
  line_.internal_damping = damping.internal;
  line_.external_damping = damping.external;
  sharpen_bound();
}

/// Elements alone are up to half as fast again as the mesh; of few unknowns the fastest mode itself is at hand. In the
/// turning axes spin shifts frequencies by as much as itself: there is room for a twentieth of the fastest.
void ShaftBody::sharpen_bound() {
  constexpr Index few = 120;
  constexpr double room = 1.05;
  if (num_v() > few) return;
  const Vector zero = Vector::Zero(num_v());
  SparseMatrix M, K;
  ShaftBody::tangent(0.0, zero, zero, {}, M);
  ShaftBody::tangent(0.0, zero, zero, {0.0, 0.0, 1.0}, K);
  const auto mode = fastest_mode(Matrix(M), Matrix::Zero(num_v(), num_v()), Matrix(K));
  bound_.omega_max = std::min(bound_.omega_max, room * mode.omega_max);
}

template <class Visit>
void ShaftBody::for_all_points(Visit&& visit) const {
  for (Index k = 0; k < static_cast<Index>(points_.size()); ++k) visit(k / rule_size, points_[at(k)], line_);
  for (const auto& disc : discs_) visit(disc.element, disc.point, disc_);
}

bool ShaftBody::is_damped() const {
  return damping_.internal > 0.0 || damping_.external > 0.0 || damping_.torsion > 0.0;
}

void ShaftBody::forces(double, VecRef q, VecRef v, VecOut f) const {
  f.setZero();
  for (Index e = 0; e < static_cast<Index>(elements_.size()); ++e) {
    const auto strain = fem::strain_force(elements_[at(e)], fem::in_beam_order(shaft_rows(q, e)), false);
    f.segment<10>(5 * e) += fem::from_beam_order(strain);
    const double torque = damping_.torsion * (v[5 * e + 5] - v[5 * e]);
    f[5 * e] += torque;
    f[5 * e + 5] -= torque;
  }
  for_all_points([&](Index e, const fem::ShaftPoint& point, const fem::ShaftPointLoad& load) {
    fem::Vector10 force = fem::Vector10::Zero();
    point.add_force(shaft_rows(q, e), shaft_rows(v, e), load, force);
    f.segment<10>(5 * e) += force;
  });
}

bool ShaftBody::subtract_inertia(VecRef q, VecRef a, VecOut f) const {
  for_all_points([&](Index e, const fem::ShaftPoint& point, const fem::ShaftPointLoad&) {
    fem::Vector10 force = fem::Vector10::Zero();
    point.subtract_inertia(shaft_rows(q, e), shaft_rows(a, e), force);
    f.segment<10>(5 * e) += force;
  });
  return true;
}

/// Every unknown of a node with all those of its neighbours.
void ShaftBody::fit_pattern(SparseMatrix& A) const {
  const Index n = num_v(), entries = 25 * (3 * (n / 5) - 2);
  if (A.rows() == n && A.cols() == n && A.nonZeros() == entries && A.isCompressed()) {
    std::fill_n(A.valuePtr(), entries, 0.0);
    return;
  }
  A.resize(n, n);
  A.reserve(Eigen::VectorXi::Constant(n, 15));
  for (Index j = 0; j < n; ++j)
    for (Index i = std::max<Index>(0, j / 5 * 5 - 5); i < std::min(n, j / 5 * 5 + 10); ++i) A.insert(i, j) = 0.0;
  A.makeCompressed();
}

void ShaftBody::tangent(double, VecRef q, VecRef, TangentWeights weights, SparseMatrix& A) const {
  fit_pattern(A);
  const auto add = [&](Index e, const fem::Matrix10& part) {
    for (Index j = 0; j < 10; ++j) {
      const Index column = 5 * e + j, first_row = std::max<Index>(0, column / 5 * 5 - 5);
      double* const values = A.valuePtr() + A.outerIndexPtr()[column] + (5 * e - first_row);
      for (Index i = 0; i < 10; ++i) values[i] += part(i, j);
    }
  };
  const fem::Matrix10 twist_damping = torsional_damper(damping_.torsion);
  for (Index e = 0; e < static_cast<Index>(elements_.size()); ++e)
    if (!weights.mass_only()) add(e, weights.stiffness * stiffness_[at(e)] + weights.damping * twist_damping);
  for_all_points([&](Index e, const fem::ShaftPoint& point, const fem::ShaftPointLoad& load) {
    const fem::Vector10 d = shaft_rows(q, e);
    fem::Matrix10 part = fem::Matrix10::Zero();
    point.add_mass(d, weights.mass, part);
    if (weights.damping != 0.0) point.add_damping(d, load, weights.damping, part);
    add(e, part);
  });
}

Energy ShaftBody::energy(double, VecRef q, VecRef v) const {
  Energy energy;
  for (Index e = 0; e < static_cast<Index>(elements_.size()); ++e)
    energy.potential += fem::strain_energy(elements_[at(e)], fem::in_beam_order(shaft_rows(q, e)), false);
  for_all_points([&](Index e, const fem::ShaftPoint& point, const fem::ShaftPointLoad& load) {
    const fem::Vector10 d = shaft_rows(q, e);
    energy.kinetic += point.kinetic_energy(d, shaft_rows(v, e));
    energy.potential += point.potential_energy(d, load);
  });
  return energy;
}

Work ShaftBody::work(double, double h, VecRef q, VecRef v_old, VecRef v_new) const {
  Work work;
  if (!is_damped()) return work;
  const auto rate = [&](Index e) { return fem::Vector10(0.5 * (shaft_rows(v_old, e) + shaft_rows(v_new, e))); };
  double power = 0.0;
  for (Index e = 0; e < static_cast<Index>(elements_.size()); ++e) {
    const auto mean = rate(e);
    power += damping_.torsion * (mean[5] - mean[0]) * (mean[5] - mean[0]);
  }
  for_all_points([&](Index e, const fem::ShaftPoint& point, const fem::ShaftPointLoad& load) {
    power += point.dissipation(shaft_rows(q, e), rate(e), load);
  });
  work.damping = h * power;
  return work;
}

}  // namespace percuss
