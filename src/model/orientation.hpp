// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/fault.hpp"
#include "core/types.hpp"

namespace percuss {

/// The key `orientation` of bodies in space: what it says, what may be wrong with it, and its unit quaternion.
inline constexpr const char* orientation_doc =
    "initial rotation from body axes to inertial axes: quaternion [w, x, y, z] of any length, or rotation vector "
    "[x, y, z] in rad";
void check_orientation(const std::vector<double>& orientation, std::vector<Fault>& faults);
/// w, x, y, z of unit length.
Eigen::Vector4d unit_quaternion(const std::vector<double>& orientation);

}  // namespace percuss
