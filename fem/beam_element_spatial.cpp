// SPDX-License-Identifier: Apache-2.0
#include "fem/beam_element_spatial.hpp"

#include <algorithm>
#include <cmath>

#include "core/types.hpp"

namespace percuss::fem {

namespace {

/// Where an unknown stands in the planar element (u, w, phi) x 2 of its plane, and its sign there: v' = phi_z and
/// w' = -phi_y. phi_x is in neither.
constexpr std::array<Index, 12> place{0, 1, 1, -1, 2, 2, 3, 4, 4, -1, 5, 5};
constexpr std::array<double, 12> sign{1.0, 1.0, 1.0, 0.0, -1.0, 1.0, 1.0, 1.0, 1.0, 0.0, -1.0, 1.0};
constexpr Index twist0 = 3, twist1 = 9;

int axis_of(Index i) { return shift_axis[static_cast<std::size_t>(i)]; }
Index place_of(Index i) { return place[static_cast<std::size_t>(i)]; }
double sign_of(Index i) { return sign[static_cast<std::size_t>(i)]; }

BeamElementPlanar in_plane(const BeamElementSpatial& element, double bending_stiffness, double section_inertia) {
  return {element.length,    element.start,   element.line_density, element.axial_stiffness,
          bending_stiffness, section_inertia, element.lumped};
}
BeamElementPlanar plane_xy(const BeamElementSpatial& element) {
  return in_plane(element, element.bending_z, element.rotary_z);
}
BeamElementPlanar plane_xz(const BeamElementSpatial& element) {
  return in_plane(element, element.bending_y, element.rotary_y);
}

/// The unknowns of one plane, axis 1 (x y) or 2 (x z).
Vector6 planar_unknowns(const Vector12& d, int axis) {
  Vector6 in_plane = Vector6::Zero();
  for (Index i = 0; i < 12; ++i)
    if (axis_of(i) == 0 || axis_of(i) == axis) in_plane[place_of(i)] = sign_of(i) * d[i];
  return in_plane;
}

/// The unknowns of both planes. Where bending strains the axis, each plane shortens the element for the other: as much
/// as if u1 had moved on by l times the other's share of the mean strain.
std::array<Vector6, 2> both_planes(const BeamElementSpatial& element, const Vector12& d, bool stiffens) {
  std::array<Vector6, 2> planes{planar_unknowns(d, 1), planar_unknowns(d, 2)};
  if (!stiffens) return planes;
  std::array<double, 2> bent{};
  for (std::size_t k = 0; k < 2; ++k) {
    Vector6 bending = planes[k];
    bending[0] = bending[3] = 0.0;
    bent[k] = element.length * mean_strain(plane_xy(element), bending);
  }
  planes[0][3] += bent[1];
  planes[1][3] += bent[0];
  return planes;
}

/// Twisting adds matrices of two-node bars in phi_x.
void add_twist(Matrix12& A, double own, double other) {
  A(twist0, twist0) += own;
  A(twist1, twist1) += own;
  A(twist0, twist1) += other;
  A(twist1, twist0) += other;
}

}  // namespace

BeamShapeSpatial shape_functions(const BeamElementSpatial& element, double s) {
  const auto planar = shape_functions(plane_xy(element), s);
  BeamShapeSpatial shape;
  shape.shift.setZero();
  shape.turn.setZero();
  for (Index i = 0; i < 12; ++i) {
    if (axis_of(i) == 3) continue;
    shape.shift(axis_of(i), i) = sign_of(i) * (axis_of(i) == 0 ? planar.u : planar.w)[place_of(i)];
    if (axis_of(i) == 1) shape.turn(2, i) = sign_of(i) * planar.slope[place_of(i)];
    if (axis_of(i) == 2) shape.turn(1, i) = -sign_of(i) * planar.slope[place_of(i)];
  }
  shape.turn(0, twist0) = 1.0 - s;
  shape.turn(0, twist1) = s;
  return shape;
}

BeamInertiaSpatial inertia(const BeamElementSpatial& element) {
  const auto xz = inertia(plane_xz(element)), planar = inertia(plane_xy(element));  // which differ in sections alone
  BeamInertiaSpatial sum;
  sum.mass = planar.mass;
  sum.first = planar.first;
  sum.second = planar.second;
  for (auto* vector : {&sum.shape, &sum.x_shape}) vector->setZero();
  for (auto* matrix : {&sum.products, &sum.rotation}) matrix->setZero();
  sum.turning_couplings.setZero();
  for (Index i = 0; i < 12; ++i) {
    if (axis_of(i) == 3) continue;
    const Index p = place_of(i);
    sum.shape[i] = sign_of(i) * (planar.sx + planar.sy)[p];
    sum.x_shape[i] = sign_of(i) * (planar.x_u + planar.x_w)[p];
    const auto& bent = axis_of(i) == 2 ? xz : planar;
    const double turned = sign_of(i) * bent.turning_coupling[p];
    if (axis_of(i) == 1) sum.turning_couplings(i, 2) = turned;
    if (axis_of(i) == 2) sum.turning_couplings(i, 1) = -turned;
    for (Index j = 0; j < 12; ++j) {
      if (axis_of(j) == 3) continue;
      const Index r = place_of(j);
      const double mixed = axis_of(i) == 0 ? planar.gyroscopic(p, r) : -planar.gyroscopic(p, r);
      sum.products(i, j) = sign_of(i) * sign_of(j) * (planar.translation(p, r) + mixed);
      if (axis_of(i) == axis_of(j)) sum.rotation(i, j) = sign_of(i) * sign_of(j) * bent.rotation(p, r);
    }
  }
  const double spin = element.polar_inertia * element.length;
  sum.turning = {spin, xz.turning, planar.turning};
  sum.turning_couplings(twist0, 0) = sum.turning_couplings(twist1, 0) = 0.5 * spin;
  element.lumped ? add_twist(sum.rotation, spin / 2.0, 0.0) : add_twist(sum.rotation, spin / 3.0, spin / 6.0);
  return sum;
}

Matrix12 mass(const BeamInertiaSpatial& parts) {
  Matrix12 M = parts.rotation;
  for (Index i = 0; i < 12; ++i)
    for (Index j = 0; j < 12; ++j)
      if (axis_of(i) == axis_of(j)) M(i, j) += parts.products(i, j);
  return M;
}

Matrix12 stiffness(const BeamElementSpatial& element) {
  const Matrix6 xy = stiffness(plane_xy(element)), xz = stiffness(plane_xz(element));
  Matrix12 K = Matrix12::Zero();
  for (Index i = 0; i < 12; ++i)
    for (Index j = 0; j < 12; ++j)
      if (axis_of(i) == axis_of(j) && axis_of(i) != 3)
        K(i, j) = sign_of(i) * sign_of(j) * (axis_of(i) == 2 ? xz : xy)(place_of(i), place_of(j));
  add_twist(K, element.torsion / element.length, -element.torsion / element.length);
  return K;
}

double strain_energy(const BeamElementSpatial& element, const Vector12& d, bool stiffens) {
  const auto [xy, xz] = both_planes(element, d, stiffens);
  auto bent = plane_xz(element);
  bent.axial_stiffness = 0.0;  // counted in the other plane
  const double twist = d[twist1] - d[twist0];
  return strain_energy(plane_xy(element), xy, stiffens) + strain_energy(bent, xz, false) +
         0.5 * element.torsion / element.length * twist * twist;
}

Vector12 strain_force(const BeamElementSpatial& element, const Vector12& d, bool stiffens) {
  const auto [xy, xz] = both_planes(element, d, stiffens);
  const Vector6 in_xy = strain_force(plane_xy(element), xy, stiffens);
  const Vector6 in_xz = strain_force(plane_xz(element), xz, stiffens);
  Vector12 force;
  for (Index i = 0; i < 12; ++i)
    if (axis_of(i) != 3) force[i] = sign_of(i) * (axis_of(i) == 2 ? in_xz : in_xy)[place_of(i)];
  force[twist0] = element.torsion / element.length * (d[twist1] - d[twist0]);
  force[twist1] = -force[twist0];
  return force;
}

double highest_frequency(const BeamElementSpatial& element) {
  // The fastest twist is (1, -1):  phi' K phi = 4 GJ/l, phi' M phi = rho Ip l/3, lumped rho Ip l.
  const double l = element.length, mass = element.polar_inertia * l * (element.lumped ? 1.0 : 1.0 / 3.0);
  const double twist = std::sqrt(4.0 * element.torsion / (l * mass));
  return std::max({highest_frequency(plane_xy(element)), highest_frequency(plane_xz(element)), twist});
}

}  // namespace percuss::fem
