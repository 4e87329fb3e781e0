// SPDX-License-Identifier: Apache-2.0
#include "contact/face_sides.hpp"

#include <algorithm>
#include <cmath>

namespace percuss {

namespace {

/// Of a half length: round-off along a face; how far what slides onto it may lie below its plane, where it lay on
/// another face beside it, and sank into that by its impacts and drift.
constexpr double round_off = 1e-9, flush = 5e-4;

bool is_beyond(double end, const FaceSides::Place& place) { return std::abs(place.along) > (1.0 + round_off) * end; }

/// Of how far from the middle the way from `start` to `end` crosses the plane of the face.
double crossing(const FaceSides::Place& start, const FaceSides::Place& end) {
  return std::abs(start.along + start.height / (start.height - end.height) * (end.along - start.along));
}

bool forecast_comes_down_past(double end, const FaceSides::Start& start) {
  const auto &now = start.now, &forecast = start.forecast;
  if (!(now.height > 0.0 && forecast.height < 0.0)) return false;
  return crossing(now, forecast) > (1.0 + round_off) * end - std::abs(forecast.along - now.along) / 16.0;
}

}  // namespace

void FaceSides::add(double half_length, double depth, Index body_of_point, Index body_of_face) {
  pairs_.push_back({.half_length = half_length,
                    .depth = depth,
                    .bodies = {number_of(body_of_point), number_of(body_of_face)},
                    .end = half_length});
  start_.emplace_back();
}

std::size_t FaceSides::number_of(Index body) {
  const auto found = std::find(bodies_.begin(), bodies_.end(), body);
  if (found != bodies_.end()) return static_cast<std::size_t>(found - bodies_.begin());
  bodies_.push_back(body);
  sunk_.push_back(0.0);
  pairs_over_.emplace_back();
  return bodies_.size() - 1;
}

void FaceSides::restart() {
  for (auto& pair : pairs_) {
    pair.side = Side::unknown;
    pair.end = pair.half_length;
  }
  prepared_ = -std::numeric_limits<double>::infinity();
}

void FaceSides::walk_memory(MemoryWalk& walk) {
  walk("pairs", pairs_);
  walk("prepared", prepared_);
}

void FaceSides::decide() {
  note_contacts();
  for (std::size_t k = 0; k < pairs_.size(); ++k) {
    auto& pair = pairs_[k];
    if (!std::isfinite(pair.half_length)) continue;
    const auto& now = start_[k].now;
    const double L = pair.half_length, s = std::min(sunk(pair), pair.depth);
    pair.end = L;
    if (std::abs(std::abs(now.along) - L) < s) pair.end += s * which_way_held(k, s);
    if (is_beyond(pair.end, now)) pair.side = now.height < -s ? Side::behind : Side::unknown;
    pair.comes_down_past_end = forecast_comes_down_past(pair.end, start_[k]);
  }
}

/// Which pairs are in front of their faces or have come into them, and how deep bodies have sunk in by that.
void FaceSides::note_contacts() {
  std::fill(sunk_.begin(), sunk_.end(), 0.0);
  for (auto& list : pairs_over_) list.clear();
  for (std::size_t k = 0; k < pairs_.size(); ++k) {
    auto& pair = pairs_[k];
    const auto& now = start_[k].now;
    if (is_beyond(pair.end, now)) continue;
    if (now.height >= 0.0)
      pair.side = Side::over;
    else if (pair.side == Side::unknown)
      pair.side = now.height < -pair.depth ? Side::behind : Side::over;
    if (pair.side != Side::over) continue;
    for (const auto body : pair.bodies) {
      sunk_[body] = std::max(sunk_[body], -now.height);
      pairs_over_[body].push_back(k);
    }
  }
}

double FaceSides::sunk(const Pair& pair) const {
  const auto [point, face] = pair.bodies;
  return flush * pair.half_length + 2.0 * std::max(sunk_[point], sunk_[face]);
}

/// The point lies within s of the plane of contacts which push its body away from the face's past the near end of the
/// face (-1), or back from there (+1): by their normals, to 25 degrees. Back, where some push so and some the other
/// way: both bodies stand on a third. 0 where nothing holds them there. What lies on the other side of that plane than
/// its body would have to is held by nobody: a block that meets the lower one of two which lie on each other.
int FaceSides::which_way_held(std::size_t k, double s) const {
  const auto& [point, face] = pairs_[k].bodies;
  const Vector3 out = start_[k].now.along > 0.0 ? start_[k].t : Vector3(-start_[k].t);
  const double lies_out = (start_[k].body - start_[k].point).dot(out);
  bool out_there = false, back = false;
  for (const auto body : {point, face})
    for (const auto other : pairs_over_[body]) {
      const auto& [now, forecast, x, n, t, inside] = start_[other];
      if (other == k || now.height > s || std::abs((start_[k].point - x).dot(n) + now.height) > s) continue;
      const bool pushes_body = pairs_[other].bodies[0] == body;  // by its normal
      const double turned = (pushes_body == (body == point) ? 1.0 : -1.0) * n.dot(out);
      out_there |= turned > 0.9 && lies_out > -s;
      back |= turned < -0.9 && lies_out < s;
    }
  return back ? 1 : out_there ? -1 : 0;
}

FaceSides::Standing FaceSides::standing(Index k, const Place& place) const {
  const auto& pair = at(k);
  const auto& [height, along] = place;
  if (is_beyond(pair.end, place)) return {true, std::hypot(std::abs(along) - pair.end, height)};
  const bool is_behind =
      height < 0.0 && (pair.side == Side::behind || (pair.side == Side::unknown && height < -pair.depth));
  return {is_behind, is_behind ? -height : height};
}

bool FaceSides::is_mistaken(Index k, const Place& end) const {
  const auto& pair = at(k);
  const double L = pair.half_length, by_the_end = L / 16.0, deep = L / 256.0;
  if (!std::isfinite(L) || pair.side == Side::behind || end.height > -deep) return false;
  const auto& now = start_[static_cast<std::size_t>(k)].now;
  if (now.height < 0.0) return pair.side == Side::over && std::abs(end.along) > L && end.height < now.height - deep;
  const double place = crossing(now, end);
  if (std::abs(place - L) < by_the_end) return false;
  const bool is_in_face = std::abs(end.along) <= L && (pair.side == Side::over || end.height >= -pair.depth);
  return is_in_face != (place < L);
}

}  // namespace percuss
