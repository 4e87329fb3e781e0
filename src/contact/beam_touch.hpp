// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cmath>
#include <optional>

#include "contact/beam_group.hpp"
#include "contact/frame.hpp"

namespace percuss {

// Where beams of a group touch: members of BeamGroup that take places of nodes from a list or from markers.

template <class Node>
auto BeamGroup::line_of(Index beam, Node& node) const {
  return [&node, first = first_[static_cast<std::size_t>(beam)]](Index i) { return node(first + i); };
}

/// Of the sum R of the radii: a crossing closer to a node is left to the node.
constexpr double near_node = 1e-5;
/// Of R: lines as close as this run through each other.
constexpr double no_normal = 1e-12;
/// Of R: a node that is farther off than this from where its segment is closest does not lie on the other beam.
constexpr double on_one_level = 0.05;

/// Whether the segments u and w, with the sine |u x w|/(|u| |w|), are too skew for nodes to do for them.
inline bool is_skew(double cross, double u, double w, double R) {
  const double longer = std::max(u, w);
  return cross * cross > 8e-6 * R * R * longer * longer;
}

/// Of a point of a segment from the node that is nearest, [m].
inline double from_node(const LinePoint& at, double length) { return std::min(at.s, 1.0 - at.s) * length; }

/// It is the first or the last point of its line.
inline bool is_end(const LinePoint& at, Index segments) {
  return (at.segment == 0 && at.s <= 0.0) || (at.segment == segments - 1 && at.s >= 1.0);
}

/// Normal and gap of the points that are set; lines that meet get a normal across both.
template <class Node>
void BeamGroup::measure(Node&& node, Touch& touch) const {
  const auto a = line_of(touch.a, node), b = line_of(touch.b, node);
  const Vector3 d = at(b, touch.on_b) - at(a, touch.on_a);
  const double distance = d.norm(), R = touching(touch.a, touch.b);
  touch.gap = distance - R;
  if (distance > no_normal * R) {
    touch.n = d / distance;
    return;
  }
  const Vector3 along = b(touch.on_b.segment + 1) - b(touch.on_b.segment);
  const Vector3 across = (a(touch.on_a.segment + 1) - a(touch.on_a.segment)).cross(along);
  if (dimension_ == 2)
    touch.n = quarter_turn(along).stableNormalized();
  else
    touch.n =
        across.squaredNorm() > 0.0 ? Vector3(across.stableNormalized()) : tangents_of(along.stableNormalized())[0];
}

template <class Node>
void BeamGroup::touch_at_node(Index node_id, Index other, Node&& node, Touch& touch) const {
  const Index own = beam_of_[static_cast<std::size_t>(node_id)],
              local = node_id - first_[static_cast<std::size_t>(own)];
  const Index segment = std::min(local, num_segments(own) - 1);
  const LinePoint at_node{segment, static_cast<double>(local - segment)};
  const auto line = line_of(other, node);
  const auto closest = closest_on_line(node(node_id), line, num_segments(other));
  const bool is_first = own < other;
  const double length = (line(closest.segment + 1) - line(closest.segment)).norm();
  touch.counts = is_first || from_node(closest, length) > near_node * touching(own, other);
  LinePair points{at_node, closest, 0.0};
  if (const auto lower = lower_than(node_id, other, closest, node)) {
    points = *lower;  // so that the slot is at the same place when it counts again
    touch.counts = dimension_ == 2 && std::sqrt(lower->squared_distance) <= no_normal * touching(own, other);
  }
  touch.a = is_first ? own : other;
  touch.b = is_first ? other : own;
  touch.on_a = is_first ? points.a : points.b;
  touch.on_b = is_first ? points.b : points.a;
}

/// A point of the segments at a node that is closer to the other beam and tells of their contact: a crossing, the end
/// of the other beam where the node is beside it, or deeper by some level. The ball around the node would be struck by
/// what moves along the beam. Nodes of beams that lie along each other have no such point.
template <class Node>
std::optional<LinePair> BeamGroup::lower_than(Index node_id, Index other, const LinePoint& closest, Node&& node) const {
  const auto own = static_cast<std::size_t>(beam_of_[static_cast<std::size_t>(node_id)]);
  const auto line = line_of(other, node);
  const double R = touching(static_cast<Index>(own), other);
  const Vector3 here = node(node_id), to_other = at(line, closest) - here;
  for (const Index next : {node_id - 1, node_id + 1}) {
    if (next < first_[own] || next >= first_[own + 1]) continue;
    const Vector3 there = node(next), along = there - here;
    if (!(along.dot(to_other) > 0.0)) continue;  // it leads away, and further along it all the more
    const auto towards = [&](Index i) { return i == 0 ? here : there; };
    auto lower = closest_to_segment(towards, 0, line, num_segments(other), closest.segment);
    const double length = along.norm();
    if (lower.a.s * length <= near_node * R) continue;
    const bool at_end = is_end(lower.b, num_segments(other)) && is_end(closest, num_segments(other));
    const Vector3 across = line(lower.b.segment + 1) - line(lower.b.segment);
    const Vector3 lowest = at(line, lower.b) - (1.0 - lower.a.s) * here - lower.a.s * there;
    const double skew = std::abs(along.cross(across).dot(lowest.stableNormalized()));
    const bool crosses = (1.0 - lower.a.s) * length > near_node * R && is_skew(skew, length, across.norm(), R);
    if (!at_end && !crosses && to_other.norm() - std::sqrt(lower.squared_distance) <= on_one_level * R) continue;
    lower.a.segment = std::min(node_id, next) - first_[own];
    if (next < node_id) lower.a.s = 1.0 - lower.a.s;
    return lower;
  }
  return std::nullopt;
}

/// Both points are within their segments, which are skew.
template <class Node>
bool BeamGroup::is_crossing(Index a, Index b, const LinePair& points, Node&& node) const {
  const Index i = first_[static_cast<std::size_t>(a)] + points.a.segment;
  const Index j = first_[static_cast<std::size_t>(b)] + points.b.segment;
  const Vector3 u = node(i + 1) - node(i), w = node(j + 1) - node(j);
  const double R = touching(a, b), far_enough = near_node * R;
  return from_node(points.a, u.norm()) > far_enough && from_node(points.b, w.norm()) > far_enough &&
         is_skew(u.cross(w).norm(), u.norm(), w.norm(), R);
}

/// Where slot k follows the crossing of two beams.
template <class Node>
LinePair BeamGroup::followed(Index k, Node&& node) const {
  const Index a = pairs_[k].i - num_nodes(), b = pairs_[k].j - num_nodes();
  const auto line_a = line_of(a, node), line_b = line_of(b, node);
  const auto& start = start_[static_cast<std::size_t>(k)];
  if (start.a < 0) return closest_of_lines(line_a, num_segments(a), line_b, num_segments(b));
  return follow_lines(line_a, num_segments(a), line_b, num_segments(b), start.a, start.b);
}

/// Another crossing of two beams, on the segments that start at the nodes of the slot, besides the one that is
/// followed.
template <class Node>
void BeamGroup::touch_at_segments(Index k, Node&& node, Touch& touch) const {
  const Index i = pairs_[k].i - first_segment_id(), j = pairs_[k].j - first_segment_id();
  touch.a = beam_of_[static_cast<std::size_t>(i)];
  touch.b = beam_of_[static_cast<std::size_t>(j)];
  const auto points = closest_on_segments(line_of(touch.a, node), i - first_[static_cast<std::size_t>(touch.a)],
                                          line_of(touch.b, node), j - first_[static_cast<std::size_t>(touch.b)]);
  touch.on_a = points.a;
  touch.on_b = points.b;
  if (!is_crossing(touch.a, touch.b, points, node)) return;
  const Index main = start_[static_cast<std::size_t>(k)].main;
  const auto known = main < 0 ? LinePair{{-1, 0.0}, {-1, 0.0}, 0.0} : followed(main, node);
  touch.counts = known.a.segment != points.a.segment || known.b.segment != points.b.segment;
}

template <class Node>
BeamGroup::Touch BeamGroup::touch(Index k, Node&& node) const {
  Touch touch{};
  if (const auto& slot = pairs_[k]; slot.i < num_nodes()) {
    touch_at_node(slot.i, slot.j - num_nodes(), node, touch);
  } else if (slot.i < first_segment_id()) {
    touch.a = slot.i - num_nodes();
    touch.b = slot.j - num_nodes();
    const auto points = followed(k, node);
    touch.on_a = points.a;
    touch.on_b = points.b;
    touch.counts = is_crossing(touch.a, touch.b, points, node);
  } else {
    touch_at_segments(k, node, touch);
  }
  measure(node, touch);
  return touch;
}

}  // namespace percuss
