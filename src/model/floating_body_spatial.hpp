// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>
#include <vector>

#include "core/bordered_body.hpp"
#include "core/symmetric_matrix.hpp"
#include "core/turning_body.hpp"
#include "model/beam_strain.hpp"
#include "model/frame_conditions.hpp"

namespace percuss {

/// Integrals over the mass of a body along x whose every elastic unknown x_i shifts its points along one axis of the
/// frame, by n_i per unit; over all unknowns that are not held. `products` holds all pairs of unknowns: with it the
/// moments  D_i = int n_i d dm,  d = (x + u, v, w), of which all inertia is made, are one product.
struct FloatingInertiaSpatial {
  double mass = 0.0;                                  ///< int dm [kg]
  double first = 0.0;                                 ///< int x dm [kg m]
  double second = 0.0;                                ///< int x^2 dm [kg m^2]
  Eigen::Vector3d turning = Eigen::Vector3d::Zero();  ///< inertia of sections about x, y, z [kg m^2]
  std::vector<int> axes;     ///< of the shifts: 0, 1, 2, or 3 for an unknown that shifts nothing
  Vector shape, x_shape;     ///< int n_i dm, int x n_i dm
  SparseMatrix products;     ///< int n_i n_j dm
  Matrix turning_couplings;  ///< of sections that turn with x_i with a frame turning about x, y, z
  SymmetricMatrix elastic;   ///< m_ff, inertia of sections included
};

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
  /// `inertia` and `strain` are over all elastic unknowns x; M, K and C over z: x itself, or the modes of a reduced
  /// body, x = modes z (no rows: x). `conditions` hold rows of z. Without a `strain` the forces of strain are - K z.
  FloatingBodySpatial(FloatingInertiaSpatial inertia, SymmetricMatrix M, SymmetricMatrix K, SymmetricMatrix C,
                      FrameConditions conditions, Matrix modes, std::optional<ModeBound> bound,
                      std::optional<BeamStrainSpatial> strain);

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
  using Moments = Eigen::Matrix3Xd;  // D_i in column i
  /// Vectors over all unknowns: for one call, so one set per thread.
  struct Scratch {
    Vector z, z_rate, x, rate, force, force_z, kept;
    Matrix variable;
    Moments D, D_rate;
  };
  static Scratch& scratch();

  /// z of rows of q (7 before them) or v (6): a view where none are eliminated, else expanded into `store`.
  VecView inner_of(VecRef rows, Index reference, Vector& store) const;
  /// x of z: a view where they are the same, else expanded into `store`.
  VecView all_of(VecView z, Vector& store) const;
  /// Forces on z of those on x, which it may take the storage of.
  Vector& on_inner(Vector& all, Vector& store) const;
  /// int n_i N x dm.
  void moments(VecRef x, Moments& D) const;
  /// D at x.
  void moments_of_place(VecRef x, Moments& D) const;
  /// S x
  Vector3 first_moment(VecRef x) const;
  /// int d (N y)' dm
  Matrix3 mixed_moments(const Moments& D, VecRef y) const;
  /// I, of sections included.
  Matrix3 inertia_tensor(const Moments& D, VecRef x) const;
  /// m_tf y
  Vector3 turning_momentum(const Moments& D, VecRef y) const;
  FloatingInertiaSpatial inertia_;
  SymmetricMatrix M_, K_, C_;
  FrameConditions frame_;
  Matrix modes_;
  std::optional<ModeBound> bound_;
  std::optional<BeamStrainSpatial> strain_;
  Matrix S_, constant_;  // S' over x, over z
  Vector3 gravity_ = Vector3::Zero();
};

}  // namespace percuss
