// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contact/marker.hpp"
#include "core/force_element.hpp"
#include "model/time_function.hpp"

namespace percuss {

/// Velocity of a point halfway through a step of size h from q, right to second order where v is smooth:
/// x'(q, v_m) + h/2 times the acceleration that the turning of the body gives it.
Vector3 midpoint_velocity(const Marker& marker, double h, VecRef q, VecRef v_old, VecRef v_new);

/// A force F(t) d on a point of a body, in a direction d that is fixed in space: f = J_point' F d.
class PointForce final : public ForceElement {
 public:
  /// `direction` has unit length.
  PointForce(const Marker& marker, const Vector3& direction, TimeFunction value)
      : marker_(marker), direction_(direction), value_(std::move(value)) {}
  bool depends_on_velocity() const override { return false; }
  bool depends_on_time() const override { return !value_.is_constant(); }
  void add_forces(double t, VecRef q, VecRef v, VecOut f) const override;
  double potential(double, VecRef) const override { return 0.0; }
  /// applied = h F(t + h/2) d . x'(t + h/2)
  Work work(double t, double h, VecRef q, VecRef v_old, VecRef v_new) const override;

 private:
  Marker marker_;
  Vector3 direction_;
  TimeFunction value_;
};

}  // namespace percuss
