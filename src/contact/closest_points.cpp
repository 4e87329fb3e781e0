// SPDX-License-Identifier: Apache-2.0
#include "contact/closest_points.hpp"

namespace percuss {

double share_of_segment(const Vector3& p, const Vector3& a, const Vector3& b) {
  const Vector3 along = b - a;
  const double squares = along.squaredNorm();
  return squares > 0.0 ? along.dot(p - a) / squares : 0.0;
}

/// The closest points of the lines without ends; where the first is off its segment, its end and the point closest to
/// that; likewise the second.
SegmentShares closest_of_segments(const Vector3& a0, const Vector3& a1, const Vector3& b0, const Vector3& b1) {
  const Vector3 u = a1 - a0, w = b1 - b0, r = a0 - b0;
  const double uu = u.squaredNorm(), ww = w.squaredNorm(), uw = u.dot(w), ur = u.dot(r), wr = w.dot(r);
  const auto cut = [](double x) { return std::clamp(x, 0.0, 1.0); };
  if (!(uu > 0.0)) return {0.0, cut(share_of_segment(a0, b0, b1))};
  if (!(ww > 0.0)) return {cut(share_of_segment(b0, a0, a1)), 0.0};
  const double cross = u.cross(w).squaredNorm();
  double s = cross > 0.0 ? cut((uw * wr - ur * ww) / cross) : 0.0;
  const double t = (uw * s + wr) / ww;
  if (t >= 0.0 && t <= 1.0) return {s, t};
  s = cut(((t < 0.0 ? 0.0 : uw) - ur) / uu);
  return {s, cut(t)};
}

}  // namespace percuss
