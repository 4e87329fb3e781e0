// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/types.hpp"

namespace percuss {

/// An oscillation  x'' + damping_rate x' + omega^2 x = 0.
struct SpringMode {
  double omega = 0.0;         ///< [1/s]
  double damping_rate = 0.0;  ///< [1/s]
};

/// What springs and dampers make of masses:  z'' + D z' + K z = 0,  K and D symmetric.
class SpringModes {
 public:
  SpringModes() = default;
  SpringModes(Matrix K, Matrix D);
  /// The largest of K with the largest of D: no unit vector x has more of either, nor need any have both.
  SpringMode bound() const { return bound_; }
  /// (x'K x, x'D x) at the edge of what unit vectors x give, towards large K and D. A step that goes unstable by an
  /// eigenvalue -1 does so first at one of them, however dampers couple the motions.
  std::vector<SpringMode> extreme() const;
  /// The system's own oscillations and decays: they decide where too little damping lets an oscillation grow.
  std::vector<SpringMode> own() const;

 private:
  Matrix K_, D_;
  SpringMode bound_;
};

}  // namespace percuss
