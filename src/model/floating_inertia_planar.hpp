// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/symmetric_matrix.hpp"
#include "core/types.hpp"

namespace percuss {

/// Integrals over the mass of a body with elastic unknowns x, N = [N_u; N_w] the shapes of its deformation in its frame
/// and (x, y) the place of the undeformed body there [MIX App. C]; columns and matrices over all unknowns that are not
/// held. A body's inertia is these numbers and no more: a mesh has them from its elements, or somebody gives them.
struct FloatingInertiaPlanar {
  double mass = 0.0;                                ///< int dm [kg]
  Eigen::Vector2d first = Eigen::Vector2d::Zero();  ///< int (x, y) dm [kg m]
  double second = 0.0;                              ///< int x^2 + y^2 dm, rotary inertia of sections included [kg m^2]
  Vector sx, sy;                                    ///< int N_u dm,  int N_w dm  [kg]
  Vector radial;                                    ///< int x N_u + y N_w dm  [kg m]
  Vector turning;               ///< int x N_w - y N_u dm, rotary inertia of sections included  [kg m, kg m^2]
  SymmetricMatrix translation;  ///< int N_u' N_u + N_w' N_w dm
  SymmetricMatrix elastic;      ///< m_ff: `translation` and rotary inertia of sections
  SparseMatrix gyroscopic;      ///< int N_u' N_w - N_w' N_u dm, skew
};

/// M of the undeformed body at theta = 0, over R, theta and all unknowns.
Matrix undeformed_mass(const FloatingInertiaPlanar& inertia);

/// The fastest oscillation of the undeformed body with its frame free to move, which is faster than those in the frame
/// [1/s]. `slow` is an angular frequency below the slowest one, of its order.
double fastest_oscillation(const FloatingInertiaPlanar& inertia, const SymmetricMatrix& K, double slow);

}  // namespace percuss
