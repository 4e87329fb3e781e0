// SPDX-License-Identifier: Apache-2.0
#include "contact/marker_plane.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "contact/frame.hpp"

namespace percuss {

void MarkerPlane::add(Contact contact) {
  constexpr double round_off = 1e-12;
  const auto& n = contact.normal;
  if (!(std::abs(n.squaredNorm() - 1.0) <= round_off))
    throw std::invalid_argument("MarkerPlane: the normal is not of unit length");
  if (contact.friction > 0.0 && contact.marker.dimension() < 2)
    throw std::invalid_argument("MarkerPlane: a point that moves on a line has no tangential direction for friction");
  if (contact.tangent.isZero(0.0))
    contact.tangent = contact.marker.dimension() == 3 ? tangents_of(n)[0] : quarter_turn(n);
  const auto& t = contact.tangent;
  if (contact.marker.dimension() > 1 &&
      !(std::abs(t.squaredNorm() - 1.0) <= round_off && std::abs(n.dot(t)) <= round_off))
    throw std::invalid_argument("MarkerPlane: normal and tangent are not orthonormal");
  const Vector3 binormal = n.cross(t);
  std::array<Vector3, 3> direction{n, t, binormal};
  extent_ = std::max({extent_, contact.radius, contact.plane.lpNorm<Eigen::Infinity>(),
                      contact.marker.point().lpNorm<Eigen::Infinity>()});
  contacts_.push_back({std::move(contact), direction});
}

Index MarkerPlane::num_rows(Index k) const {
  const auto& contact = at(k).contact;
  return contact.friction > 0.0 ? contact.marker.dimension() : 1;
}

bool MarkerPlane::has_constant_jacobian() const {
  return std::all_of(contacts_.begin(), contacts_.end(), [](const Item& item) {
    const auto& c = item.contact;  // omega of a section in space is not linear in the rates of its rotation vector
    const bool turns = c.radius > 0.0 && c.friction > 0.0 && c.marker.can_turn() && c.marker.dimension() == 3;
    return c.marker.has_constant_jacobian() && !turns;
  });
}

void MarkerPlane::gaps(double, VecRef q, VecOut gap) const {
  for (Index k = 0; k < size(); ++k) {
    const auto& c = at(k).contact;
    gap[k] = c.normal.dot(c.marker.position(q) - c.plane) - c.radius;
  }
}

void MarkerPlane::normal_velocities(double, VecRef q, VecRef v, VecOut rate) const {
  for (Index k = 0; k < size(); ++k) rate[k] = at(k).contact.normal.dot(at(k).contact.marker.velocity(q, v));
}

void MarkerPlane::append(double, VecRef q, std::span<const Index> closed, Index first, ContactSet& set) const {
  for (const Index k : closed) {
    const auto& [c, direction] = at(k - first);
    const Index rows = num_rows(k - first);
    for (std::size_t r = 0; r < static_cast<std::size_t>(rows); ++r) {
      c.marker.push_velocity(q, direction[r], set.W);
      if (r > 0 && c.radius > 0.0) c.marker.push_angular_velocity(q, -c.radius * c.normal.cross(direction[r]), set.W);
      set.W.finish_column();
    }
    set.finish_contact(k, rows > 1 ? Cone::coulomb : Cone::unilateral, rows, c.friction, c.restitution,
                       c.tangential_restitution);
  }
}

void MarkerPlane::velocity_bias(const MechanicalSystem&, double, VecRef q, VecRef v, std::span<const Index> closed,
                                Index first, VecOut bias) const {
  Index row = 0;
  for (const Index k : closed) {
    const auto& c = at(k - first).contact;
    Vector3 acceleration = c.marker.acceleration_bias(q, v);
    if (c.radius > 0.0) acceleration -= c.marker.angular_acceleration_bias(q, v).cross(c.radius * c.normal);
    const Index rows = num_rows(k - first);
    for (Index r = 0; r < rows; ++r)
      bias[row++] = at(k - first).direction[static_cast<std::size_t>(r)].dot(acceleration);
  }
}

std::optional<ContactPlace> MarkerPlane::place(double, VecRef q, Index k) const {
  ContactPlace place;
  place.point = at(k).contact.marker.position(q) - at(k).contact.radius * at(k).contact.normal;
  std::copy_n(at(k).direction.begin(), num_rows(k), place.direction.begin());
  return place;
}

}  // namespace percuss
