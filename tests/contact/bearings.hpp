// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "contact/circle_in_circle.hpp"
#include "tests/contact/moving_contacts.hpp"

namespace percuss {

inline constexpr double circle_rounding = 2e-14;  // some eps of sums of products of numbers of order 1 to 10

inline CircleInCircle::Contact bearing(const Marker& journal, const Marker& ring, double friction = 0.3) {
  CircleInCircle::Contact contact;
  contact.name = "bearing";
  contact.journal = journal;
  contact.ring = ring;
  contact.radius = 0.3;
  contact.ring_radius = 1.0;
  contact.law = {friction, 0.5, 0.25};
  return contact;
}

/// gamma of all rows.
inline Vector rates(const CircleInCircle& contacts, const Vector& q, const Vector& v) {
  return jacobian(contacts, v.size(), q).transpose() * v;
}

inline double gap_of(const CircleInCircle& contacts, const Vector& q) {
  Vector gap(1);
  contacts.gaps(0.0, q, gap);
  return gap[0];
}

}  // namespace percuss
