// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/contact_set.hpp"
#include "core/types.hpp"

namespace percuss {

/// Nearest point of the cone |x_T| <= mu x_N to x, normal first, in place: not the prox of a contact's law, which
/// projects x_N and x_T one after the other.
void project_on_friction_cone(double mu, VecOut x);

/// The measure that the Friction Contact Library compares solvers by:
///   || r - P_K(r - u_hat) ||_2   with   u_hat = u + (mu |u_T|, 0)
/// and P_K the projection on the Coulomb cones, u = G r + c. Zero exactly at a solution. Rows of joints count with
/// their velocity. Mixes percussions and velocities, so that it depends on the units.
double friction_cone_error(const ContactSet& contacts, VecRef u, VecRef r);

}  // namespace percuss
