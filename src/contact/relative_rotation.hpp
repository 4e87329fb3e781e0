// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Geometry>

namespace percuss {

/// Angles of large relative rotations that springs can be stretched by. A body is turned by Q against another, in the
/// other's axes; it turns on with omega in the same axes (Q' = (0, omega) Q/2). Each angle comes with its gradient n:
/// its rate is n . omega. Quaternions of both signs are told apart, so that angles go on beyond half a turn, up to a
/// whole one.

/// phi = t x/|x|, the rotation vector of Q = (w, x), of length t = 2 atan2(|x|, w) in [0, 2 pi): all three angles.
/// phi' = omega - phi x omega/2 + c phi x (phi x omega), c as in core/rotation.hpp; singular after a whole turn.
Eigen::Vector3d rotation_vector_of(const Eigen::Quaterniond& Q);
/// Of the component along the unit vector e.
Eigen::Vector3d rotation_vector_gradient(const Eigen::Vector3d& phi, const Eigen::Vector3d& e);

/// psi = 2 atan2(x . a, w), in (-2 pi, 2 pi]: how far Q turns about the unit vector a, whatever else it turns.
double twist_of(const Eigen::Quaterniond& Q, const Eigen::Vector3d& a);
/// Where the axis is turned by half a turn there is no twist: not finite.
Eigen::Vector3d twist_gradient(const Eigen::Quaterniond& Q, const Eigen::Vector3d& a);

/// sigma = t s/|s|, s = a x u, t the angle from the axis a to u, the same axis of the body: how far it is tilted,
/// whatever the body turns about it. Component along the unit vector e across a.
double tilt_of(const Eigen::Vector3d& u, const Eigen::Vector3d& a, const Eigen::Vector3d& e);
/// Singular where the axis points back (t = pi).
Eigen::Vector3d tilt_gradient(const Eigen::Vector3d& u, const Eigen::Vector3d& a, const Eigen::Vector3d& e);

}  // namespace percuss
