// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "core/bordered_body.hpp"
#include "core/symmetric_matrix.hpp"
#include "core/turning_body.hpp"
#include "fem/beam_element_spatial.hpp"
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
/// x N x_e') dm, - omega x (J omega + J_c x_e'), gravity, - C x_e' (C = a m_ff + b K) and the forces of strain, where
/// the elements stiffen of their mean von Karman strain (spec: [MIX App. C] in space).
///
/// The tangent that implicit schemes iterate with has M(q), C and K; gyroscopic, centrifugal and stiffening terms are
/// left out of it and come in by the iteration.
class FloatingBodySpatial final : public BorderedBody, public TurningBody {
 public:
  struct Damping {
    double mass = 0.0, stiffness = 0.0;  ///< a [1/s], b [s]
  };
  /// The elements, with the place of each of their unknowns among all (-1: held): forces come from their strains, the
  /// axial one the mean von Karman strain where it `stiffens`.
  struct Elements {
    std::vector<fem::BeamElementSpatial> elements;
    std::vector<std::array<Index, 12>> places;
    bool stiffens = false;
  };

  FloatingBodySpatial(FloatingInertiaSpatial inertia, SymmetricMatrix K, FrameConditions conditions, Damping damping,
                      std::optional<ModeBound> bound, Elements elements);

  /// Adds uniform gravity in space [m/s^2].
  void add_gravity(const Eigen::Vector3d& acceleration) { gravity_ += acceleration; }
  const FrameConditions& frame() const { return frame_; }

  Index num_q() const override { return 7 + frame_.num_kept(); }
  Index num_v() const override { return 6 + frame_.num_kept(); }
  bool has_constant_tangent() const override { return false; }
  bool is_stiff() const override { return true; }
  bool is_damped() const override { return damped_; }
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
    Vector x, rate, force, kept;
    Moments D, D_rate;
  };
  static Scratch& scratch();

  /// All elastic unknowns of rows of q (7 before them) or v (6): a view where none are eliminated, else expanded.
  VecView all_of(VecRef rows, Index reference, Vector& store) const;
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
  /// The elastic rows of f over all unknowns but those of inertia and gravity.
  void add_elastic_forces(VecRef x, VecRef rate, VecOut f) const;
  fem::Vector12 unknowns(std::size_t e, VecRef x) const;
  double strain_energy(VecRef x) const;

  FloatingInertiaSpatial inertia_;
  SymmetricMatrix K_;
  FrameConditions frame_;
  Damping damping_;
  bool damped_;
  std::optional<ModeBound> bound_;
  Elements elements_;
  Matrix constant_;  // S'
  Vector3 gravity_ = Vector3::Zero();
};

}  // namespace percuss
