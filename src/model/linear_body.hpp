// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include "core/body.hpp"
#include "core/symmetric_matrix.hpp"
#include "model/time_function.hpp"

namespace percuss {

/// A body with constant matrices in displacements q, small motion:  M v' = F(t) + M g - C v - K q,  q' = v.
/// Bars, beams in an inertial frame, spring-mass systems and point masses are all of this kind.
class LinearBody final : public Body {
 public:
  /// M positive definite, C and K of the same size. `bound`: the fastest mode, where known.
  LinearBody(SymmetricMatrix M, SymmetricMatrix C, SymmetricMatrix K, std::optional<ModeBound> bound = std::nullopt);

  /// Adds a force F(t) on row `row` [N].
  void add_force(Index row, TimeFunction force);
  /// Adds uniform gravity; `acceleration` (nv) holds g's component along each coordinate [m/s^2].
  void add_gravity(VecRef acceleration);
  /// Adds a constant force on all rows [N, N m], with the potential - force . q.
  void add_constant_force(VecRef force);
  /// `make`: of a mesh of nodes; called when they are asked for.
  void set_rigid_motions(std::function<RigidMotions()> make) { make_rigid_motions_ = std::move(make); }

  const SymmetricMatrix& mass() const { return M_; }

  Index num_q() const override { return M_.size(); }
  Index num_v() const override { return M_.size(); }
  bool has_constant_tangent() const override { return true; }
  bool is_stiff() const override { return !K_.is_zero() || !C_.is_zero(); }
  bool is_damped() const override { return !C_.is_zero(); }
  bool forces_depend_on_velocity() const override { return !C_.is_zero(); }
  bool forces_depend_on_time() const override;
  void advance(VecRef q, double a, VecRef v, double b, VecRef w, VecOut q_next) const override;
  bool advances_by_addition() const override { return true; }
  void forces(double t, VecRef q, VecRef v, VecOut f) const override;
  void tangent(double t, VecRef q, VecRef v, TangentWeights weights, SparseMatrix& A) const override;
  bool subtract_inertia(VecRef q, VecRef a, VecOut f) const override;
  /// Kinetic v'Mv/2; potential q'Kq/2 - q'Mg.
  Energy energy(double t, VecRef q, VecRef v) const override;
  /// applied = h F(t + h/2) . v_m,  damping = h v_m' C v_m  with  v_m = (v_old + v_new)/2.
  Work work(double t, double h, VecRef q, VecRef v_old, VecRef v_new) const override;
  std::optional<ModeBound> mode_bound() const override { return bound_; }
  RigidMotions rigid_motions() const override { return make_rigid_motions_ ? make_rigid_motions_() : RigidMotions{}; }

 private:
  struct Force {
    Index row;
    TimeFunction value;
  };
  SymmetricMatrix M_, C_, K_;
  std::optional<ModeBound> bound_;
  std::function<RigidMotions()> make_rigid_motions_;
  std::vector<Force> forces_;
  Vector weight_;  // M g and constant forces, empty without
};

}  // namespace percuss
