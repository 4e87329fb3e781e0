// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>

namespace percuss::fem {

/// Data of a two-node Euler-Bernoulli beam element in the plane. Unknowns (u0, w0, phi0, u1, w1, phi1) in the axes of
/// the undeformed beam, phi = w'; u linear, w cubic (Hermite).
struct BeamElementPlanar {
  double length = 0.0;             ///< l [m]
  double start = 0.0;              ///< x of the first node in the axes of the body [m]
  double line_density = 0.0;       ///< rho A [kg/m]
  double axial_stiffness = 0.0;    ///< E A [N]
  double bending_stiffness = 0.0;  ///< E I [N m^2]
  double section_inertia = 0.0;    ///< rho I, rotary inertia of the section per length [kg m]; 0: none
  bool lumped = false;             ///< masses at the nodes (HRZ: m/2, rotary inertia m l^2/78 each)

  bool operator==(const BeamElementPlanar&) const = default;
};

/// The same but for their places.
template <class Element>
bool is_alike(const Element& a, Element b) {
  b.start = a.start;
  return a == b;
}

using Vector6 = Eigen::Matrix<double, 6, 1>;
using Matrix6 = Eigen::Matrix<double, 6, 6>;

/// u and w at s = (x - start)/l in [0, 1] as rows of coefficients over the six unknowns, and dw/dx.
struct BeamShapePlanar {
  Vector6 u, w, slope;
};
BeamShapePlanar shape_functions(const BeamElementPlanar& element, double s);

/// What the motion of an element with a floating frame needs, integrals over its mass of N = [N_u; N_w] [MIX App. C]:
/// exact (Gauss, four points), or sums over the nodes of a lumped element.
struct BeamInertiaPlanar {
  double mass = 0.0;         ///< int rho A [kg]
  double first = 0.0;        ///< int rho A x [kg m]
  double second = 0.0;       ///< int rho A x^2 [kg m^2]
  double turning = 0.0;      ///< inertia of the sections: int rho I [kg m^2]
  Vector6 sx, sy;            ///< int rho A N_u,  int rho A N_w
  Vector6 x_u, x_w;          ///< int rho A x N_u,  int rho A x N_w
  Vector6 turning_coupling;  ///< int rho I dN_w/dx
  Matrix6 translation;       ///< int rho A (N_u' N_u + N_w' N_w)
  Matrix6 rotation;          ///< int rho I dN_w/dx' dN_w/dx
  Matrix6 gyroscopic;        ///< int rho A (N_u' N_w - N_w' N_u), skew
};
BeamInertiaPlanar inertia(const BeamElementPlanar& element);

/// K_e = int E A N_u,x' N_u,x + E I N_w,xx' N_w,xx.
Matrix6 stiffness(const BeamElementPlanar& element);

/// The element-mean von Karman strain  eps = (u1 - u0)/l + 1/(2 l) int w'^2 dx.
double mean_strain(const BeamElementPlanar& element, const Vector6& d);
/// V = E A l eps^2/2 + E I (phi1 - phi0)^2/(2 l) + 6 E I b^2/l,  b = (w1 - w0)/l - (phi0 + phi1)/2, with the linear
/// strain eps = (u1 - u0)/l or, `stiffens`, the mean von Karman strain  [J]. In differences of neighbours: a rigid
/// motion gives nothing to the last bit, and fine meshes keep their digits, which K d loses by (L/l)^4.
double strain_energy(const BeamElementPlanar& element, const Vector6& d, bool stiffens);
/// The force -dV/dd  [N, N m].
Vector6 strain_force(const BeamElementPlanar& element, const Vector6& d, bool stiffens);

/// Largest circular frequency of the free element: no mode of a mesh is faster than its fastest element [1/s].
double highest_frequency(const BeamElementPlanar& element);

}  // namespace percuss::fem
