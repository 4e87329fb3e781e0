// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contact/marker.hpp"

namespace percuss {

/// One row of a joint: the rate of a function g(q) that is 0 where the joint holds. With x the point on the body, y
/// that on the other body (`to`), R_a and R_b their rotations, omega the angular velocities and r = x - y:
///
///   point     g = n . r             n fixed in absolute axes            gamma = n . r'
///   offset    g = n . r             n = R_b n0 fixed in `to`            gamma = n . r' + omega_b . (n x r)
///   at_body   g = n . r             n = R_a n0 fixed in the body        gamma = n . r' + omega_a . (n x r)
///   turn      g = atan(s/c)         s = u . w, c = u . z                gamma = (omega_a - omega_b) . (u x m)
///   distance  g = |r| - L                                               gamma = r/|r| . r'
///   angle     g = phi_a - phi_b - phi0, in the plane, turns counted     gamma = omega_a - omega_b
///
/// u = R_a u0, w = R_b w0, z = R_b z0, where z is what u is at angle 0, perpendicular to w; m = (c w - s z)/(s^2 +
/// c^2). A `turn` row measures the angle of u, seen along w x z, from z towards w, in (-pi, pi]. It has no value where
/// u points along w x z: it serves joints that hold the angle. Springs in space, which let it go far, take others
/// (contact/relative_rotation.hpp), with the rotation Q of the body against `to` and e fixed in `to`:
///
///   rotation  g = phi . e           phi the rotation vector of Q, up to a whole turn
///   tilt      g = sigma . e         sigma: by which the axis u0 of the body is tilted off z0 of `to`
///   twist     g = psi               by which Q turns about e, up to a whole turn
///   spin      no g (0): a damper alone                                  gamma = e . (omega_a - omega_b)
///
/// Bias is exact; springs are never asked for theirs.
struct JointRow {
  enum class Kind { point, offset, at_body, turn, distance, angle, rotation, tilt, twist, spin };
  Kind kind = Kind::point;
  Vector3 in_body = Vector3::Zero();  ///< u0, n0 of `at_body`
  Vector3 in_to = Vector3::Zero();    ///< n, n0, w0 or e, unit length
  Vector3 at_zero = Vector3::Zero();  ///< z0, unit length
  double at_rest = 0.0;               ///< L >= 0 [m], phi0 [rad]
  /// Q = p_b* p_a unturned  of the quaternions of `to` and the body.
  Eigen::Quaterniond unturned = Eigen::Quaterniond::Identity();

  static JointRow point(const Vector3& n) { return {Kind::point, Vector3::Zero(), n}; }
  static JointRow offset(const Vector3& n0) { return {Kind::offset, Vector3::Zero(), n0}; }
  static JointRow at_body(const Vector3& n0) { return {Kind::at_body, n0}; }
  static JointRow turn(const Vector3& u0, const Vector3& w0, const Vector3& z0) { return {Kind::turn, u0, w0, z0}; }
  static JointRow distance(double length) {
    return {Kind::distance, Vector3::Zero(), Vector3::Zero(), Vector3::Zero(), length};
  }
  static JointRow angle(double at_rest) {
    return {Kind::angle, Vector3::Zero(), Vector3::UnitZ(), Vector3::Zero(), at_rest};
  }
  static JointRow rotation(const Vector3& e, const Eigen::Quaterniond& unturned) {
    return {Kind::rotation, Vector3::Zero(), e, Vector3::Zero(), 0.0, unturned};
  }
  static JointRow tilt(const Vector3& e, const Vector3& u0, const Vector3& z0) { return {Kind::tilt, u0, e, z0}; }
  static JointRow twist(const Vector3& e, const Eigen::Quaterniond& unturned) {
    return {Kind::twist, Vector3::Zero(), e, Vector3::Zero(), 0.0, unturned};
  }
  static JointRow spin(const Vector3& e) { return {Kind::spin, Vector3::Zero(), e}; }

  /// lambda is a moment, not a force.
  bool is_moment() const { return kind == Kind::turn || kind >= Kind::angle; }
  /// g is an angle that has an end, where it starts again from the other: after half a turn or a whole one.
  bool has_end() const { return kind == Kind::rotation || kind == Kind::tilt || kind == Kind::twist; }
  /// g(q) [m, rad].
  double value(const Marker& body, const Marker& to, VecRef q) const;
  /// The time integral of gamma on the way from q to q_next, where it is no difference of values, or that.
  double way(const Marker& body, const Marker& to, VecRef q, VecRef q_next) const;
  /// Direction of the force, or axis of the moment, that lambda = 1 does to the body.
  Vector3 direction(const Marker& body, const Marker& to, VecRef q) const;
  /// Pushes the coefficients of gamma over v into the column of W under construction.
  void push(const Marker& body, const Marker& to, VecRef q, SparseColumns& W) const;
  /// gamma' at v' = 0, where omega' is that of the sections of flexible bodies; of rows of rigid joints.
  double bias(const Marker& body, const Marker& to, VecRef q, VecRef v) const;
};

}  // namespace percuss
