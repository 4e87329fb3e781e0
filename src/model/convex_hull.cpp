// SPDX-License-Identifier: Apache-2.0
#include "model/convex_hull.hpp"

#include <algorithm>
#include <cmath>

#include "contact/frame.hpp"

namespace percuss {

namespace {

constexpr double hull_round_off =
    1e-9;  // of the extent of all points, within which they lie in a plane; of sines, in line

const Vector3& point_of(const std::vector<Vector3>& points, Index i) { return points[static_cast<std::size_t>(i)]; }

/// The corners of the convex hull of points in a plane across n, counter-clockwise about n: from the point furthest
/// along one direction, again and again the point that leaves all others to the left.
std::vector<Index> corners_of(const std::vector<Vector3>& points, const std::vector<Index>& in_plane, const Vector3& n,
                              double tolerance) {
  const Vector3 along = tangents_of(n)[0], across = tangents_of(n)[1];
  const auto first = *std::min_element(in_plane.begin(), in_plane.end(), [&](Index a, Index b) {
    const Vector3 d = point_of(points, b) - point_of(points, a);
    const double ahead = d.dot(along);
    return std::abs(ahead) > tolerance ? ahead > 0.0 : d.dot(across) > 0.0;
  });
  std::vector<Index> corners{first};
  while (corners.size() <= in_plane.size()) {
    const Vector3& here = point_of(points, corners.back());
    Index next = -1;
    for (const Index i : in_plane) {
      const Vector3 d = point_of(points, i) - here;
      if (i == corners.back() || d.norm() <= tolerance) continue;
      if (next < 0) {
        next = i;
        continue;
      }
      const Vector3 best = point_of(points, next) - here;
      const double turn = n.dot(best.cross(d));  // < 0: i lies to the right
      const bool in_line = std::abs(turn) <= hull_round_off * best.norm() * d.norm();
      if (in_line ? d.norm() > best.norm() : turn < 0.0) next = i;
    }
    if (next < 0 || (point_of(points, next) - point_of(points, first)).norm() <= tolerance) break;
    corners.push_back(next);
  }
  return corners;
}

/// The points in the plane through one of them; empty where there are points above it.
std::vector<Index> points_in_plane(const std::vector<Vector3>& points, const Vector3& in_it, const Vector3& n,
                                   double tolerance) {
  std::vector<Index> found;
  for (std::size_t i = 0; i < points.size(); ++i) {
    const double height = n.dot(points[i] - in_it);
    if (height > tolerance) return {};
    if (height >= -tolerance) found.push_back(static_cast<Index>(i));
  }
  return found;
}

}  // namespace

std::vector<std::vector<Index>> hull_faces(const std::vector<Vector3>& points) {
  double extent = 0.0;
  for (const auto& p : points) extent = std::max(extent, (p - points.front()).norm());
  const double tolerance = hull_round_off * extent;
  const auto count = static_cast<Index>(points.size());
  std::vector<std::vector<Index>> planes, faces;  // what lies in each plane, ascending, and its corners
  const auto try_plane = [&](const Vector3& in_it, const Vector3& n) {
    auto found = points_in_plane(points, in_it, n, tolerance);
    const auto is_within = [&](const std::vector<Index>& other) {
      return std::includes(other.begin(), other.end(), found.begin(), found.end());
    };
    if (found.empty() || std::any_of(planes.begin(), planes.end(), is_within)) return;
    faces.push_back(corners_of(points, found, n, tolerance));
    planes.push_back(std::move(found));
  };
  for (Index i = 0; i < count; ++i)
    for (Index j = i + 1; j < count; ++j)
      for (Index k = j + 1; k < count; ++k) {
        const Vector3 a = point_of(points, j) - point_of(points, i), b = point_of(points, k) - point_of(points, i);
        const Vector3 across = a.cross(b);
        if (across.norm() <= hull_round_off * a.norm() * b.norm()) continue;
        const Vector3 n = across.normalized();
        try_plane(point_of(points, i), n);
        try_plane(point_of(points, i), -n);
      }
  return faces;
}

}  // namespace percuss
