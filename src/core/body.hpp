// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "core/memory_walk.hpp"
#include "core/rigid_motions.hpp"
#include "core/types.hpp"

namespace percuss {

/// A scheme asks for  A = mass M + damping C + stiffness K  with  C = -df/dv, K = -df/dq.
struct TangentWeights {
  double mass = 1.0, damping = 0.0, stiffness = 0.0;
  bool operator==(const TangentWeights&) const = default;
  bool mass_only() const { return damping == 0.0 && stiffness == 0.0; }
};

struct Energy {
  double kinetic = 0.0;    ///< [J]
  double potential = 0.0;  ///< strain and gravity [J]
  double total() const { return kinetic + potential; }
  void walk_memory(MemoryWalk& walk) {
    walk("kinetic", kinetic);
    walk("potential", potential);
  }
};

/// Work done over one step [J]: what loads put in, what dampers take out.
struct Work {
  double applied = 0.0, damping = 0.0;
};

/// Bound on the oscillations of a linear body: no mode is faster than `omega_max`, and a mode of circular frequency
/// omega is damped at the rate  c = mass_damping + stiffness_damping omega^2  (x'' + c x' + omega^2 x = 0). Where
/// `least_damping` is given damping is uneven: any rate between it and that c occurs at any frequency.
struct ModeBound {
  double omega_max = 0.0;                    ///< [1/s]
  double mass_damping = 0.0;                 ///< [1/s]
  double stiffness_damping = 0.0;            ///< [s]
  std::optional<double> least_damping = {};  ///< [1/s]
};

class BorderedBody;

/// One diagonal block of the equations of motion  M(q) v' = f(t, q, v) + W lambda,  q' = Y(q) v.
///
/// A body knows no scheme and no other body: bodies couple only through W. Calls are per body and per step, never per
/// element. All vectors are the body's own rows; outputs are sized by the caller; nothing here allocates but `tangent`.
class Body {
 public:
  virtual ~Body() = default;
  virtual Index num_q() const = 0;
  virtual Index num_v() const = 0;
  /// M, C and K never change: factored once per set of weights.
  virtual bool has_constant_tangent() const = 0;
  /// M never changes, whatever C and K do: explicit schemes factor it once.
  virtual bool has_constant_mass() const { return has_constant_tangent(); }
  /// A is symmetric for all weights; gyroscopic terms and follower forces make it unsymmetric. M always is symmetric.
  virtual bool has_symmetric_tangent() const { return true; }
  /// K or C is there: a mesh, for which an iteration with M alone does not do.
  virtual bool is_stiff() const { return false; }
  /// Dampers take energy out (C, not gyroscopic terms).
  virtual bool is_damped() const { return false; }
  /// f depends on v (dampers, gyroscopic terms): schemes then cannot reuse an acceleration from the step before.
  virtual bool forces_depend_on_velocity() const = 0;
  /// f depends on t explicitly.
  virtual bool forces_depend_on_time() const = 0;
  /// q_next = q (+) (a v + b w), the flow of q' = Y(q) v over the velocity increment; q_next may not alias q.
  virtual void advance(VecRef q, double a, VecRef v, double b, VecRef w, VecOut q_next) const = 0;
  /// q' = v: `advance` is q_next = q + a v + b w, entry by entry, and may be done by whoever has all these at hand.
  virtual bool advances_by_addition() const { return false; }
  /// f(t, q, v): all smooth generalized forces  [N, N m].
  virtual void forces(double t, VecRef q, VecRef v, VecOut f) const = 0;
  /// A = w_M M + w_C C + w_K K; the pattern of A must not change from call to call.
  virtual void tangent(double t, VecRef q, VecRef v, TangentWeights weights, SparseMatrix& A) const = 0;
  /// f -= M(q) a without forming M; false, and f as it was, where the body only knows `tangent`.
  virtual bool subtract_inertia(VecRef /*q*/, VecRef /*a*/, VecOut /*f*/) const { return false; }
  virtual Energy energy(double t, VecRef q, VecRef v) const = 0;
  /// Work over a step of size h that starts at t, by the midpoint velocity (v_old + v_new)/2.
  virtual Work work(double t, double h, VecRef q, VecRef v_old, VecRef v_new) const = 0;
  /// The body as one whose factor may keep its inner block (core/bordered_body.hpp), or null.
  virtual const BorderedBody* bordered() const { return nullptr; }
  /// The body's fastest mode where it is known; schemes take their stability limit from it.
  virtual std::optional<ModeBound> mode_bound() const { return std::nullopt; }
  /// How the body's nodes move when they move as one, made anew at each call.
  virtual RigidMotions rigid_motions() const { return {}; }
};

}  // namespace percuss
