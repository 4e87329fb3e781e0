// SPDX-License-Identifier: Apache-2.0
#include "contact/marker.hpp"

#include <cmath>
#include <map>
#include <numeric>
#include <utility>

#include "core/rotation.hpp"

namespace percuss {

namespace {

/// Turned by the angle `phi` about z.
Matrix3 turned(double phi) {
  const double c = std::cos(phi), s = std::sin(phi);
  Matrix3 R;
  R << c, -s, 0.0, s, c, 0.0, 0.0, 0.0, 1.0;
  return R;
}

/// Turned by the angle `a` about x.
Matrix3 turned_about_x(double a) {
  const double c = std::cos(a), s = std::sin(a);
  Matrix3 R;
  R << 1.0, 0.0, 0.0, 0.0, c, -s, 0.0, s, c;
  return R;
}

}  // namespace

Marker Marker::elastic_planar(Index q, Index v, const Vector3& point, ElasticMotion elastic) {
  Marker marker(Motion::planar, 2, q, v, point);
  marker.elastic_ = std::make_shared<const ElasticMotion>(std::move(elastic));
  return marker;
}

Marker Marker::elastic_spatial(Index q, Index v, const Vector3& point, ElasticMotion elastic) {
  Marker marker(Motion::spatial, 3, q, v, point);
  marker.elastic_ = std::make_shared<const ElasticMotion>(std::move(elastic));
  return marker;
}

Marker Marker::elastic_at_rest(Index q, Index v, const Vector3& origin, const Matrix3& axes, const Vector3& point,
                               ElasticMotion elastic) {
  Marker marker(Motion::ground, 3, q, v, point);
  elastic.origin = origin;
  elastic.axes = axes;
  marker.elastic_ = std::make_shared<const ElasticMotion>(std::move(elastic));
  return marker;
}

Marker Marker::elastic_at_rest(Index q, Index v, const Vector3& origin, double angle, const Vector3& point,
                               ElasticMotion elastic) {
  Marker marker(Motion::ground, 2, q, v, point);
  elastic.origin = origin;
  elastic.angle = angle;
  elastic.axes = turned(angle);
  marker.elastic_ = std::make_shared<const ElasticMotion>(std::move(elastic));
  return marker;
}

Marker Marker::elastic_spinning(Index q, Index v, const Vector3& origin, const Matrix3& axes, const Vector3& point,
                                ElasticMotion elastic) {
  Marker marker = elastic_at_rest(q, v, origin, axes, point, std::move(elastic));
  marker.motion_ = Motion::spinning;
  return marker;
}

Marker Marker::at(const Vector3& point) const {
  Marker other = *this;
  if (!is_elastic()) {
    other.point_ = point;
    return other;
  }
  const Vector3 further = point - elastic_->section;
  auto motion = std::make_shared<ElasticMotion>(*elastic_);
  motion->section = point;
  for (auto& share : motion->shares) share.shift += share.turn.cross(further);
  other.point_ += further;
  other.elastic_ = std::move(motion);
  return other;
}

Marker Marker::beside(const Vector3& offset) const { return at((is_elastic() ? elastic_->section : point_) + offset); }

Marker Marker::mean(std::span<const Marker> points, std::span<const double> weights) {
  Marker mean = points.front();
  mean.point_.setZero();
  const double whole = std::accumulate(weights.begin(), weights.end(), 0.0);
  std::map<Index, ElasticMotion::Share> shares;
  for (std::size_t k = 0; k < points.size(); ++k) {
    const double part = weights[k] / whole;
    mean.point_ += part * points[k].point_;
    if (!points[k].is_elastic()) continue;
    for (const auto& share : points[k].elastic_->shares) {
      const ElasticMotion::Share none{share.unknown, Vector3::Zero(), Vector3::Zero()};
      auto& sum = shares.try_emplace(share.unknown, none).first->second;
      sum.shift += part * share.shift;
      sum.turn += part * share.turn;
      sum.spin += part * share.spin;
    }
  }
  if (!mean.is_elastic()) return mean;
  auto motion = std::make_shared<ElasticMotion>(*mean.elastic_);
  motion->shares.clear();
  for (const auto& [unknown, share] : shares) motion->shares.push_back(share);
  mean.elastic_ = std::move(motion);
  return mean;
}

Marker Marker::frame() const {
  if (has_frame()) return {motion_, dimension_, q_, v_, Vector3::Zero()};
  return is_elastic() ? ground(elastic_->origin) : *this;
}

Matrix3 Marker::frame_rotation(VecRef q) const {
  if (motion_ == Motion::planar) return turned(q[q_ + 2]);
  if (motion_ == Motion::spatial)
    return Eigen::Quaterniond(q[q_ + 3], q[q_ + 4], q[q_ + 5], q[q_ + 6]).toRotationMatrix();
  if (motion_ == Motion::spinning) return elastic_->axes * turned_about_x(spin(q));
  return is_elastic() ? elastic_->axes : Matrix3::Identity();
}

Vector3 Marker::section_turn(VecRef q) const {
  Vector3 theta = Vector3::Zero();
  if (is_elastic())
    for (const auto& share : elastic_->shares) theta += q[first_elastic_q() + share.unknown] * share.turn;
  return theta;
}

Vector3 Marker::section_turn_rate(VecRef v) const {
  Vector3 rate = Vector3::Zero();
  if (is_elastic())
    for (const auto& share : elastic_->shares) rate += v[first_elastic_v() + share.unknown] * share.turn;
  return rate;
}

double Marker::spin(VecRef q) const {
  double a = 0.0;
  if (motion_ == Motion::spinning)
    for (const auto& share : elastic_->shares) a += q[q_ + share.unknown] * share.spin;
  return a;
}

double Marker::spin_rate(VecRef v) const {
  double rate = 0.0;
  for (const auto& share : elastic_->shares) rate += v[v_ + share.unknown] * share.spin;
  return rate;
}

double Marker::angle(VecRef q) const {
  return (motion_ == Motion::planar ? q[q_ + 2] : is_elastic() ? elastic_->angle : 0.0) + section_angle(q);
}

Matrix3 Marker::rotation(VecRef q) const {
  if (!is_elastic()) return frame_rotation(q);
  if (dimension_ == 2) return frame_rotation(q) * turned(section_angle(q));
  return frame_rotation(q) * quaternion_of(section_turn(q)).toRotationMatrix();
}

Eigen::Quaterniond Marker::quaternion(VecRef q) const {
  Eigen::Quaterniond frame = Eigen::Quaterniond::Identity();
  if (dimension_ == 2) return quaternion_of(Vector3(0.0, 0.0, angle(q)));
  if (motion_ == Motion::spatial)
    frame = Eigen::Quaterniond(q[q_ + 3], q[q_ + 4], q[q_ + 5], q[q_ + 6]);
  else if (is_elastic())
    frame = Eigen::Quaterniond(elastic_->axes) * quaternion_of(Vector3(spin(q), 0.0, 0.0));
  return is_elastic() ? frame * quaternion_of(section_turn(q)) : frame;
}

Vector3 Marker::deflection(VecRef q) const {
  Vector3 u = Vector3::Zero();
  if (is_elastic())
    for (const auto& share : elastic_->shares) u += q[first_elastic_q() + share.unknown] * share.shift;
  else if (motion_ == Motion::translation)
    u.head(dimension_) = q.segment(q_, dimension_);
  return u;
}

Vector3 Marker::local_position(VecRef q) const { return is_elastic() ? Vector3(point_ + deflection(q)) : point_; }

Vector3 Marker::local_velocity(VecRef v) const {
  Vector3 p = Vector3::Zero();
  if (is_elastic())
    for (const auto& share : elastic_->shares) p += v[first_elastic_v() + share.unknown] * share.shift;
  return p;
}

Vector3 Marker::position(VecRef q) const {
  if (has_fixed_origin()) return elastic_->origin + frame_rotation(q) * local_position(q);
  Vector3 x = has_frame() ? Vector3(frame_rotation(q) * local_position(q)) : point_;
  for (Index i = 0; i < dimension_; ++i) x[i] += q[q_ + i];
  return x;
}

Vector3 Marker::frame_angular_velocity(VecRef q, VecRef v) const {
  if (motion_ == Motion::planar) return {0.0, 0.0, v[v_ + 2]};
  if (motion_ == Motion::spatial) return frame_rotation(q) * v.segment<3>(v_ + 3);
  if (motion_ == Motion::spinning) return spin_rate(v) * elastic_->axes.col(0);
  return Vector3::Zero();
}

Vector3 Marker::angular_velocity(VecRef q, VecRef v) const {
  const Vector3 omega = frame_angular_velocity(q, v);
  if (!is_elastic()) return omega;
  if (dimension_ == 2) return omega + section_turn_rate(v);
  return omega + frame_rotation(q) * angular_velocity_of(section_turn(q), section_turn_rate(v));
}

Vector3 Marker::angular_acceleration_bias(VecRef q, VecRef v) const {
  if (!is_elastic_in_space()) return Vector3::Zero();
  const Vector3 theta = section_turn(q), rate = section_turn_rate(v);
  const Matrix3 R = frame_rotation(q);
  return frame_angular_velocity(q, v).cross(Vector3(R * angular_velocity_of(theta, rate))) +
         R * angular_acceleration_of(theta, rate);
}

Vector3 Marker::velocity(VecRef q, VecRef v) const {
  if (motion_ == Motion::ground && is_elastic()) return elastic_->axes * local_velocity(v);
  Vector3 u = Vector3::Zero();
  if (!has_fixed_origin())
    for (Index i = 0; i < dimension_; ++i) u[i] = v[v_ + i];
  if (!can_turn()) return u;
  const Matrix3 R = frame_rotation(q);
  return u + frame_angular_velocity(q, v).cross(Vector3(R * local_position(q))) + R * local_velocity(v);
}

Vector3 Marker::acceleration_bias(VecRef q, VecRef v) const {
  if (!has_frame() && motion_ != Motion::spinning) return Vector3::Zero();
  const Vector3 omega = frame_angular_velocity(q, v);
  const Matrix3 R = frame_rotation(q);
  return omega.cross(omega.cross(Vector3(R * local_position(q)))) + 2.0 * omega.cross(Vector3(R * local_velocity(v)));
}

template <class Add>
void Marker::velocity_coefficients(VecRef q, const Vector3& d, Add&& add) const {
  if (has_frame() || !is_elastic())
    for (Index i = 0; i < dimension_; ++i)
      if (d[i] != 0.0) add(v_ + i, d[i]);
  if (!can_turn()) return;
  const Matrix3 R = frame_rotation(q);
  // d . (omega x r) = omega . (r x d)
  frame_angular_velocity_coefficients(q, Vector3(R * local_position(q)).cross(d), add);
  if (!is_elastic()) return;
  const Vector3 in_frame = R.transpose() * d;
  for (const auto& share : elastic_->shares)
    if (const double along = in_frame.dot(share.shift); along != 0.0) add(first_elastic_v() + share.unknown, along);
}

template <class Add>
void Marker::frame_angular_velocity_coefficients(VecRef q, const Vector3& d, Add&& add) const {
  if (motion_ == Motion::planar) add(v_ + 2, d[2]);
  if (motion_ == Motion::spatial) {
    const Vector3 in_body = frame_rotation(q).transpose() * d;
    for (Index i = 0; i < 3; ++i) add(v_ + 3 + i, in_body[i]);
  }
  if (motion_ == Motion::spinning)
    for (const auto& share : elastic_->shares)
      if (share.spin != 0.0) add(v_ + share.unknown, share.spin * elastic_->axes.col(0).dot(d));
}

template <class Add>
void Marker::angular_velocity_coefficients(VecRef q, const Vector3& d, Add&& add) const {
  frame_angular_velocity_coefficients(q, d, add);
  if (!is_elastic()) return;
  // d . J theta' = J(-theta) d . theta'; in the plane J = 1
  const Vector3 in_frame = dimension_ == 2 ? Vector3(0.0, 0.0, d[2])
                                           : angular_velocity_of(-section_turn(q), frame_rotation(q).transpose() * d);
  for (const auto& share : elastic_->shares)
    if (const double along = in_frame.dot(share.turn); along != 0.0) add(first_elastic_v() + share.unknown, along);
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
