// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "fem/beam_element_planar.hpp"

namespace percuss::fem {

/// Data of a two-node Euler-Bernoulli beam element in space, along x. Unknowns of a node (u, v, w, phi_x, phi_y,
/// phi_z) in the axes of the undeformed beam, phi_z = v', phi_y = -w'; u and phi_x linear, v and w cubic (Hermite): in
/// each of the planes x y and x z the planar element (beam_element_planar.hpp). Rotary inertia of the sections about x,
/// and about y and z where it is given (Rayleigh).
struct BeamElementSpatial {
  double length = 0.0;           ///< l [m]
  double start = 0.0;            ///< x of the first node in the axes of the body [m]
  double line_density = 0.0;     ///< rho A [kg/m]
  double axial_stiffness = 0.0;  ///< E A [N]
  double bending_y = 0.0;        ///< E Iy, about y: of w [N m^2]
  double bending_z = 0.0;        ///< E Iz, about z: of v [N m^2]
  double torsion = 0.0;          ///< G J [N m^2]
  double polar_inertia = 0.0;    ///< rho Ip, about x, per length [kg m]
  bool lumped = false;           ///< masses at the nodes (HRZ: m/2, m l^2/78 about y and z, rho Ip l/2 about x each)
  double rotary_y = 0.0;         ///< rho Iy, about y, per length; 0: none [kg m]
  double rotary_z = 0.0;         ///< rho Iz, about z, likewise [kg m]

  bool operator==(const BeamElementSpatial&) const = default;
};

using Vector12 = Eigen::Matrix<double, 12, 1>;
using Matrix12 = Eigen::Matrix<double, 12, 12>;

/// The axis along which an unknown shifts the points of the beam: 0, 1, 2 for x, y, z; 3 for phi_x, which does not.
inline constexpr std::array<int, 12> shift_axis{0, 1, 2, 3, 2, 1, 0, 1, 2, 3, 2, 1};

/// The displacement of the axis and the rotation vector of the section at s = (x - start)/l in [0, 1], as columns per
/// unknown.
struct BeamShapeSpatial {
  Eigen::Matrix<double, 3, 12> shift, turn;
};
BeamShapeSpatial shape_functions(const BeamElementSpatial& element, double s);

/// What the motion of an element with a floating frame needs. With n_i the size of the shift by unknown i, along its
/// axis: integrals over the mass, exact or sums over the nodes of a lumped element.
struct BeamInertiaSpatial {
  double mass = 0.0, first = 0.0, second = 0.0;  ///< int dm, int x dm, int x^2 dm
  Vector12 shape, x_shape;                       ///< int n_i dm, int x n_i dm
  Matrix12 products;                             ///< int n_i n_j dm of all pairs, whatever their axes
  Eigen::Vector3d turning;                       ///< inertia of the sections about x, y, z [kg m^2]
  Eigen::Matrix<double, 12, 3>
      turning_couplings;  ///< int dJ turn_i: of the sections with a frame turning about x, y, z
  Matrix12 rotation;      ///< int dJ turn_i . turn_j
};
BeamInertiaSpatial inertia(const BeamElementSpatial& element);
/// M_e: products of shifts along the same axis, and the rotary inertia.
Matrix12 mass(const BeamInertiaSpatial& parts);

Matrix12 stiffness(const BeamElementSpatial& element);

/// V = E A l eps^2/2 + bending in both planes (as the planar element's) + G J (phi_x1 - phi_x0)^2/(2 l), with the
/// linear strain eps = (u1 - u0)/l or, `stiffens`, the mean von Karman strain eps + 1/(2 l) int (v'^2 + w'^2) dx  [J].
double strain_energy(const BeamElementSpatial& element, const Vector12& d, bool stiffens);
/// The force -dV/dd  [N, N m].
Vector12 strain_force(const BeamElementSpatial& element, const Vector12& d, bool stiffens);

/// Largest circular frequency of the free element: no mode of a mesh is faster than its fastest element [1/s].
double highest_frequency(const BeamElementSpatial& element);

}  // namespace percuss::fem
