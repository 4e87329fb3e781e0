// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "core/bordered_body.hpp"
#include "core/symmetric_matrix.hpp"
#include "model/beam_strain.hpp"
#include "model/floating_inertia_planar.hpp"
#include "model/frame_conditions.hpp"

namespace percuss {

/// A flexible body in the plane whose deformation is small in a frame that follows it:
///
///   r(x) = R + A(theta) (x + N_u x_e, N_w x_e),   q = (R, theta, x_e),  v = q'
///   M(q) v' = f:   M = [m 1, A e_z x s, A S; ., I2 + 2 I3' x + x' m x, I4 + x' S~; ., ., m_ff]
///
/// with s = int p dm, and f the quadratic forces of T, gravity, - C x' and the strain forces - K x or, where the
/// elements stiffen, those of their mean von Karman strain (spec: [MIX App. C], (125)-(149)).
///
/// The tangent that implicit schemes iterate with has M(q), C and K; gyroscopic, centrifugal and stiffening terms are
/// left out of it and come in by the iteration.
class FloatingBodyPlanar final : public BorderedBody {
 public:
  /// Without a `strain` strain forces are - K x: of a body reduced to modes, whose K is diagonal.
  FloatingBodyPlanar(FloatingInertiaPlanar inertia, SymmetricMatrix K, SymmetricMatrix C, FrameConditions conditions,
                     std::optional<ModeBound> bound, std::optional<BeamStrainPlanar> strain);

  /// Adds uniform gravity (g_x, g_y) in space [m/s^2].
  void add_gravity(double x, double y) { gravity_ += Eigen::Vector2d(x, y); }
  const FrameConditions& frame() const { return frame_; }

  Index num_q() const override { return 3 + frame_.num_kept(); }
  Index num_v() const override { return num_q(); }
  bool has_constant_tangent() const override { return false; }
  bool is_stiff() const override { return true; }
  bool is_damped() const override { return !C_.is_zero(); }
  bool forces_depend_on_velocity() const override { return true; }
  bool forces_depend_on_time() const override { return false; }
  void advance(VecRef q, double a, VecRef v, double b, VecRef w, VecOut q_next) const override;
  bool advances_by_addition() const override { return true; }
  void forces(double t, VecRef q, VecRef v, VecOut f) const override;
  bool subtract_inertia(VecRef q, VecRef a, VecOut f) const override;
  void tangent(double t, VecRef q, VecRef v, TangentWeights weights, SparseMatrix& A) const override;
  Energy energy(double t, VecRef q, VecRef v) const override;
  Work work(double t, double h, VecRef q, VecRef v_old, VecRef v_new) const override;
  std::optional<ModeBound> mode_bound() const override { return bound_; }

  Index num_reference() const override { return 3; }
  void inner_tangent(TangentWeights weights, SparseMatrix& A) const override;
  const Matrix& constant_columns() const override { return constant_; }
  void border(VecRef q, Border& border) const override;
  const Matrix& conditions() const override { return frame_.conditions(); }
  const std::vector<Index>& eliminated() const override { return frame_.eliminated(); }

 private:
  using Vector2 = Eigen::Vector2d;
  /// What M and f are made of at q: the axes, and s in the axes of the frame.
  struct Placement {
    Eigen::Matrix2d axes;
    Vector2 first;
  };
  /// All elastic unknowns of the body's rows: a view where none are eliminated, else expanded into `store`.
  VecView all_of(VecRef rows, Vector& store) const;
  Placement place(double theta, VecRef x) const;
  /// The moment of inertia about the origin of the frame [kg m^2].
  double second_moment(VecRef x) const;
  /// The elastic rows of f over all unknowns; returns x . m x'.
  double elastic_forces(const Placement& at, double omega, VecRef x, VecRef rate, VecOut f) const;

  FloatingInertiaPlanar inertia_;
  SymmetricMatrix K_, C_;
  FrameConditions frame_;
  std::optional<ModeBound> bound_;
  std::optional<BeamStrainPlanar> strain_;
  Matrix constant_;  // [sx sy]
  Vector2 gravity_ = Vector2::Zero();
};

}  // namespace percuss
