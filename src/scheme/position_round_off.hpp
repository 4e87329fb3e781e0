// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/contact_model.hpp"

namespace percuss {

/// Whether a change `dv` of the velocities is what the round-off of positions makes of velocities that are to correct a
/// position, or the length of a stiff spring, within h:  h |dv_i| lever_i <= 8 eps extent  [m], the extent being that
/// of the model at q. No iteration settles below it. An angular velocity counts by how far it moves what rigid joints
/// hold (JointPlaces), others as they are. Allocates: for iterations that have not settled.
bool is_position_round_off(const ContactModel& contacts, VecRef q, double h, VecRef dv);

}  // namespace percuss
