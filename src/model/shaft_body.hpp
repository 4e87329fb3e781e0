// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/body.hpp"
#include "fem/shaft_point.hpp"

namespace percuss {

/// A disc on a shaft: rigid, its centre on the line of the shaft, its axis along it.
struct ShaftDisc {
  Index element = 0;  ///< that it sits in
  fem::ShaftPoint point;
};

struct ShaftDamping {
  double internal = 0.0;  ///< of the deflection in the turning axes, per mass of the shaft [1/s]
  double external = 0.0;  ///< of the motion of the line in space, per mass of the shaft [1/s]
  double torsion = 0.0;   ///< between the two ends of each element [N m s]
};

/// A shaft that turns about its own fixed axis, each section by an angle a = phi_x of any size, and deflects across it
/// by (v, w) in axes that turn with its section [HETS 7.2]:
///
///   r(x) = x e_x + R_x(a) (0, v, w),   q = (a, v, w, phi_y, phi_z) per node,   phi_z = v', phi_y = -w',   v = q'
///   T = 1/2 int rho A |r'|^2 + rho Ip a'^2 dx + discs,   V = 1/2 int E Iz v''^2 + E Iy w''^2 + G J a'^2 dx
///
/// with a linear, v and w cubic (Hermite) in each element. M(q) and all centrifugal, Coriolis and gyroscopic forces are
/// those of T, summed over the points of a Gauss rule (fem/shaft_point.hpp); what gravity does is an integral of sines
/// by the same rule.
///
/// The tangent that implicit schemes iterate with has M(q), C of the dampers and K of the standing shaft; gyroscopic,
/// centrifugal and gravity terms are left out of it and come in by the iteration.
class ShaftBody final : public Body {
 public:
  /// A row of elements without gaps, at least one.
  ShaftBody(std::vector<fem::BeamElementSpatial> elements, std::vector<ShaftDisc> discs, const ShaftDamping& damping);

  /// Adds uniform gravity [m/s^2], in the axes of the standing shaft; that along x is held by its bearings.
  void add_gravity(const Eigen::Vector3d& acceleration) {
    line_.gravity += acceleration, disc_.gravity += acceleration;
  }

  Index num_q() const override { return 5 * (static_cast<Index>(elements_.size()) + 1); }
  Index num_v() const override { return num_q(); }
  bool has_constant_tangent() const override { return false; }
  bool is_stiff() const override { return true; }
  bool is_damped() const override;
  bool forces_depend_on_velocity() const override { return true; }
  bool forces_depend_on_time() const override { return false; }
  bool advances_by_addition() const override { return true; }
  void advance(VecRef q, double a, VecRef v, double b, VecRef w, VecOut q_next) const override {
    q_next = q + a * v + b * w;
  }
  void forces(double t, VecRef q, VecRef v, VecOut f) const override;
  void tangent(double t, VecRef q, VecRef v, TangentWeights weights, SparseMatrix& A) const override;
  bool subtract_inertia(VecRef q, VecRef a, VecOut f) const override;
  Energy energy(double t, VecRef q, VecRef v) const override;
  Work work(double t, double h, VecRef q, VecRef v_old, VecRef v_new) const override;
  /// Of the standing shaft.
  std::optional<ModeBound> mode_bound() const override { return bound_; }

 private:
  /// Calls visit(element number, point, its load) for all points of the line, then of the discs.
  template <class Visit>
  void for_all_points(Visit&& visit) const;
  void sharpen_bound();
  void fit_pattern(SparseMatrix& A) const;

  std::vector<fem::BeamElementSpatial> elements_;
  std::vector<fem::Matrix10> stiffness_;
  std::vector<fem::ShaftPoint> points_;  ///< as many of each element
  std::vector<ShaftDisc> discs_;
  ShaftDamping damping_;
  fem::ShaftPointLoad line_, disc_;
  ModeBound bound_;
};

}  // namespace percuss
