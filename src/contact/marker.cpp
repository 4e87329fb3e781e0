// SPDX-License-Identifier: Apache-2.0
#include "contact/marker.hpp"

#include <cmath>

namespace percuss {

Matrix3 Marker::rotation(VecRef q) const {
  if (motion_ == Motion::planar) {
    const double c = std::cos(q[q_ + 2]), s = std::sin(q[q_ + 2]);
    Matrix3 R;
    R << c, -s, 0.0, s, c, 0.0, 0.0, 0.0, 1.0;
    return R;
  }
  if (motion_ == Motion::spatial)
    return Eigen::Quaterniond(q[q_ + 3], q[q_ + 4], q[q_ + 5], q[q_ + 6]).toRotationMatrix();
  return Matrix3::Identity();
}

Vector3 Marker::position(VecRef q) const {
  Vector3 x = can_turn() ? Vector3(rotation(q) * point_) : point_;
  for (Index i = 0; i < dimension_; ++i) x[i] += q[q_ + i];
  return x;
}

Vector3 Marker::angular_velocity(VecRef q, VecRef v) const {
  if (motion_ == Motion::planar) return {0.0, 0.0, v[v_ + 2]};
  if (motion_ == Motion::spatial) return rotation(q) * v.segment<3>(v_ + 3);
  return Vector3::Zero();
}

Vector3 Marker::velocity(VecRef q, VecRef v) const {
  Vector3 u = Vector3::Zero();
  for (Index i = 0; i < dimension_; ++i) u[i] = v[v_ + i];
  if (can_turn()) u += angular_velocity(q, v).cross(Vector3(rotation(q) * point_));
  return u;
}

Vector3 Marker::acceleration_bias(VecRef q, VecRef v) const {
  if (!can_turn()) return Vector3::Zero();
  const Vector3 omega = angular_velocity(q, v);
  return omega.cross(omega.cross(Vector3(rotation(q) * point_)));
}

template <class Add>
void Marker::velocity_coefficients(VecRef q, const Vector3& d, Add&& add) const {
  for (Index i = 0; i < dimension_; ++i)
    if (d[i] != 0.0) add(v_ + i, d[i]);
  // d . (omega x r) = omega . (r x d)
  if (can_turn()) angular_velocity_coefficients(q, Vector3(rotation(q) * point_).cross(d), add);
}

template <class Add>
void Marker::angular_velocity_coefficients(VecRef q, const Vector3& d, Add&& add) const {
  if (motion_ == Motion::planar) add(v_ + 2, d[2]);
  if (motion_ == Motion::spatial) {
    const Vector3 in_body = rotation(q).transpose() * d;
    for (Index i = 0; i < 3; ++i) add(v_ + 3 + i, in_body[i]);
  }
}

void Marker::push_velocity(VecRef q, const Vector3& d, SparseColumns& W) const {
  velocity_coefficients(q, d, [&W](Index row, double value) { W.push(row, value); });
}

void Marker::push_angular_velocity(VecRef q, const Vector3& d, SparseColumns& W) const {
  angular_velocity_coefficients(q, d, [&W](Index row, double value) { W.push(row, value); });
}

void Marker::add_force(VecRef q, const Vector3& force, VecOut f) const {
  velocity_coefficients(q, force, [&f](Index row, double value) { f[row] += value; });
}

void Marker::add_torque(VecRef q, const Vector3& torque, VecOut f) const {
  angular_velocity_coefficients(q, torque, [&f](Index row, double value) { f[row] += value; });
}

}  // namespace percuss
