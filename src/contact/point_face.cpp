// SPDX-License-Identifier: Apache-2.0
#include "contact/point_face.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>

#include "contact/frame.hpp"
#include "core/memory_walk.hpp"

namespace percuss {

namespace {

/// Of a half length: round-off along a face; how far what slides onto it may lie below its plane, where it lay on
/// another face beside it, and sank into that by its impacts and drift.
constexpr double round_off = 1e-9, flush = 5e-4;

}  // namespace

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
  bodies_.push_back({number_of_body(contact.marker), number_of_body(contact.carrier)});
  contacts_.push_back({std::move(contact), direction});
  side_.push_back(Side::unknown);
  start_.emplace_back();
  forecast_.emplace_back();
}

std::size_t PointFace::number_of_body(const Marker& marker) {
  const auto found = std::find(first_rows_.begin(), first_rows_.end(), marker.first_row());
  if (found == first_rows_.end()) {
    first_rows_.push_back(marker.first_row());
    sunk_.push_back(0.0);
    return first_rows_.size() - 1;
  }
  return static_cast<std::size_t>(found - first_rows_.begin());
}

Index PointFace::num_rows(Index k) const {
  const auto& contact = at(k).contact;
  return contact.friction > 0.0 ? contact.marker.dimension() : 1;
}

bool PointFace::is_beyond(const Contact& contact, double along) {
  return std::abs(along) > (1.0 + round_off) * contact.half_length;
}

PointFace::Local PointFace::local(const Item& item, VecRef q) const {
  const auto& [c, axes] = item;
  const Vector3 s = c.carrier.rotation(q).transpose() * (c.marker.position(q) - c.carrier.position(q));
  const Vector3 from_face = s - c.face;
  return {s, axes[0].dot(from_face), axes[1].dot(from_face)};
}

void PointFace::restart() {
  std::fill(side_.begin(), side_.end(), Side::unknown);
  prepared_ = -std::numeric_limits<double>::infinity();
}

void PointFace::walk_memory(MemoryWalk& walk) {
  walk("side", side_);
  walk("prepared", prepared_);
}

void PointFace::prepare(double t, VecRef q, VecRef v, double h) {
  if (t < prepared_) restart();
  prepared_ = t;
  std::fill(sunk_.begin(), sunk_.end(), 0.0);
  for (Index k = 0; k < size(); ++k) {
    const auto& [c, axes] = at(k);
    const auto here = local(at(k), q);
    if (std::isfinite(c.half_length)) {
      const Vector3 u =
          h * c.carrier.rotation(q).transpose() * (c.marker.velocity(q, v) - c.carrier.at(here.s).velocity(q, v));
      start_[static_cast<std::size_t>(k)] = here;
      forecast_[static_cast<std::size_t>(k)] = {here.s + u, here.height + axes[0].dot(u), here.along + axes[1].dot(u)};
    }
    auto& side = side_[static_cast<std::size_t>(k)];
    if (!is_beyond(c, here.along)) {
      if (here.height >= 0.0)
        side = Side::over;
      else if (side == Side::unknown)
        side = here.height < -c.depth ? Side::behind : Side::over;
      if (side == Side::over)
        for (const auto body : bodies_[static_cast<std::size_t>(k)]) sunk_[body] = std::max(sunk_[body], -here.height);
    }
  }
  for (Index k = 0; k < size(); ++k) {
    const auto& c = at(k).contact;
    if (!std::isfinite(c.half_length)) continue;
    const auto& here = start_[static_cast<std::size_t>(k)];
    if (!is_beyond(c, here.along)) continue;
    const auto [point, face] = bodies_[static_cast<std::size_t>(k)];
    const double sunk = std::min(flush * c.half_length + 2.0 * std::max(sunk_[point], sunk_[face]), c.depth);
    side_[static_cast<std::size_t>(k)] = here.height < -sunk ? Side::behind : Side::unknown;
  }
}

/// Of how far from the middle the way from `start` to `end` crosses the plane of the face.
double PointFace::crossing(const Local& start, const Local& end) {
  return std::abs(start.along + start.height / (start.height - end.height) * (end.along - start.along));
}

/// A corner of a block that tips over a table's end comes down exactly there.
bool PointFace::comes_down_past_end(Index k) const {
  const auto& c = at(k).contact;
  const auto &start = start_[static_cast<std::size_t>(k)], &end = forecast_[static_cast<std::size_t>(k)];
  if (!std::isfinite(c.half_length) || !(start.height > 0.0 && end.height < 0.0)) return false;
  return crossing(start, end) > c.half_length - std::abs(end.along - start.along) / 16.0;
}

bool PointFace::is_mistaken(Index k, const Local& end) const {
  const double L = at(k).contact.half_length, by_the_end = L / 16.0, deep = L / 256.0;
  const auto& start = start_[static_cast<std::size_t>(k)];
  const auto side = side_[static_cast<std::size_t>(k)];
  if (side == Side::behind || end.height > -deep) return false;
  if (start.height < 0.0) return side == Side::over && std::abs(end.along) > L && end.height < start.height - deep;
  const double place = crossing(start, end);
  if (std::abs(place - L) < by_the_end) return false;
  const bool is_in_face = std::abs(end.along) <= L && (side == Side::over || end.height >= -at(k).contact.depth);
  return is_in_face != (place < L);
}

void PointFace::check_forecast() const {
  for (Index k = 0; k < size(); ++k) {
    const auto &start = start_[static_cast<std::size_t>(k)], &end = forecast_[static_cast<std::size_t>(k)];
    if (!std::isfinite(at(k).contact.half_length) || !is_mistaken(k, end)) continue;
    throw std::runtime_error(fmt::format(
        "contact `{}`: its point, {:.3g} m over the plane of the face, would be {:.3g} m below it and {:.3g} m "
        "beside its middle at the end of the step, where nothing tells whether it came through the face or "
        "past an end, {:.3g} m beside it; the step is too large",
        name(k), start.height, -end.height, std::abs(end.along), at(k).contact.half_length));
  }
}

bool PointFace::may_have_passed(VecRef q) const {
  for (Index k = 0; k < size(); ++k)
    if (std::isfinite(at(k).contact.half_length) && is_mistaken(k, local(at(k), q))) return true;
  return false;
}

PointFace::Touch PointFace::touch(Index k, VecRef q) const {
  const auto& [c, axes] = at(k);
  const auto side = side_[static_cast<std::size_t>(k)];
  const auto here = local(at(k), q);
  Touch touch{c.carrier.at(here.s), axes, here.height, false};
  if (is_beyond(c, here.along)) {
    touch.beside = true;
    touch.gap = std::hypot(std::abs(here.along) - c.half_length, here.height);
  } else if (here.height < 0.0 && (side == Side::behind || (side == Side::unknown && here.height < -c.depth))) {
    touch.beside = true;
    touch.gap = -here.height;
  }
  const Matrix3 R = c.carrier.rotation(q);
  for (auto& d : touch.direction) d = R * d;
  return touch;
}

void PointFace::gaps(double, VecRef q, VecOut gap) const {
  for (Index k = 0; k < size(); ++k) gap[k] = touch(k, q).gap;
}

void PointFace::normal_velocities(double, VecRef q, VecRef v, VecOut rate) const {
  for (Index k = 0; k < size(); ++k) {
    const auto here = touch(k, q);
    rate[k] = here.direction[0].dot(at(k).contact.marker.velocity(q, v) - here.opposite.velocity(q, v));
    if (here.beside || (here.gap > 0.0 && comes_down_past_end(k))) rate[k] = std::abs(rate[k]);
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
