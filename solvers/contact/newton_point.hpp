// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "core/types.hpp"

namespace percuss {

/// Where Newton's method stands, in scaled units: y, gamma = G^ y + c^ and the natural residual [m/s].
struct NewtonPoint {
  Vector y, gamma;  // workspaces
  double residual = 0.0;
  void reserve(Index rows) {
    workspace(y, rows);
    workspace(gamma, rows);
  }
};

/// What is added to the scaled diagonal where equations depend on each other: a share of the residual relative to |c|,
/// so that steps far from the solution keep forces near the ones they have; below 1e-7 the step would make a force out
/// of rounding.
inline double proximal_regularisation(double relative_residual) {
  return std::clamp(1e-2 * relative_residual, 1e-7, 1e-2);
}

}  // namespace percuss
