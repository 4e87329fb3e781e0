// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/types.hpp"

namespace percuss {

/// How the nodes of a mesh move when it moves as a whole, without its supports: what a multigrid solver of elasticity
/// must keep as it coarsens the mesh, for these motions cost no energy.
struct RigidMotions {
  Index rows_per_node = 1;  ///< which follow each other
  Matrix motions;           ///< of all rows (nv x 3 in the plane, nv x 6 in space); empty: not known
};

}  // namespace percuss
