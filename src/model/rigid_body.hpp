// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/parameters.hpp"
#include "core/turning_body.hpp"
#include "model/model.hpp"
#include "model/shape_options.hpp"

namespace percuss {

/// A rigid body in space about its centre of mass:  q = (x, y, z, quaternion w, x, y, z), v = (x', omega) with omega in
/// the body's principal axes;  M = diag(m, m, m, Jx, Jy, Jz),  f = (m g, -omega x J omega).
///
/// q' = Y(q) v is followed exactly for a constant v: the quaternion p moves to p exp(theta/2) with the rotation vector
/// theta = a omega_v + b omega_w in body axes, and stays of unit length to round-off. C comes from the gyroscopic
/// moment and is unsymmetric; a body with three equal inertias has none, and a constant tangent.
class RigidBody final : public Body, public TurningBody {
 public:
  RigidBody(double mass, const Vector3& inertia);

  /// Adds uniform gravity [m/s^2].
  void add_gravity(const Vector3& acceleration) { gravity_ += acceleration; }

  Index num_q() const override { return 7; }
  Index num_v() const override { return 6; }
  bool has_constant_tangent() const override { return spherical_; }
  bool has_constant_mass() const override { return true; }
  bool has_symmetric_tangent() const override { return spherical_; }
  bool forces_depend_on_velocity() const override { return !spherical_; }
  bool forces_depend_on_time() const override { return false; }
  void advance(VecRef q, double a, VecRef v, double b, VecRef w, VecOut q_next) const override;
  void forces(double t, VecRef q, VecRef v, VecOut f) const override;
  /// K = 0;  C = [omega] J - [J omega] in the rows of omega, where [a] b = a x b.
  void tangent(double t, VecRef q, VecRef v, TangentWeights weights, SparseMatrix& A) const override;
  Energy energy(double t, VecRef q, VecRef v) const override;
  Work work(double, double, VecRef, VecRef, VecRef) const override { return {}; }
  std::optional<ModeBound> mode_bound() const override { return ModeBound{}; }
  void displacement_rate(VecRef x, VecRef v, VecOut y) const override;

 private:
  double mass_;
  Vector3 inertia_, gravity_ = Vector3::Zero();
  bool spherical_;
};

struct RigidBodyOptions {
  double mass = 0.0;                                    ///< m > 0 [kg]
  std::vector<double> inertia;                          ///< principal moments Jx, Jy, Jz > 0, or one for all [kg m^2]
  std::vector<double> position{0.0, 0.0, 0.0};          ///< of the centre at the start [m]
  std::vector<double> orientation{1.0, 0.0, 0.0, 0.0};  ///< quaternion w, x, y, z, or rotation vector [rad]
  std::vector<double> velocity{0.0, 0.0, 0.0};          ///< of the centre at the start [m/s]
  std::vector<double> angular_velocity{0.0, 0.0, 0.0};  ///< omega in body axes at the start [1/s]
  ShapeOptions shape;                                   ///< drawn only

  static const ParameterTable<RigidBodyOptions>& parameters();
  std::vector<Fault> validate() const;
};

/// Throws InputError with every fault of the options.
BuiltBody make_rigid_body(const RigidBodyOptions& options);

}  // namespace percuss
