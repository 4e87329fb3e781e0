// SPDX-License-Identifier: Apache-2.0
#include "contact/point_plane.hpp"

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "contact/frame.hpp"

namespace percuss {

void PointPlane::add(Contact contact) {
  double squared = 0.0;
  for (const double n : contact.normal) squared += n * n;
  if (!(std::abs(squared - 1.0) <= 1e-12)) throw std::invalid_argument("PointPlane: the normal is not of unit length");
  if (contact.friction > 0.0 && contact.dimension == 1)
    throw std::invalid_argument("PointPlane: a point that moves on a line has no tangential direction for friction");
  Item item{std::move(contact), 0.0, {}};
  const auto& c = item.contact;
  for (std::size_t i = 0; i < 3; ++i) {
    item.offset += c.normal[i] * (c.reference[i] - c.plane[i]);
    extent_ = std::max({extent_, std::abs(c.reference[i]), std::abs(c.plane[i])});
  }
  item.direction[0] = c.normal;
  if (c.dimension == 2) item.direction[1] = {-c.normal[1], c.normal[0], 0.0};
  if (c.dimension == 3) {
    const auto tangents = tangents_of({c.normal[0], c.normal[1], c.normal[2]});
    for (std::size_t i = 0; i < 3; ++i) {
      item.direction[1][i] = tangents[0][static_cast<Index>(i)];
      item.direction[2][i] = tangents[1][static_cast<Index>(i)];
    }
  }
  contacts_.push_back(std::move(item));
}

Index PointPlane::num_rows(Index k) const { return at(k).friction > 0.0 ? at(k).dimension : 1; }

void PointPlane::gaps(double, VecRef q, VecOut gap) const {
  for (Index k = 0; k < size(); ++k) {
    const auto& item = contacts_[static_cast<std::size_t>(k)];
    gap[k] = item.offset;
    for (std::size_t i = 0; i < static_cast<std::size_t>(item.contact.dimension); ++i)
      gap[k] += item.direction[0][i] * q[item.contact.q_row[i]];
  }
}

void PointPlane::normal_velocities(double, VecRef, VecRef v, VecOut rate) const {
  for (Index k = 0; k < size(); ++k) {
    const auto& item = contacts_[static_cast<std::size_t>(k)];
    rate[k] = 0.0;
    for (std::size_t i = 0; i < static_cast<std::size_t>(item.contact.dimension); ++i)
      rate[k] += item.direction[0][i] * v[item.contact.v_row[i]];
  }
}

void PointPlane::append(double, VecRef, std::span<const Index> closed, Index first, ContactSet& set) const {
  for (const Index k : closed) {
    const auto& [c, offset, direction] = contacts_[static_cast<std::size_t>(k - first)];
    const Index rows = num_rows(k - first);
    for (std::size_t r = 0; r < static_cast<std::size_t>(rows); ++r) {
      for (std::size_t i = 0; i < static_cast<std::size_t>(c.dimension); ++i)
        if (direction[r][i] != 0.0) set.W.push(c.v_row[i], direction[r][i]);
      set.W.finish_column();
    }
    set.finish_contact(k, rows > 1 ? Cone::coulomb : Cone::unilateral, rows, c.friction, c.restitution,
                       c.tangential_restitution);
  }
}

std::optional<ContactPlace> PointPlane::place(double, VecRef q, Index k) const {
  const auto& [c, offset, direction] = contacts_[static_cast<std::size_t>(k)];
  ContactPlace place;
  for (std::size_t i = 0; i < 3; ++i) {
    const auto axis = static_cast<Index>(i);
    place.point[axis] = c.reference[i];
    if (axis < c.dimension) place.point[axis] += q[c.q_row[i]];
    for (std::size_t r = 0; r < static_cast<std::size_t>(num_rows(k)); ++r) place.direction[r][axis] = direction[r][i];
  }
  return place;
}

}  // namespace percuss
