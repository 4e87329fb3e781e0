// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/contact_model.hpp"
#include "core/mechanical_system.hpp"
#include "core/state.hpp"

namespace percuss {

/// Oscillations that the springs and dampers of the system's force elements make of its masses at `state`, as rigid
/// joints let them move: the fastest one, with its damping, and the most damped motion of dampers alone. With W their
/// directions and P = W' (M^-1 - M^-1 J (J' M^-1 J)^+ J' M^-1) W, J the joints, omega^2 is the largest eigenvalue of
/// k^1/2 P k^1/2, below that of the whole model: its bodies' own stiffness only adds. Empty without any, and for models
/// of more than a few hundred springs or rows of joints, which are not looked at. Throws what factoring M throws.
std::vector<ModeBound> explicit_spring_modes(const MechanicalSystem& system, const ContactModel& contacts,
                                             const State& state);

}  // namespace percuss
