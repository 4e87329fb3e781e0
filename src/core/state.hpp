// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/types.hpp"

namespace percuss {

/// What a time step starts from and ends in; a value type.
struct State {
  double t = 0.0;  ///< [s]
  Vector q;        ///< generalized coordinates (nq)
  Vector v;        ///< generalized velocities, right limit (nv)
};

}  // namespace percuss
