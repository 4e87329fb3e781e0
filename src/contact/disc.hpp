// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/types.hpp"

namespace percuss {

/// A disc in the plane as contacts see it: q = (x, y, phi), v = q'.
struct Disc {
  Index q = 0, v = 0;   ///< first of its three rows in the system's q and v
  double radius = 0.0;  ///< [m]
};

/// Coulomb friction and Newton's impact law of a pair of surfaces.
struct SurfaceLaw {
  double friction = 0.0;                ///< mu >= 0
  double restitution = 0.0;             ///< eps_n in [0, 1]
  double tangential_restitution = 0.0;  ///< eps_t in [0, 1]
};

}  // namespace percuss
