// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Geometry>

#include "core/types.hpp"

namespace percuss {

/// The rotation by the vector `rotation` (axis times angle [rad]).
Eigen::Quaterniond quaternion_of(const Eigen::Vector3d& rotation);

/// next = p exp(rotation/2), quaternions (w, x, y, z) of unit length to round-off, `rotation` in body axes.
void turn_quaternion(VecRef p, const Eigen::Vector3d& rotation, VecOut next);

/// While R exp(theta~) turns with omega in its own axes, theta changes at the rate omega + y; returns
/// y = theta x omega/2 + c theta x (theta x omega),  c = (1 - |theta|/2 cot(|theta|/2))/|theta|^2.
Eigen::Vector3d rotation_vector_rate(const Eigen::Vector3d& theta, const Eigen::Vector3d& omega);

/// exp(theta~) turns with  omega = J(theta) theta'  in the axes that it turns from:
///   J x = x + a theta x x + b theta x (theta x x),  a = (1 - cos t)/t^2, b = (t - sin t)/t^3, t = |theta|;
/// J' = J(-theta).
Eigen::Vector3d angular_velocity_of(const Eigen::Vector3d& theta, const Eigen::Vector3d& rate);

/// The rate of J(theta) theta' where theta'' = 0.
Eigen::Vector3d angular_acceleration_of(const Eigen::Vector3d& theta, const Eigen::Vector3d& rate);

}  // namespace percuss
