// SPDX-License-Identifier: Apache-2.0
#include "contact/joint_row.hpp"

#include <cmath>

#include "contact/relative_rotation.hpp"

namespace percuss {

namespace {

Vector3 separation(const Marker& body, const Marker& to, VecRef q) { return body.position(q) - to.position(q); }

/// Of a `turn` row: the vectors of its angle in absolute axes, its sine and cosine, but for their common length.
struct Turn {
  Vector3 u, w, z;
  double s, c;

  Turn(const JointRow& row, const Marker& body, const Marker& to, VecRef q)
      : u(body.rotation(q) * row.in_body),
        w(to.rotation(q) * row.in_to),
        z(to.rotation(q) * row.at_zero),
        s(u.dot(w)),
        c(u.dot(z)) {}
  double length_squared() const { return s * s + c * c; }
  Vector3 axis() const { return u.cross(c * w - s * z) / length_squared(); }
  /// axis() . omega' is left out: the rate of axis() along the motion, times the relative angular velocity.
  double bias(const Vector3& omega_a, const Vector3& omega_b) const {
    const Vector3 omega = omega_a - omega_b;
    const double s_rate = omega.dot(u.cross(w)), c_rate = omega.dot(u.cross(z));
    const Vector3 m = c * w - s * z;
    const Vector3 m_rate = c_rate * w - s_rate * z + omega_b.cross(m);
    const Vector3 rate = omega_a.cross(u).cross(m) + u.cross(m_rate);
    return omega.dot(rate - 2.0 * (s * s_rate + c * c_rate) * axis()) / length_squared();
  }
};

/// Q of the row.
Eigen::Quaterniond rotation_of(const JointRow& row, const Marker& body, const Marker& to, VecRef q) {
  return to.quaternion(q).conjugate() * body.quaternion(q) * row.unturned;
}

/// An axis of the body, given in its axes, in those of `to`.
Vector3 axis_in_to(const Vector3& axis, const Marker& body, const Marker& to, VecRef q) {
  return to.rotation(q).transpose() * (body.rotation(q) * axis);
}

}  // namespace

double JointRow::value(const Marker& body, const Marker& to, VecRef q) const {
  switch (kind) {
    case Kind::point:
      return in_to.dot(separation(body, to, q)) - at_rest;
    case Kind::offset:
    case Kind::at_body:
      return direction(body, to, q).dot(separation(body, to, q)) - at_rest;
    case Kind::turn: {
      const Turn turn(*this, body, to, q);
      return std::atan2(turn.s, turn.c);
    }
    case Kind::distance:
      return separation(body, to, q).norm() - at_rest;
    case Kind::angle:
      return body.angle(q) - to.angle(q) - at_rest;
    case Kind::rotation:
      return rotation_vector_of(rotation_of(*this, body, to, q)).dot(in_to);
    case Kind::tilt:
      return tilt_of(axis_in_to(in_body, body, to, q), at_zero, in_to);
    case Kind::twist:
      return twist_of(rotation_of(*this, body, to, q), in_to);
    case Kind::spin:
      return 0.0;
  }
  return 0.0;
}

double JointRow::way(const Marker& body, const Marker& to, VecRef q, VecRef q_next) const {
  if (kind != Kind::spin) return value(body, to, q_next) - value(body, to, q);
  const auto turned = rotation_of(*this, body, to, q_next) * rotation_of(*this, body, to, q).conjugate();
  return rotation_vector_of(turned).dot(in_to);
}

Vector3 JointRow::direction(const Marker& body, const Marker& to, VecRef q) const {
  switch (kind) {
    case Kind::point:
    case Kind::angle:
      return in_to;
    case Kind::offset:
    case Kind::spin:
      return to.rotation(q) * in_to;
    case Kind::at_body:
      return body.rotation(q) * in_body;
    case Kind::turn:
      return Turn(*this, body, to, q).axis();
    case Kind::distance: {
      const Vector3 r = separation(body, to, q);
      return r / r.norm();
    }
    case Kind::rotation:
      return to.rotation(q) * rotation_vector_gradient(rotation_vector_of(rotation_of(*this, body, to, q)), in_to);
    case Kind::tilt:
      return to.rotation(q) * tilt_gradient(axis_in_to(in_body, body, to, q), at_zero, in_to);
    case Kind::twist:
      return to.rotation(q) * twist_gradient(rotation_of(*this, body, to, q), in_to);
  }
  return Vector3::Zero();
}

void JointRow::push(const Marker& body, const Marker& to, VecRef q, SparseColumns& W) const {
  const Vector3 n = direction(body, to, q);
  if (is_moment()) {
    body.push_angular_velocity(q, n, W);
    to.push_angular_velocity(q, -n, W);
    return;
  }
  if (kind == Kind::offset) to.push_angular_velocity(q, n.cross(separation(body, to, q)), W);
  if (kind == Kind::at_body) body.push_angular_velocity(q, n.cross(separation(body, to, q)), W);
  body.push_velocity(q, n, W);
  to.push_velocity(q, -n, W);
}

double JointRow::bias(const Marker& body, const Marker& to, VecRef q, VecRef v) const {
  if (kind == Kind::angle) return (body.angular_acceleration_bias(q, v) - to.angular_acceleration_bias(q, v))[2];
  const Vector3 omega_b = to.angular_velocity(q, v);
  if (kind == Kind::turn) {
    const Turn turn(*this, body, to, q);
    const Vector3 alpha = body.angular_acceleration_bias(q, v) - to.angular_acceleration_bias(q, v);
    return turn.bias(body.angular_velocity(q, v), omega_b) + turn.axis().dot(alpha);
  }
  const Vector3 r = separation(body, to, q), rate = body.velocity(q, v) - to.velocity(q, v);
  const Vector3 acceleration = body.acceleration_bias(q, v) - to.acceleration_bias(q, v);
  if (kind == Kind::distance) {
    const double length = r.norm(), along = r.dot(rate) / length;
    return r.dot(acceleration) / length + (rate.squaredNorm() - along * along) / length;
  }
  if (kind == Kind::point) return in_to.dot(acceleration);
  const Marker& turning = kind == Kind::at_body ? body : to;
  const Vector3 omega = turning.angular_velocity(q, v), n = direction(body, to, q), n_rate = omega.cross(n);
  const Vector3 n_acceleration = omega.cross(n_rate) + turning.angular_acceleration_bias(q, v).cross(n);
  return n.dot(acceleration) + 2.0 * n_rate.dot(rate) + n_acceleration.dot(r);
}

}  // namespace percuss
