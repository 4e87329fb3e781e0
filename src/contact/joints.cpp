// SPDX-License-Identifier: Apache-2.0
#include "contact/joints.hpp"

#include <algorithm>
#include <cmath>
#include <numbers>
#include <stdexcept>

namespace percuss {

namespace {

using Row = Joints::Row;
using Joint = Joints::Joint;

Vector3 separation(const Joint& joint, VecRef q) { return joint.body.position(q) - joint.to.position(q); }

/// Of a `turn` row: the vectors of its angle in absolute axes, its sine and cosine, but for their common length.
struct Turn {
  Vector3 u, w, z;
  double s, c;

  Turn(const Joint& joint, const Row& row, VecRef q)
      : u(joint.body.rotation(q) * row.in_body),
        w(joint.to.rotation(q) * row.in_to),
        z(joint.to.rotation(q) * row.at_zero),
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

double value_of(const Joint& joint, const Row& row, VecRef q) {
  switch (row.kind) {
    case Row::Kind::point:
      return row.in_to.dot(separation(joint, q)) - row.at_rest;
    case Row::Kind::offset:
      return (joint.to.rotation(q) * row.in_to).dot(separation(joint, q)) - row.at_rest;
    case Row::Kind::turn: {
      const Turn turn(joint, row, q);
      return std::atan2(turn.s, turn.c);
    }
    case Row::Kind::distance:
      return separation(joint, q).norm() - row.at_rest;
    case Row::Kind::angle:
      return joint.body.angle(q) - joint.to.angle(q) - row.at_rest;
  }
  return 0.0;
}

/// Direction of the force, or axis of the moment, that lambda = 1 does to the body.
Vector3 direction_of(const Joint& joint, const Row& row, VecRef q) {
  switch (row.kind) {
    case Row::Kind::point:
    case Row::Kind::angle:
      return row.in_to;
    case Row::Kind::offset:
      return joint.to.rotation(q) * row.in_to;
    case Row::Kind::turn:
      return Turn(joint, row, q).axis();
    case Row::Kind::distance: {
      const Vector3 r = separation(joint, q);
      return r / r.norm();
    }
  }
  return Vector3::Zero();
}

/// The coefficients of gamma over v.
void push(const Joint& joint, const Row& row, VecRef q, SparseColumns& W) {
  const Vector3 n = direction_of(joint, row, q);
  if (row.is_moment()) {
    joint.body.push_angular_velocity(q, n, W);
    joint.to.push_angular_velocity(q, -n, W);
    return;
  }
  if (row.kind == Row::Kind::offset) joint.to.push_angular_velocity(q, n.cross(separation(joint, q)), W);
  joint.body.push_velocity(q, n, W);
  joint.to.push_velocity(q, -n, W);
}

/// gamma' at v' = 0, where omega' is that of the sections of flexible bodies.
double bias_of(const Joint& joint, const Row& row, VecRef q, VecRef v) {
  const auto &body = joint.body, &to = joint.to;
  if (row.kind == Row::Kind::angle)
    return (body.angular_acceleration_bias(q, v) - to.angular_acceleration_bias(q, v))[2];
  const Vector3 omega_b = to.angular_velocity(q, v);
  if (row.kind == Row::Kind::turn) {
    const Turn turn(joint, row, q);
    const Vector3 alpha = body.angular_acceleration_bias(q, v) - to.angular_acceleration_bias(q, v);
    return turn.bias(body.angular_velocity(q, v), omega_b) + turn.axis().dot(alpha);
  }
  const Vector3 r = separation(joint, q), rate = body.velocity(q, v) - to.velocity(q, v);
  const Vector3 acceleration = body.acceleration_bias(q, v) - to.acceleration_bias(q, v);
  if (row.kind == Row::Kind::distance) {
    const double length = r.norm(), along = r.dot(rate) / length;
    return r.dot(acceleration) / length + (rate.squaredNorm() - along * along) / length;
  }
  if (row.kind == Row::Kind::point) return row.in_to.dot(acceleration);
  const Vector3 n = to.rotation(q) * row.in_to, n_rate = omega_b.cross(n);
  const Vector3 n_acceleration = omega_b.cross(n_rate) + to.angular_acceleration_bias(q, v).cross(n);
  return n.dot(acceleration) + 2.0 * n_rate.dot(rate) + n_acceleration.dot(r);
}

/// value_of() less the way of the joint's drive. A turn is held against the axes that the drive has turned on, so that
/// turns need no counting.
double gap_of(const Joint& joint, const Row& row, double t, VecRef q) {
  const double g = value_of(joint, row, q);
  if (!joint.drive) return g;
  const double off = g - joint.drive->way(t);
  return row.kind == Row::Kind::turn ? std::remainder(off, 2.0 * std::numbers::pi) : off;
}

bool is_constant(const Joint& joint) {
  if (joint.drive) return false;
  if (!joint.body.has_constant_jacobian() || !joint.to.has_constant_jacobian()) return false;
  return std::all_of(joint.rows.begin(), joint.rows.end(), [&](const Row& row) {
    return row.kind == Row::Kind::point || (row.kind == Row::Kind::offset && !joint.to.can_turn());
  });
}

}  // namespace

void Joints::add(Joint joint) {
  if (joint.rows.empty() || joint.rows.size() > 3) throw std::invalid_argument("Joints: a joint has 1, 2 or 3 rows");
  if (joint.laws.empty()) joint.laws.resize(joint.rows.size());
  const bool rigid = joint.laws.front().is_rigid();
  const bool alike = std::all_of(joint.laws.begin(), joint.laws.end(), [&](auto& l) { return l.is_rigid() == rigid; });
  if (joint.laws.size() != joint.rows.size() || !alike)
    throw std::invalid_argument("Joints: one law per row, all rigid or all giving way");
  if (joint.drive && (joint.rows.size() > 1 || !rigid)) throw std::invalid_argument("Joints: one rigid row is driven");
  joints_.push_back(std::move(joint));
}

ReactionForm Joints::reaction_form(Index k) const {
  const auto& joint = at(k);
  const bool in_space = std::max(joint.body.dimension(), joint.to.dimension()) == 3;
  ReactionForm form;
  for (std::size_t r = 0; r < joint.rows.size(); ++r) {
    form.is_moment[r] = joint.rows[r].is_moment();
    if (form.is_moment[r])
      form.moment = in_space ? 3 : 1;
    else
      form.force = std::max(joint.body.dimension(), joint.to.dimension());
  }
  return form;
}

Reaction Joints::reaction(Index k, VecRef q, const std::array<double, 3>& rows) const {
  const auto& joint = at(k);
  Reaction sum;
  for (std::size_t r = 0; r < joint.rows.size(); ++r) {
    auto& part = joint.rows[r].is_moment() ? sum.moment : sum.force;
    part += rows[r] * direction_of(joint, joint.rows[r], q);
  }
  return sum;
}

double Joints::extent(VecRef q) const {
  double largest = ContactModel::extent(q);
  for (const auto& joint : joints_) {
    largest = std::max(
        {largest, joint.body.position(q).lpNorm<Eigen::Infinity>(), joint.to.position(q).lpNorm<Eigen::Infinity>()});
    for (const auto& row : joint.rows)
      if (!row.is_moment()) largest = std::max(largest, row.at_rest);
  }
  return largest;
}

bool Joints::has_constant_jacobian() const { return std::all_of(joints_.begin(), joints_.end(), is_constant); }

void Joints::gaps(double, VecRef, VecOut gap) const { gap.setZero(); }

void Joints::normal_velocities(double, VecRef, VecRef, VecOut rate) const { rate.setZero(); }

void Joints::append(double, VecRef q, std::span<const Index> closed, Index first, ContactSet& set) const {
  for (const Index k : closed) {
    for (const auto& row : at(k - first).rows) {
      push(at(k - first), row, q, set.W);
      set.W.finish_column();
    }
    set.finish_joint(k, at(k - first).laws);
  }
}

void Joints::row_gaps(double t, VecRef q, std::span<const Index> closed, Index first, VecOut value) const {
  Index i = 0;
  for (const Index k : closed)
    for (const auto& row : at(k - first).rows) value[i++] = gap_of(at(k - first), row, t, q);
}

void Joints::velocity_bias(const MechanicalSystem&, double t, VecRef q, VecRef v, std::span<const Index> closed,
                           Index first, VecOut bias) const {
  Index i = 0;
  for (const Index k : closed)
    for (const auto& row : at(k - first).rows) {
      const auto& joint = at(k - first);
      bias[i++] = bias_of(joint, row, q, v) - (joint.drive ? joint.drive->acceleration(t) : 0.0);
    }
}

}  // namespace percuss
