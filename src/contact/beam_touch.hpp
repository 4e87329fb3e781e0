// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "contact/beam_group.hpp"
#include "contact/frame.hpp"

namespace percuss {

// Where beams of a group touch: members of BeamGroup that take places of nodes from a list or from markers.

/// Of the sum R of the radii: a crossing closer to a node is left to the node.
constexpr double near_node = 1e-3;

/// Of a point of a segment from the node that is nearest, [m].
inline double from_node(const LinePoint& at, double length) { return std::min(at.s, 1.0 - at.s) * length; }

/// Normal and gap of the points that are set; lines that meet get a normal across both.
template <class Node>
void BeamGroup::measure(Node&& node, Touch& touch) const {
  const auto line = [&](Index beam) {
    return [&node, first = first_[static_cast<std::size_t>(beam)]](Index i) { return node(first + i); };
  };
  const auto a = line(touch.a), b = line(touch.b);
  const Vector3 d = at(b, touch.on_b) - at(a, touch.on_a);
  const double distance = d.norm(), R = touching(touch.a, touch.b);
  touch.gap = distance - R;
  if (distance > 1e-12 * R) {
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
  const auto line = [&node, first = first_[static_cast<std::size_t>(other)]](Index i) { return node(first + i); };
  const auto closest = closest_on_line(node(node_id), line, num_segments(other));
  const bool is_first = own < other;
  touch.a = is_first ? own : other;
  touch.b = is_first ? other : own;
  touch.on_a = is_first ? at_node : closest;
  touch.on_b = is_first ? closest : at_node;
  const double length = (line(closest.segment + 1) - line(closest.segment)).norm();
  touch.counts = is_first || from_node(closest, length) > near_node * touching(own, other);
}

template <class Node>
void BeamGroup::touch_at_crossing(Node&& node, Touch& touch) const {
  const auto a = [&node, first = first_[static_cast<std::size_t>(touch.a)]](Index i) { return node(first + i); };
  const auto b = [&node, first = first_[static_cast<std::size_t>(touch.b)]](Index i) { return node(first + i); };
  const auto closest = closest_of_lines(a, num_segments(touch.a), b, num_segments(touch.b));
  touch.on_a = closest.a;
  touch.on_b = closest.b;
  const Vector3 u = a(closest.a.segment + 1) - a(closest.a.segment);
  const Vector3 w = b(closest.b.segment + 1) - b(closest.b.segment);
  const double R = touching(touch.a, touch.b), longer = std::max(u.norm(), w.norm());
  touch.counts = from_node(closest.a, u.norm()) > near_node * R && from_node(closest.b, w.norm()) > near_node * R &&
                 u.cross(w).squaredNorm() > 8e-6 * R * R * longer * longer;
}

template <class Node>
BeamGroup::Touch BeamGroup::touch(const PairSlots::Slot& slot, Node&& node) const {
  Touch touch{};
  if (slot.i < num_nodes()) {
    touch_at_node(slot.i, slot.j - num_nodes(), node, touch);
  } else {
    touch.a = slot.i - num_nodes();
    touch.b = slot.j - num_nodes();
    touch_at_crossing(node, touch);
  }
  measure(node, touch);
  return touch;
}

}  // namespace percuss
