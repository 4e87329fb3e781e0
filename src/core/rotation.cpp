// SPDX-License-Identifier: Apache-2.0
#include "core/rotation.hpp"

#include <cmath>

namespace percuss {

namespace {

/// a and b of J, and their derivatives by t, divided by t. Below 0.1 four terms of the series, which leave out 1e-15.
struct TurnSeries {
  double a, b, a_slope, b_slope;

  explicit TurnSeries(double t) {
    const double tt = t * t;
    if (t < 0.1) {
      a = 1.0 / 2.0 - tt * (1.0 / 24.0 - tt * (1.0 / 720.0 - tt / 40320.0));
      b = 1.0 / 6.0 - tt * (1.0 / 120.0 - tt * (1.0 / 5040.0 - tt / 362880.0));
      a_slope = -1.0 / 12.0 + tt * (1.0 / 180.0 - tt * (1.0 / 6720.0 - tt / 453600.0));
      b_slope = -1.0 / 60.0 + tt * (1.0 / 1260.0 - tt * (1.0 / 60480.0 - tt / 4989600.0));
      return;
    }
    const double s = std::sin(t), c = std::cos(t), half = std::sin(0.5 * t), versine = 2.0 * half * half;
    a = versine / tt;
    b = (t - s) / (t * tt);
    a_slope = (t * s - 2.0 * versine) / (tt * tt);
    b_slope = (3.0 * s - 2.0 * t - t * c) / (t * tt * tt);
  }
};

}  // namespace

Eigen::Quaterniond quaternion_of(const Eigen::Vector3d& rotation) {
  const double angle = rotation.norm();
  // sin(angle/2)/angle; the series leaves out angle^4/3840.
  const double s = angle > 1e-4 ? std::sin(0.5 * angle) / angle : 0.5 - angle * angle / 48.0;
  return {std::cos(0.5 * angle), s * rotation[0], s * rotation[1], s * rotation[2]};
}

void turn_quaternion(VecRef p, const Eigen::Vector3d& rotation, VecOut next) {
  const Eigen::Quaterniond old(p[0], p[1], p[2], p[3]), turned = old * quaternion_of(rotation);
  // One Newton step towards unit length takes out the round-off, which would add up over millions of steps.
  const double scale = 0.5 * (3.0 - turned.squaredNorm());
  next[0] = scale * turned.w();
  next.tail<3>() = scale * turned.vec();
}

Eigen::Vector3d rotation_vector_rate(const Eigen::Vector3d& theta, const Eigen::Vector3d& omega) {
  const Eigen::Vector3d turned = theta.cross(omega);
  const double angle = theta.norm();
  // The series leaves out angle^4/30240.
  const double c =
      angle > 1e-2 ? (1.0 - 0.5 * angle / std::tan(0.5 * angle)) / (angle * angle) : 1.0 / 12.0 + angle * angle / 720.0;
  return 0.5 * turned + c * theta.cross(turned);
}

Eigen::Vector3d angular_velocity_of(const Eigen::Vector3d& theta, const Eigen::Vector3d& rate) {
  const TurnSeries series(theta.norm());
  const Eigen::Vector3d once = theta.cross(rate);
  return rate + series.a * once + series.b * theta.cross(once);
}

Eigen::Vector3d angular_acceleration_of(const Eigen::Vector3d& theta, const Eigen::Vector3d& rate) {
  const TurnSeries series(theta.norm());
  const Eigen::Vector3d once = theta.cross(rate);
  const double along = theta.dot(rate);
  return along * (series.a_slope * once + series.b_slope * theta.cross(once)) + series.b * rate.cross(once);
}

}  // namespace percuss
