// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "core/bordered_body.hpp"
#include "core/symmetric_matrix.hpp"
#include "core/turning_body.hpp"
#include "model/beam_strain.hpp"
#include "model/floating_inertia_spatial.hpp"
#include "model/frame_conditions.hpp"

namespace percuss {

/// A flexible body in space whose deformation is small in a frame that follows it:
///
///   r = R + A(p) d,   d = (x, 0, 0) + N x_e,   q = (R, quaternion p, x_e),  v = (R', omega in body axes, x_e')
///   M(q) v' = f:   M = [m 1, - A s~, A S; ., I, m_tf; ., ., m_ff]
///
/// with s = int d dm, S = int N dm, I = int |d|^2 - d d' dm + J, m_tf = int d~ N dm + J_c (J, J_c: sections that turn
/// with the frame and in it, as 1/2 int dJ (omega + turn')^2), and f = - int (dr/dq)' A (omega x (omega x d) + 2 omega
/// x N x_e') dm, - omega x (J omega + J_c x_e'), gravity, - C x_e' and the forces of strain, where the elements
/// stiffen of their mean von Karman strain (spec: [MIX App. C] in space).
///
/// The tangent that implicit schemes iterate with has M(q), C and K; gyroscopic, centrifugal and stiffening terms are
/// left out of it and come in by the iteration.
class FloatingBodySpatial final : public BorderedBody, public TurningBody {
 public:
  /// Without a `strain` strain forces are - K x: of a body reduced to modes, whose K is diagonal.
  FloatingBodySpatial(FloatingInertiaSpatial inertia, SymmetricMatrix K, SymmetricMatrix C, FrameConditions conditions,
                      std::optional<ModeBound> bound, std::optional<BeamStrainSpatial> strain);

  /// Adds uniform gravity in space [m/s^2].
  void add_gravity(const Eigen::Vector3d& acceleration) { gravity_ += acceleration; }
  const FrameConditions& frame() const { return frame_; }

  Index num_q() const override { return 7 + frame_.num_kept(); }
  Index num_v() const override { return 6 + frame_.num_kept(); }
  bool has_constant_tangent() const override { return false; }
  bool is_stiff() const override { return true; }
  bool is_damped() const override { return !C_.is_zero(); }
  bool forces_depend_on_velocity() const override { return true; }
  bool forces_depend_on_time() const override { return false; }
  void advance(VecRef q, double a, VecRef v, double b, VecRef w, VecOut q_next) const override;
  void forces(double t, VecRef q, VecRef v, VecOut f) const override;
  bool subtract_inertia(VecRef q, VecRef a, VecOut f) const override;
  void tangent(double t, VecRef q, VecRef v, TangentWeights weights, SparseMatrix& A) const override;
  Energy energy(double t, VecRef q, VecRef v) const override;
  Work work(double t, double h, VecRef q, VecRef v_old, VecRef v_new) const override;
  std::optional<ModeBound> mode_bound() const override { return bound_; }
  void displacement_rate(VecRef x, VecRef v, VecOut y) const override;

  Index num_reference() const override { return 6; }
  void inner_tangent(TangentWeights weights, SparseMatrix& A) const override;
  const Matrix& constant_columns() const override { return constant_; }
  void border(VecRef q, Border& border) const override;
  const Matrix& conditions() const override { return frame_.conditions(); }
  const std::vector<Index>& eliminated() const override { return frame_.eliminated(); }

 private:
  using Vector3 = Eigen::Vector3d;
  using Matrix3 = Eigen::Matrix3d;
  using Moments = FloatingInertiaSpatial::Moments;
  /// Vectors over all unknowns: for one call, so one set per thread.
  struct Scratch {
    Vector x, rate, force, kept;
    Moments D, D_rate;
  };
  static Scratch& scratch();

  /// All elastic unknowns of rows of q (7 before them) or v (6): a view where none are eliminated, else expanded into
  /// `store`.
  VecView all_of(VecRef rows, Index reference, Vector& store) const;

  FloatingInertiaSpatial inertia_;
  SymmetricMatrix K_, C_;
  FrameConditions frame_;
  std::optional<ModeBound> bound_;
  std::optional<BeamStrainSpatial> strain_;
  Matrix constant_;  // S'
  Vector3 gravity_ = Vector3::Zero();
};

}  // namespace percuss
