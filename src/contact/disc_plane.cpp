// SPDX-License-Identifier: Apache-2.0
#include "contact/disc_plane.hpp"

#include <cmath>
#include <stdexcept>

namespace percuss {

void DiscPlane::add(Contact contact) {
  if (!(std::abs(contact.normal.squaredNorm() - 1.0) <= 1e-12))
    throw std::invalid_argument("DiscPlane: the normal is not of unit length");
  contacts_.push_back(std::move(contact));
}

double DiscPlane::gap(const Contact& c, VecRef q) const {
  return c.normal[0] * (q[c.disc.q] - c.point[0]) + c.normal[1] * (q[c.disc.q + 1] - c.point[1]) - c.disc.radius;
}

void DiscPlane::gaps(double, VecRef q, VecOut value) const {
  for (Index k = 0; k < size(); ++k) value[k] = gap(at(k), q);
}

void DiscPlane::normal_velocities(double, VecRef, VecRef v, VecOut rate) const {
  for (Index k = 0; k < size(); ++k) {
    const auto& c = at(k);
    rate[k] = c.normal[0] * v[c.disc.v] + c.normal[1] * v[c.disc.v + 1];
  }
}

void DiscPlane::append(double, VecRef, std::span<const Index> closed, Index first, ContactSet& set) const {
  const auto push = [&set](Index row, double value) {
    if (value != 0.0) set.W.push(row, value);  // most walls stand along an axis
  };
  for (const Index k : closed) {
    const auto& c = at(k - first);
    const Index rows = num_rows(k - first);
    push(c.disc.v, c.normal[0]);
    push(c.disc.v + 1, c.normal[1]);
    set.W.finish_column();
    if (rows > 1) {
      push(c.disc.v, -c.normal[1]);
      push(c.disc.v + 1, c.normal[0]);
      push(c.disc.v + 2, -c.disc.radius);
      set.W.finish_column();
    }
    set.finish_contact(k, rows > 1 ? Cone::coulomb : Cone::unilateral, rows, c.law.friction, c.law.restitution,
                       c.law.tangential_restitution);
  }
}

void DiscPlane::row_gaps(double, VecRef q, std::span<const Index> closed, Index first, VecOut value) const {
  value.setZero();
  Index row = 0;
  for (const Index k : closed) {
    value[row] = gap(at(k - first), q);
    row += num_rows(k - first);
  }
}

std::optional<ContactPlace> DiscPlane::place(double, VecRef q, Index k) const {
  const auto& c = at(k);
  const auto& n = c.normal;
  ContactPlace place;
  place.point << q.segment<2>(c.disc.q) - c.disc.radius * n, 0.0;
  place.direction[0] << n, 0.0;
  if (num_rows(k) > 1) place.direction[1] << -n[1], n[0], 0.0;
  return place;
}

}  // namespace percuss
