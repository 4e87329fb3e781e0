// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "core/mechanical_system.hpp"

namespace percuss {

/// What velocities, positions and, for some schemes, one vector more get of a vector.
struct StageShares {
  double v, q, along = 0.0;
};

/// A stage of a scheme at time t as functions of its acceleration a, from vectors x_k that are known:
///
///   v' = sum_k v_k x_k + w_v a,   q' = q (+) (sum_k q_k x_k + w_q a),   y' = sum_k y_k x_k + w_y a
///
/// All passes over vectors that a stage needs: one that asks for several of the three reads its vectors once.
struct StageMotion {
  struct Known {
    const double* x = nullptr;  // (nv)
    StageShares share{0.0, 0.0, 0.0};
  };
  double t;
  const Vector& q;             // (nq)
  std::array<Known, 3> known;  // the first is the velocity at the start of the step; fewer: x is null
  StageShares a;               // w_v, w_q, w_y
  Vector* along = nullptr;     // y', where wanted

  /// v'
  void velocity(VecRef acceleration, Vector& v_next) const;
  /// v' and the increment of q without the acceleration, for who adds its shares again and again.
  void without_acceleration(Vector& v, Vector& increment) const;
  /// y', where wanted.
  void go_along(VecRef acceleration) const;
  /// q' with a = 0, and v' with a = 0 where wanted; else the contents of v_next are lost.
  void begin(const MechanicalSystem& system, bool with_velocity, Vector& v_next, Vector& q_next) const;
  /// v', q' and y'
  void end(const MechanicalSystem& system, VecRef acceleration, Vector& v_next, Vector& q_next) const;
};

}  // namespace percuss
