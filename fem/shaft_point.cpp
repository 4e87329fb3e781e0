// SPDX-License-Identifier: Apache-2.0
#include "fem/shaft_point.hpp"

#include <cmath>

#include "core/rotation.hpp"

namespace percuss::fem {

namespace {

Index beam_row(Index i) { return shaft_unknowns[static_cast<std::size_t>(i)]; }

}  // namespace

Vector12 in_beam_order(const Vector10& d) {
  Vector12 all = Vector12::Zero();
  for (Index i = 0; i < 10; ++i) all[beam_row(i)] = d[i];
  return all;
}

Vector10 from_beam_order(const Vector12& d) {
  Vector10 some;
  for (Index i = 0; i < 10; ++i) some[i] = d[beam_row(i)];
  return some;
}

Matrix10 from_beam_order(const Matrix12& A) {
  Matrix10 some;
  for (Index i = 0; i < 10; ++i)
    for (Index j = 0; j < 10; ++j) some(i, j) = A(beam_row(i), beam_row(j));
  return some;
}

ShaftPoint::ShaftPoint(const BeamElementSpatial& element, double s, const Inertia& inertia) : inertia_(inertia) {
  const auto shape = shape_functions(element, s);
  for (Index i = 0; i < 10; ++i) {
    const Index k = beam_row(i);
    spin_[i] = shape.turn(0, k);
    shift_.col(i) = shape.shift.col(k).tail<2>();
    turn_.col(i) = shape.turn.col(k).tail<2>();
  }
}

ShaftPoint::Rows2 ShaftPoint::velocity_rows(const Vector10& d) const {
  const Vector2 p = shift_ * d;
  Rows2 J = shift_;
  J.row(0) -= p[1] * spin_;
  J.row(1) += p[0] * spin_;
  return J;
}

ShaftPoint::Rows3 ShaftPoint::turning_rows(const Eigen::Vector3d& theta) const {
  Rows3 L = angular_velocity_of(theta, Eigen::Vector3d::UnitY()) * turn_.row(0) +
            angular_velocity_of(theta, Eigen::Vector3d::UnitZ()) * turn_.row(1);
  L.row(0) += spin_;
  return L;
}

ShaftPoint::Matrix3 ShaftPoint::disc_inertia(const Eigen::Vector3d& theta) const {
  const Eigen::Vector3d along = quaternion_of(theta) * Eigen::Vector3d::UnitX();
  return inertia_.transverse * Matrix3::Identity() + (inertia_.polar - inertia_.transverse) * along * along.transpose();
}

void ShaftPoint::add_mass(const Vector10& d, double factor, Matrix10& M) const {
  const Rows2 J = velocity_rows(d);
  M.noalias() += factor * inertia_.mass * J.transpose() * J;
  M.noalias() += factor * inertia_.spin * spin_.transpose() * spin_;
  if (!is_disc()) return;
  const Eigen::Vector3d theta = section_turn(d);
  const Rows3 L = turning_rows(theta), momentum = disc_inertia(theta) * L;
  M.noalias() += factor * L.transpose() * momentum;
}

void ShaftPoint::add_damping(const Vector10& d, const ShaftPointLoad& load, double factor, Matrix10& C) const {
  const Rows2 J = velocity_rows(d);
  C.noalias() += factor * inertia_.mass * load.internal_damping * shift_.transpose() * shift_;
  C.noalias() += factor * inertia_.mass * load.external_damping * J.transpose() * J;
}

void ShaftPoint::subtract_inertia(const Vector10& d, const Vector10& a, Vector10& f) const {
  const Rows2 J = velocity_rows(d);
  const Vector2 acceleration = J * a;
  f.noalias() -= J.transpose() * (inertia_.mass * acceleration);
  f.noalias() -= (inertia_.spin * spin_.dot(a)) * spin_.transpose();
  if (!is_disc()) return;
  const Eigen::Vector3d theta = section_turn(d);
  const Rows3 L = turning_rows(theta);
  const Eigen::Vector3d turning = L * a;
  f.noalias() -= L.transpose() * (disc_inertia(theta) * turning);
}

ShaftPoint::Vector2 ShaftPoint::gravity_at(const Vector10& d, const ShaftPointLoad& load) const {
  const double a = spin_.dot(d), c = std::cos(a), s = std::sin(a), y = load.gravity[1], z = load.gravity[2];
  return {c * y + s * z, c * z - s * y};
}

void ShaftPoint::add_force(const Vector10& d, const Vector10& rate, const ShaftPointLoad& load, Vector10& f) const {
  const Rows2 J = velocity_rows(d);
  const Vector2 p = shift_ * d, p_rate = shift_ * rate, velocity = J * rate;
  const double spin = spin_.dot(rate);
  const Vector2 bias(spin * (-2.0 * p_rate[1] - spin * p[0]), spin * (2.0 * p_rate[0] - spin * p[1]));
  const Vector2 on_point = inertia_.mass * (gravity_at(d, load) - bias - load.external_damping * velocity);
  f.noalias() += J.transpose() * on_point;
  f.noalias() -= shift_.transpose() * (inertia_.mass * load.internal_damping * p_rate);
  if (!is_disc()) return;
  const Eigen::Vector3d theta = section_turn(d), theta_rate = section_turn(rate), spinning(spin, 0.0, 0.0);
  const Eigen::Vector3d tilting = angular_velocity_of(theta, theta_rate), omega = spinning + tilting;
  const Eigen::Vector3d turning = spinning.cross(tilting) + angular_acceleration_of(theta, theta_rate);
  const Matrix3 I = disc_inertia(theta);
  f.noalias() -= turning_rows(theta).transpose() * (I * turning + omega.cross(I * omega));
}

double ShaftPoint::kinetic_energy(const Vector10& d, const Vector10& rate) const {
  const Vector2 velocity = velocity_rows(d) * rate;
  const double spin = spin_.dot(rate);
  double twice = inertia_.mass * velocity.squaredNorm() + inertia_.spin * spin * spin;
  if (is_disc()) {
    const Eigen::Vector3d theta = section_turn(d), omega = turning_rows(theta) * rate;
    twice += omega.dot(disc_inertia(theta) * omega);
  }
  return 0.5 * twice;
}

double ShaftPoint::potential_energy(const Vector10& d, const ShaftPointLoad& load) const {
  return -inertia_.mass * gravity_at(d, load).dot(shift_ * d);
}

double ShaftPoint::dissipation(const Vector10& d, const Vector10& rate, const ShaftPointLoad& load) const {
  return inertia_.mass * (load.internal_damping * (shift_ * rate).squaredNorm() +
                          load.external_damping * (velocity_rows(d) * rate).squaredNorm());
}

}  // namespace percuss::fem
