// SPDX-License-Identifier: Apache-2.0
#include "fem/beam_element_planar.hpp"

#include <array>
#include <cmath>
#include <utility>

#include "core/decompositions.hpp"

namespace percuss::fem {

namespace {

struct Point {
  double s, weight;
};

/// Gauss-Legendre with four points on [0, 1]: exact to degree 7, of which x^2 N_w and N_w' N_w need 6.
std::array<Point, 4> gauss_points() {
  const double inner = std::sqrt(3.0 / 7.0 - 2.0 / 7.0 * std::sqrt(1.2));
  const double outer = std::sqrt(3.0 / 7.0 + 2.0 / 7.0 * std::sqrt(1.2));
  const double heavy = (18.0 + std::sqrt(30.0)) / 72.0, light = (18.0 - std::sqrt(30.0)) / 72.0;
  return {
      {{0.5 - 0.5 * outer, light}, {0.5 - 0.5 * inner, heavy}, {0.5 + 0.5 * inner, heavy}, {0.5 + 0.5 * outer, light}}};
}

void add_mass(BeamInertiaPlanar& sum, const BeamElementPlanar& element, double s, double mass) {
  const auto [u, w, slope] = shape_functions(element, s);
  const double x = element.start + s * element.length;
  sum.mass += mass;
  sum.first += mass * x;
  sum.second += mass * x * x;
  sum.sx += mass * u;
  sum.sy += mass * w;
  sum.x_u += mass * x * u;
  sum.x_w += mass * x * w;
  sum.translation += mass * (u * u.transpose() + w * w.transpose());
  sum.gyroscopic += mass * (u * w.transpose() - w * u.transpose());
}

void add_turning(BeamInertiaPlanar& sum, const BeamElementPlanar& element, double s, double inertia) {
  const auto slope = shape_functions(element, s).slope;
  sum.turning += inertia;
  sum.turning_coupling += inertia * slope;
  sum.rotation += inertia * slope * slope.transpose();
}

/// int w'^2 dx = d' G d over (w0, phi0, w1, phi1).
Eigen::Matrix4d slope_matrix(double l) {
  Eigen::Matrix4d G;
  G << 36.0, 3.0 * l, -36.0, 3.0 * l,          //
      3.0 * l, 4.0 * l * l, -3.0 * l, -l * l,  //
      -36.0, -3.0 * l, 36.0, -3.0 * l,         //
      3.0 * l, -l * l, -3.0 * l, 4.0 * l * l;
  return G / (30.0 * l);
}

Eigen::Vector4d bending_unknowns(const Vector6& d) { return {d[1], d[2], d[4], d[5]}; }

/// The part of the mean strain that bending makes.
double bending_strain(const BeamElementPlanar& element, const Vector6& d) {
  const Eigen::Vector4d b = bending_unknowns(d);
  return b.dot(slope_matrix(element.length) * b) / (2.0 * element.length);
}

/// By how much the element bends, phi1 - phi0, and how far its chord is off the mean slope.
std::pair<double, double> bending(const BeamElementPlanar& element, const Vector6& d) {
  return {d[5] - d[2], (d[4] - d[1]) / element.length - 0.5 * (d[2] + d[5])};
}

double linear_strain(const BeamElementPlanar& element, const Vector6& d) { return (d[3] - d[0]) / element.length; }

}  // namespace

BeamShapePlanar shape_functions(const BeamElementPlanar& element, double s) {
  const double l = element.length, r = 1.0 - s;
  BeamShapePlanar shape;
  shape.u << r, 0.0, 0.0, s, 0.0, 0.0;
  shape.w << 0.0, r * r * (1.0 + 2.0 * s), l * s * r * r, 0.0, s * s * (1.0 + 2.0 * r), -l * s * s * r;
  shape.slope << 0.0, -6.0 * s * r / l, r * (1.0 - 3.0 * s), 0.0, 6.0 * s * r / l, s * (3.0 * s - 2.0);
  return shape;
}

BeamInertiaPlanar inertia(const BeamElementPlanar& element) {
  BeamInertiaPlanar sum;
  for (auto* vector : {&sum.sx, &sum.sy, &sum.x_u, &sum.x_w, &sum.turning_coupling}) vector->setZero();
  for (auto* matrix : {&sum.translation, &sum.rotation, &sum.gyroscopic}) matrix->setZero();
  const double mass = element.line_density * element.length;
  if (element.lumped) {
    const double turning =
        mass * element.length * element.length / 78.0 + 0.5 * element.section_inertia * element.length;
    for (const double s : {0.0, 1.0}) {
      add_mass(sum, element, s, 0.5 * mass);
      add_turning(sum, element, s, turning);
    }
    return sum;
  }
  for (const auto [s, weight] : gauss_points()) {
    add_mass(sum, element, s, weight * mass);
    add_turning(sum, element, s, weight * element.section_inertia * element.length);
  }
  return sum;
}

Matrix6 stiffness(const BeamElementPlanar& element) {
  const double l = element.length, a = element.axial_stiffness / l;
  const double b = element.bending_stiffness / (l * l * l);
  Matrix6 K;
  K << a, 0.0, 0.0, -a, 0.0, 0.0,                                             //
      0.0, 12.0 * b, 6.0 * b * l, 0.0, -12.0 * b, 6.0 * b * l,                //
      0.0, 6.0 * b * l, 4.0 * b * l * l, 0.0, -6.0 * b * l, 2.0 * b * l * l,  //
      -a, 0.0, 0.0, a, 0.0, 0.0,                                              //
      0.0, -12.0 * b, -6.0 * b * l, 0.0, 12.0 * b, -6.0 * b * l,              //
      0.0, 6.0 * b * l, 2.0 * b * l * l, 0.0, -6.0 * b * l, 4.0 * b * l * l;
  return K;
}

double mean_strain(const BeamElementPlanar& element, const Vector6& d) {
  return linear_strain(element, d) + bending_strain(element, d);
}

double strain_energy(const BeamElementPlanar& element, const Vector6& d, bool stiffens) {
  const auto [a, b] = bending(element, d);
  const double strain = linear_strain(element, d) + (stiffens ? bending_strain(element, d) : 0.0), l = element.length;
  return 0.5 * element.axial_stiffness * l * strain * strain +
         0.5 * element.bending_stiffness / l * (a * a + 12.0 * b * b);
}

Vector6 strain_force(const BeamElementPlanar& element, const Vector6& d, bool stiffens) {
  const auto [a, b] = bending(element, d);
  const double l = element.length, moment = element.bending_stiffness / l * a;
  const double shear = 12.0 * element.bending_stiffness / l * b;
  const double strain = linear_strain(element, d) + (stiffens ? bending_strain(element, d) : 0.0);
  const double axial = element.axial_stiffness * strain;
  Vector6 force;
  force << axial, shear / l, moment + 0.5 * shear, -axial, -shear / l, 0.5 * shear - moment;
  if (!stiffens) return force;
  const Eigen::Vector4d f = axial * (slope_matrix(l) * bending_unknowns(d));
  for (Index i = 0; i < 4; ++i) force[i < 2 ? i + 1 : i + 2] -= f[i];
  return force;
}

double highest_frequency(const BeamElementPlanar& element) {
  const auto parts = inertia(element);
  // In the unknowns phi l both matrices have entries of one size.
  Vector6 scale;
  scale << 1.0, 1.0, 1.0 / element.length, 1.0, 1.0, 1.0 / element.length;
  const Matrix M = scale.asDiagonal() * (parts.translation + parts.rotation) * scale.asDiagonal();
  const Matrix K = scale.asDiagonal() * stiffness(element) * scale.asDiagonal();
  const Eigen::GeneralizedSelfAdjointEigenSolver<Matrix> solver(K, M, Eigen::EigenvaluesOnly);
  return std::sqrt(solver.eigenvalues().maxCoeff());
}

}  // namespace percuss::fem
