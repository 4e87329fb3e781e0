// SPDX-License-Identifier: Apache-2.0
#include "contact/circle_in_circle.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "contact/frame.hpp"

namespace percuss {

void CircleInCircle::add(Contact contact) {
  constexpr double round_off = 1e-12;
  if (!(contact.radius > 0.0 && contact.ring_radius > contact.radius && std::isfinite(contact.ring_radius)))
    throw std::invalid_argument("CircleInCircle: the inner circle has a positive radius, the outer one a larger");
  if (!(std::abs(contact.axis.squaredNorm() - 1.0) <= round_off))
    throw std::invalid_argument("CircleInCircle: the axis is not of unit length");
  const Index dimension = contact.journal.dimension(), other = contact.ring.dimension();
  if (dimension < 2 || (other != 0 && other != dimension))
    throw std::invalid_argument("CircleInCircle: the circles do not move in the same plane or space");
  if (dimension == 2 && contact.axis != Vector3::UnitZ())
    throw std::invalid_argument("CircleInCircle: in the plane the axis is z");
  const Vector3 concentric = dimension == 2 ? Vector3(Vector3::UnitX()) : tangents_of(contact.axis)[0];
  contacts_.push_back({std::move(contact), concentric});
}

Index CircleInCircle::num_rows(Index k) const {
  const auto& contact = at(k).contact;
  return contact.law.friction > 0.0 ? contact.journal.dimension() : 1;
}

double CircleInCircle::own_extent(VecRef q) const {
  double largest = 0.0;
  for (const auto& item : contacts_) {
    const auto& c = item.contact;
    largest = std::max({largest, c.ring_radius, c.journal.position(q).lpNorm<Eigen::Infinity>(),
                        c.ring.position(q).lpNorm<Eigen::Infinity>()});
  }
  return largest;
}

CircleInCircle::Touch CircleInCircle::touch(const Item& item, VecRef q) const {
  const auto& c = item.contact;
  const double clearance = c.ring_radius - c.radius;
  const Matrix3 R = c.ring.rotation(q);
  Touch touch;
  const Vector3 axis = R * c.axis;
  touch.between = c.journal.position(q) - c.ring.position(q);
  const Vector3 e = touch.between - axis * axis.dot(touch.between);
  touch.eccentricity = e.stableNorm();
  touch.gap = clearance - touch.eccentricity;
  // Far from contact: which way is out does not matter there, only that u and its rate stay finite.
  constexpr double concentric = 1e-12;
  Vector3 u;
  if (touch.eccentricity <= concentric * clearance) {
    u = R * item.concentric;
    touch.eccentricity = 0.0;
  } else {
    u = e / touch.eccentricity;
  }
  touch.direction = {-u, Vector3(u.cross(axis)), axis};
  touch.arm = c.radius * u;
  return touch;
}

void CircleInCircle::gaps(double, VecRef q, VecOut gap) const {
  for (Index k = 0; k < size(); ++k) gap[k] = touch(at(k), q).gap;
}

void CircleInCircle::normal_velocities(double, VecRef q, VecRef v, VecOut rate) const {
  for (Index k = 0; k < size(); ++k) {
    const auto& c = at(k).contact;
    const auto here = touch(at(k), q);
    const Vector3 with_ring = c.ring.velocity(q, v) + c.ring.angular_velocity(q, v).cross(here.between);
    rate[k] = here.direction[0].dot(c.journal.velocity(q, v) - with_ring);
  }
}

void CircleInCircle::append(double, VecRef q, std::span<const Index> closed, Index first, ContactSet& set) const {
  for (const Index k : closed) {
    const auto& c = at(k - first).contact;
    const auto here = touch(at(k - first), q);
    const Vector3 from_ring = here.between + here.arm;
    const Index rows = num_rows(k - first);
    for (std::size_t r = 0; r < static_cast<std::size_t>(rows); ++r) {
      const Vector3& d = here.direction[r];  // d . (omega x s) = (s x d) . omega
      c.journal.push_velocity(q, d, set.W);
      if (r > 0) c.journal.push_angular_velocity(q, here.arm.cross(d), set.W);  // n meets the centre
      c.ring.push_velocity(q, -d, set.W);
      c.ring.push_angular_velocity(q, d.cross(from_ring), set.W);
      set.W.finish_column();
    }
    set.finish_contact(k, rows > 1 ? Cone::coulomb : Cone::unilateral, rows, c.law.friction, c.law.restitution,
                       c.law.tangential_restitution);
  }
}

// (d . w)' at v' = 0  with  w = x' + omega_j x r u - y' - omega_r x s,  s = x - y + r u.  Seen from the ring, x moves
// at c = x' - y' - omega_r x (x - y), which turns u towards a x u = -t at -(t . c)/|e|:
//   u' = omega_r x u + t (t . c)/|e|,   n' = -u',   t' = omega_r x t + n (t . c)/|e|,   a' = omega_r x a.
void CircleInCircle::velocity_bias(const MechanicalSystem&, double, VecRef q, VecRef v, std::span<const Index> closed,
                                   Index first, VecOut bias) const {
  Index row = 0;
  for (const Index k : closed) {
    const auto& c = at(k - first).contact;
    const auto here = touch(at(k - first), q);
    const auto& [n, t, a] = here.direction;
    const Vector3 omega_j = c.journal.angular_velocity(q, v), omega_r = c.ring.angular_velocity(q, v);
    const Vector3 apart = c.journal.velocity(q, v) - c.ring.velocity(q, v);
    const Vector3 s = here.between + here.arm;
    const Vector3 w = apart + omega_j.cross(here.arm) - omega_r.cross(s);
    const double around = t.dot(apart - omega_r.cross(here.between));
    const double turning = here.eccentricity > 0.0 ? around / here.eccentricity : 0.0;
    const Vector3 arm_rate = omega_r.cross(here.arm) + c.radius * turning * t;
    const Vector3 acceleration = c.journal.acceleration_bias(q, v) +
                                 c.journal.angular_acceleration_bias(q, v).cross(here.arm) + omega_j.cross(arm_rate) -
                                 c.ring.acceleration_bias(q, v) - c.ring.angular_acceleration_bias(q, v).cross(s) -
                                 omega_r.cross(apart + arm_rate);
    const std::array<Vector3, 3> rate{omega_r.cross(n) - turning * t, omega_r.cross(t) + turning * n, omega_r.cross(a)};
    const Index rows = num_rows(k - first);
    for (Index r = 0; r < rows; ++r) {
      const auto i = static_cast<std::size_t>(r);
      bias[row++] = rate[i].dot(w) + here.direction[i].dot(acceleration);
    }
  }
}

std::optional<ContactPlace> CircleInCircle::place(double, VecRef q, Index k) const {
  const auto& c = at(k).contact;
  const auto here = touch(at(k), q);
  ContactPlace place;
  place.point = c.journal.position(q) + here.arm;
  std::copy_n(here.direction.begin(), num_rows(k), place.direction.begin());
  return place;
}

}  // namespace percuss
