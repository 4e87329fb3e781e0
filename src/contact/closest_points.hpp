// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "contact/marker.hpp"

namespace percuss {

/// A point of a line of straight segments: that of segment i, from node i to node i + 1, at the share s of it.
struct LinePoint {
  Index segment = 0;
  double s = 0.0;  ///< in [0, 1]
};

/// The point of the segment from a to b closest to p, as its share of the segment before it is cut to [0, 1]; 0 where
/// the segment has no length.
double share_of_segment(const Vector3& p, const Vector3& a, const Vector3& b);

/// The closest points  a_0 + s (a_1 - a_0),  b_0 + t (b_1 - b_0)  of two segments; of parallel ones any of them.
struct SegmentShares {
  double s, t;
};
SegmentShares closest_of_segments(const Vector3& a0, const Vector3& a1, const Vector3& b0, const Vector3& b1);

/// Where a line that is nearly straight, its nodes evenly spread, has the share s of its length.
inline LinePoint on_straight_line(Index segments, double s) {
  const double place = std::clamp(s, 0.0, 1.0) * static_cast<double>(segments);
  const Index i = std::min(static_cast<Index>(place), segments - 1);
  return {i, place - static_cast<double>(i)};
}

template <class Line>
Vector3 at(const Line& line, const LinePoint& point) {
  return (1.0 - point.s) * line(point.segment) + point.s * line(point.segment + 1);
}

/// A point of a line, and how far it is from what it is the closest to.
struct ClosePoint {
  LinePoint point;
  double squared_distance;
};
/// Of segment i of a line, closest to p.
template <class Line>
ClosePoint closest_on_segment(const Vector3& p, const Line& line, Index i) {
  const LinePoint point{i, std::clamp(share_of_segment(p, line(i), line(i + 1)), 0.0, 1.0)};
  return {point, (p - at(line, point)).squaredNorm()};
}

/// The closest points of two lines.
struct LinePair {
  LinePoint a, b;
  double squared_distance;
};
/// Of segment i of one and segment j of the other.
template <class A, class B>
LinePair closest_on_segments(const A& a, Index i, const B& b, Index j) {
  const auto [s, t] = closest_of_segments(a(i), a(i + 1), b(j), b(j + 1));
  LinePair pair{{i, s}, {j, t}, 0.0};
  pair.squared_distance = (at(b, pair.b) - at(a, pair.a)).squaredNorm();
  return pair;
}

/// Down from segment to neighbouring segment while that comes closer: `on(i)` gives what is closest on segment i, with
/// its `squared_distance`.
template <class On>
auto descend(Index i, Index segments, On&& on) {
  auto best = on(i);
  for (Index from = -1; from != i;) {
    from = i;
    for (const Index further : {from - 1, from + 1}) {
      if (further < 0 || further >= segments) continue;
      if (const auto other = on(further); other.squared_distance < best.squared_distance) {
        best = other;
        i = further;
      }
    }
  }
  return best;
}

/// The point of a line closest to p: down along the line from where the straight line through its ends is closest. Of a
/// line that is bent so much that it has several nearest points it is one of these. `line(i)`: node i of `segments`
/// + 1.
template <class Line>
LinePoint closest_on_line(const Vector3& p, const Line& line, Index segments) {
  const Index start = on_straight_line(segments, share_of_segment(p, line(0), line(segments))).segment;
  return descend(start, segments, [&](Index i) { return closest_on_segment(p, line, i); }).point;
}

/// The closest points of segment i of a line and of another line, down from a segment of that.
template <class A, class B>
LinePair closest_to_segment(const A& a, Index i, const B& b, Index b_segments, Index start) {
  return descend(start, b_segments, [&](Index j) { return closest_on_segments(a, i, b, j); });
}

/// The closest points of two lines, likewise: down along one line, on the other the closest for each segment of it.
template <class A, class B>
LinePair closest_of_lines(const A& a, Index a_segments, const B& b, Index b_segments) {
  const auto [s, t] = closest_of_segments(a(0), a(a_segments), b(0), b(b_segments));
  const Index start = on_straight_line(a_segments, s).segment;
  Index along = on_straight_line(b_segments, t).segment;
  return descend(start, a_segments, [&](Index i) {
    const auto pair = closest_to_segment(a, i, b, b_segments, along);
    along = pair.b.segment;
    return pair;
  });
}

/// Closest points that move on as the lines do: from the segments of `start` to the next ones only through the nodes
/// between them, so that a place with others near it that are as close stays the same place.
template <class A, class B>
LinePair follow_lines(const A& a, Index a_segments, const B& b, Index b_segments, Index a_start, Index b_start) {
  const auto beyond = [](const LinePoint& p) { return p.s <= 0.0 ? -1 : p.s >= 1.0 ? 1 : 0; };
  auto best = closest_on_segments(a, a_start, b, b_start);
  for (bool moved = true; moved;) {
    moved = false;
    const auto from = best;
    const Index a_next = from.a.segment + beyond(from.a), b_next = from.b.segment + beyond(from.b);
    for (const Index i : {from.a.segment, a_next})
      for (const Index j : {from.b.segment, b_next}) {
        if (i < 0 || j < 0 || i >= a_segments || j >= b_segments) continue;
        if (i == from.a.segment && j == from.b.segment) continue;
        if (const auto other = closest_on_segments(a, i, b, j); other.squared_distance < best.squared_distance) {
          best = other;
          moved = true;
        }
      }
  }
  return best;
}

}  // namespace percuss
