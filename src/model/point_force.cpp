// SPDX-License-Identifier: Apache-2.0
#include "model/point_force.hpp"

namespace percuss {

Vector3 midpoint_velocity(const Marker& marker, double h, VecRef q, VecRef v_old, VecRef v_new) {
  return 0.5 * (marker.velocity(q, v_old) + marker.velocity(q, v_new)) +
         0.25 * h * (marker.acceleration_bias(q, v_old) + marker.acceleration_bias(q, v_new));
}

void PointForce::add_forces(double t, VecRef q, VecRef, VecOut f) const {
  marker_.add_force(q, value_(t) * direction_, f);
}

Work PointForce::work(double t, double h, VecRef q, VecRef v_old, VecRef v_new) const {
  return {h * value_(t + 0.5 * h) * direction_.dot(midpoint_velocity(marker_, h, q, v_old, v_new)), 0.0};
}

}  // namespace percuss
