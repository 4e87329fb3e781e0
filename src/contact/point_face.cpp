// SPDX-License-Identifier: Apache-2.0
#include "contact/point_face.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <tuple>

#include "contact/frame.hpp"

namespace percuss {

void PointFace::add(Contact contact) {
  const auto& n = contact.normal;
  if (!(std::abs(n.squaredNorm() - 1.0) <= 1e-12))
    throw std::invalid_argument("PointFace: the normal is not of unit length");
  const Index dimension = contact.carrier.dimension();
  if (dimension < 2 || contact.marker.dimension() != dimension)
    throw std::invalid_argument("PointFace: point and face do not move in the same plane or space");
  if (!(contact.half_length > 0.0) || (dimension == 3 && std::isfinite(contact.half_length)))
    throw std::invalid_argument("PointFace: a face has a positive length, and in space no ends");
  if (!(contact.depth > 0.0)) throw std::invalid_argument("PointFace: a face has a positive depth");
  const auto direction = contact_frame(n, dimension);
  for (const Vector3& place : {contact.marker.point(), contact.carrier.point(), contact.face})
    extent_ = std::max(extent_, place.lpNorm<Eigen::Infinity>());
  sides_.add(contact.half_length, contact.depth, contact.marker.first_row(), contact.carrier.first_row());
  contacts_.push_back({std::move(contact), direction});
}

Index PointFace::num_rows(Index k) const {
  const auto& contact = at(k).contact;
  return contact.friction > 0.0 ? contact.marker.dimension() : 1;
}

void PointFace::restart() { sides_.restart(); }

void PointFace::walk_memory(MemoryWalk& walk) { walk("sides", sides_); }

/// The point in the axes R of the carrier.
Vector3 PointFace::in_carrier(const Contact& c, const Matrix3& R, VecRef q) {
  return R.transpose() * (c.marker.position(q) - c.carrier.position(q));
}

FaceSides::Place PointFace::place_of(const Item& item, const Vector3& s) {
  const Vector3 from_face = s - item.contact.face;
  return {item.direction[0].dot(from_face), item.direction[1].dot(from_face)};
}

FaceSides::Place PointFace::place_of(Index k, VecRef q) const {
  const auto& c = at(k).contact;
  return place_of(at(k), in_carrier(c, c.carrier.rotation(q), q));
}

FaceSides::Start PointFace::start(const Item& item, VecRef q, VecRef v, double h) const {
  const auto& [c, axes] = item;
  const Matrix3 R = c.carrier.rotation(q);
  const Vector3 s = in_carrier(c, R, q);
  const Vector3 u = h * R.transpose() * (c.marker.velocity(q, v) - c.carrier.at(s).velocity(q, v));
  return {place_of(item, s), place_of(item, s + u), c.marker.position(q),
          R * axes[0],       R * axes[1],           c.marker.frame().position(q)};
}

void PointFace::prepare(double t, VecRef q, VecRef v, double h) {
  sides_.prepare(t, [&](Index k) { return start(at(k), q, v, h); });
}

void PointFace::check_forecast() const {
  for (Index k = 0; k < size(); ++k) {
    const auto& [now, end] = std::tie(sides_.start(k).now, sides_.start(k).forecast);
    if (!sides_.is_mistaken(k, end)) continue;
    throw std::runtime_error(fmt::format(
        "contact `{}`: its point, {:.3g} m {} the plane of the face, would be {:.3g} m below it and {:.3g} m "
        "beside its middle at the end of the step, where nothing tells whether it came through the face or "
        "past an end, {:.3g} m beside it; the step is too large",
        name(k), std::abs(now.height), now.height < 0.0 ? "below" : "over", -end.height, std::abs(end.along),
        at(k).contact.half_length));
  }
}

bool PointFace::may_have_passed(VecRef q) const {
  for (Index k = 0; k < size(); ++k)
    if (sides_.has_ends(k) && sides_.is_mistaken(k, place_of(k, q))) return true;
  return false;
}

PointFace::Touch PointFace::touch(Index k, VecRef q) const {
  const auto& [c, axes] = at(k);
  const Matrix3 R = c.carrier.rotation(q);
  const Vector3 s = in_carrier(c, R, q);
  Touch touch{c.carrier.at(s), axes, sides_.standing(k, place_of(at(k), s))};
  for (auto& d : touch.direction) d = R * d;
  return touch;
}

void PointFace::gaps(double, VecRef q, VecOut gap) const {
  for (Index k = 0; k < size(); ++k) gap[k] = sides_.standing(k, place_of(k, q)).gap;
}

void PointFace::normal_velocities(double, VecRef q, VecRef v, VecOut rate) const {
  for (Index k = 0; k < size(); ++k) {
    const auto here = touch(k, q);
    rate[k] = here.direction[0].dot(at(k).contact.marker.velocity(q, v) - here.opposite.velocity(q, v));
    const auto& [is_beside, gap] = here.standing;
    if (is_beside || (gap > 0.0 && sides_.comes_down_past_end(k))) rate[k] = std::abs(rate[k]);
  }
}

void PointFace::append(double, VecRef q, std::span<const Index> closed, Index first, ContactSet& set) const {
  for (const Index k : closed) {
    const auto& c = at(k - first).contact;
    const auto here = touch(k - first, q);
    const Index rows = num_rows(k - first);
    for (std::size_t r = 0; r < static_cast<std::size_t>(rows); ++r) {
      c.marker.push_velocity(q, here.direction[r], set.W);
      here.opposite.push_velocity(q, -here.direction[r], set.W);
      set.W.finish_column();
    }
    set.finish_contact(k, rows > 1 ? Cone::coulomb : Cone::unilateral, rows, c.friction, c.restitution,
                       c.tangential_restitution);
  }
}

// (d . u)' at v' = 0:  d' . u + d . (x'' - a_s - omega x u),  since the point s of the carrier that x meets moves on by
// u. The directions turn with the carrier.
void PointFace::velocity_bias(const MechanicalSystem&, double, VecRef q, VecRef v, std::span<const Index> closed,
                              Index first, VecOut bias) const {
  Index row = 0;
  for (const Index k : closed) {
    const auto& c = at(k - first).contact;
    const auto here = touch(k - first, q);
    const auto& d = here.direction;
    const Vector3 omega = c.carrier.angular_velocity(q, v);
    const Vector3 u = c.marker.velocity(q, v) - here.opposite.velocity(q, v);
    const Vector3 acceleration =
        c.marker.acceleration_bias(q, v) - here.opposite.acceleration_bias(q, v) - omega.cross(u);
    const Index rows = num_rows(k - first);
    for (Index r = 0; r < rows; ++r) {
      const auto& direction = d[static_cast<std::size_t>(r)];
      bias[row++] = omega.cross(direction).dot(u) + direction.dot(acceleration);
    }
  }
}

std::optional<ContactPlace> PointFace::place(double, VecRef q, Index k) const {
  ContactPlace place;
  place.point = at(k).contact.marker.position(q);
  const auto here = touch(k, q);
  std::copy_n(here.direction.begin(), num_rows(k), place.direction.begin());
  return place;
}

}  // namespace percuss
