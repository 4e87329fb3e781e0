// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "core/types.hpp"
#include "fem/beam_element_spatial.hpp"

namespace percuss::fem {

using Vector10 = Eigen::Matrix<double, 10, 1>;
using Matrix10 = Eigen::Matrix<double, 10, 10>;

/// The unknowns of a shaft's element among those of a beam in space: (phi_x, v, w, phi_y, phi_z) per node, u left out.
inline constexpr std::array<Index, 10> shaft_unknowns{3, 1, 2, 4, 5, 9, 7, 8, 10, 11};
Vector12 in_beam_order(const Vector10& d);
Vector10 from_beam_order(const Vector12& d);
Matrix10 from_beam_order(const Matrix12& A);

/// What acts on the mass of a point: gravity in the axes of the standing shaft [m/s^2], damping per mass [1/s] of its
/// motion in the turning axes (internal) and of its motion in space (external).
struct ShaftPointLoad {
  Eigen::Vector3d gravity = Eigen::Vector3d::Zero();
  double internal_damping = 0.0, external_damping = 0.0;
};

/// Mass at a point of the line of a shaft, of which all its inertia is made: points of a Gauss rule, and discs. The
/// section turns by the angle a = phi_x of any size about the x axis, and in axes that turn with it, R_x(a), the point
/// lies at (0, v, w) and its section is turned by exp(theta~), theta = (0, phi_y, phi_z). In these axes
///
///   velocity      J d',   J = (-w N_a + N_v; v N_a + N_w)           (N: shape functions over the unknowns d)
///   acceleration  J d'' + b,   b = a' (-2 w' - a' v, 2 v' - a' w)
///   omega         L d',   L = e_x N_a + J(theta) N_theta            (core/rotation.hpp)
///   omega'        L d'' + c,   c = a' e_x x J(theta) theta' + d/dt(J(theta)) theta'
///
/// so that M = m J'J + L' I L and the force is  J' m (g - b) - L' (I c + omega x I omega), exactly; I = transverse 1 +
/// (polar - transverse) t t' with the direction t = exp(theta~) e_x of the shaft. `spin` is inertia that turns with a
/// alone.
class ShaftPoint {
 public:
  struct Inertia {
    double mass = 0.0;                     ///< [kg]
    double spin = 0.0;                     ///< [kg m^2]
    double polar = 0.0, transverse = 0.0;  ///< of a disc [kg m^2]
  };
  /// At s = (x - start)/l in [0, 1].
  ShaftPoint(const BeamElementSpatial& element, double s, const Inertia& inertia);

  void add_mass(const Vector10& d, double factor, Matrix10& M) const;
  /// C = - df/dd' of the dampers.
  void add_damping(const Vector10& d, const ShaftPointLoad& load, double factor, Matrix10& C) const;
  /// f -= M a
  void subtract_inertia(const Vector10& d, const Vector10& a, Vector10& f) const;
  void add_force(const Vector10& d, const Vector10& rate, const ShaftPointLoad& load, Vector10& f) const;
  double kinetic_energy(const Vector10& d, const Vector10& rate) const;
  /// - m g . r, of the part across the shaft.
  double potential_energy(const Vector10& d, const ShaftPointLoad& load) const;
  /// What the dampers take [W].
  double dissipation(const Vector10& d, const Vector10& rate, const ShaftPointLoad& load) const;

 private:
  using Vector2 = Eigen::Vector2d;
  using Matrix3 = Eigen::Matrix3d;
  using Row = Eigen::Matrix<double, 1, 10>;
  using Rows2 = Eigen::Matrix<double, 2, 10>;
  using Rows3 = Eigen::Matrix<double, 3, 10>;

  bool is_disc() const { return inertia_.polar > 0.0 || inertia_.transverse > 0.0; }
  Rows2 velocity_rows(const Vector10& d) const;
  Rows3 turning_rows(const Eigen::Vector3d& theta) const;
  Eigen::Vector3d section_turn(const Vector10& d) const { return {0.0, turn_.row(0).dot(d), turn_.row(1).dot(d)}; }
  Matrix3 disc_inertia(const Eigen::Vector3d& theta) const;
  Vector2 gravity_at(const Vector10& d, const ShaftPointLoad& load) const;

  Inertia inertia_;
  Row spin_;     ///< N_a
  Rows2 shift_;  ///< N_v, N_w
  Rows2 turn_;   ///< of phi_y, phi_z
};

}  // namespace percuss::fem
