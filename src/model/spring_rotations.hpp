// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "contact/joints.hpp"

namespace percuss {

/// Rows for springs and dampers of the rotation of `body` against `to`, 0 as they stand at q: one about z in the plane,
/// turns counted; in space one about each axis of `to`, by how many have a spring, `stiff`: with three the components
/// of the rotation vector; with two those of the tilt of the third axis, about which the body turns freely; with one
/// the twist about it. Axes that have none get rows for dampers, of the angular velocity.
std::vector<Joints::Row> spring_rotations(const Marker& body, const Marker& to, VecRef q, bool in_space,
                                          std::array<bool, 3> stiff = {true, true, true});

}  // namespace percuss
