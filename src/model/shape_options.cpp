// SPDX-License-Identifier: Apache-2.0
#include "model/shape_options.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <string>
#include <utility>

#include "model/convex_hull.hpp"

namespace percuss {

namespace {

constexpr std::size_t most_hull_points = 64;
constexpr Index corners_of_circles = 24;

/// The points of a list of coordinates; what is left over at its end is no point.
std::vector<Vector3> points_of(const std::vector<double>& list, Index dimension) {
  const auto each = static_cast<std::size_t>(dimension);
  std::vector<Vector3> points;
  for (std::size_t i = 0; i + each <= list.size(); i += each) {
    points.emplace_back(Vector3::Zero());
    for (std::size_t axis = 0; axis < each; ++axis) points.back()[static_cast<Index>(axis)] = list[i + axis];
  }
  return points;
}

void check_points(const char* key, const std::vector<double>& list, Index dimension, std::size_t least,
                  std::size_t most, std::vector<Fault>& faults) {
  if (list.empty()) return;
  const auto each = static_cast<std::size_t>(dimension), count = list.size() / each;
  if (list.size() % each == 0 && count >= least && count <= most) return;
  const auto points = least == most ? fmt::format("{}", least)
                      : most < 1000 ? fmt::format("{} to {}", least, most)
                                    : fmt::format("at least {}", least);
  faults.push_back({{},
                    key,
                    fmt::format("{} numbers", list.size()),
                    fmt::format("give {} coordinates of each of {} points, in one list", dimension, points)});
}

/// Points that have an extent, in one direction or in two.
void check_extent(const char* key, const std::vector<Vector3>& points, bool in_two, const char* message,
                  const char* remedy, std::vector<Fault>& faults) {
  constexpr double round_off = 1e-9;
  Vector3 furthest = Vector3::Zero();
  for (const auto& p : points)
    if ((p - points.front()).norm() > furthest.norm()) furthest = p - points.front();
  double off_line = 0.0;
  for (const auto& p : points) off_line = std::max(off_line, furthest.cross(p - points.front()).norm());
  if (!(furthest.norm() > 0.0) || (in_two && !(off_line > round_off * furthest.squaredNorm())))
    faults.push_back({{}, key, message, remedy});
}

DrawnShape box_of(const std::vector<double>& sides, const Vector3& centre, const Marker& body) {
  DrawnShape shape;
  const Index dimension = static_cast<Index>(sides.size());
  const auto corner = [&](double x, double y, double z) {
    Vector3 from_centre = Vector3::Zero();
    const std::array<double, 3> half{x, y, z};
    for (std::size_t i = 0; i < sides.size(); ++i) from_centre[static_cast<Index>(i)] = 0.5 * half[i] * sides[i];
    return body.at(centre + from_centre);
  };
  if (dimension == 2) {
    shape.add(DrawnShape::Kind::polygon, {corner(-1, -1, 0), corner(1, -1, 0), corner(1, 1, 0), corner(-1, 1, 0)});
    return shape;
  }
  for (const double z : {-1.0, 1.0})
    for (const double y : {-1.0, 1.0})
      for (const double x : {-1.0, 1.0}) shape.points.push_back(corner(x, y, z));
  for (const auto& face : std::vector<std::vector<Index>>{
           {0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}})
    shape.cells.push_back({DrawnShape::Kind::polygon, face});
  return shape;
}

DrawnShape polygon_of(const std::vector<Vector3>& corners, DrawnShape::Kind kind, const Marker& body) {
  std::vector<Marker> markers;
  for (const auto& corner : corners) markers.push_back(body.at(corner));
  DrawnShape shape;
  shape.add(kind, markers);
  return shape;
}

/// Its corners alone: points within it are not kept.
DrawnShape hull_of(const std::vector<Vector3>& points, const Marker& body) {
  DrawnShape shape;
  std::vector<Index> number(points.size(), -1);
  for (auto face : hull_faces(points)) {
    for (auto& corner : face) {
      auto& its = number[static_cast<std::size_t>(corner)];
      if (its < 0) {
        its = static_cast<Index>(shape.points.size());
        shape.points.push_back(body.at(points[static_cast<std::size_t>(corner)]));
      }
      corner = its;
    }
    shape.cells.push_back({DrawnShape::Kind::polygon, std::move(face)});
  }
  return shape;
}

/// Three great circles.
DrawnShape sphere_of(double radius, const Marker& centre) {
  DrawnShape shape;
  for (Index axis = 0; axis < 3; ++axis) {
    const auto first = static_cast<Index>(shape.points.size());
    shape.add(DrawnShape::Kind::line, circle_about(centre, radius, Vector3::Unit((axis + 1) % 3),
                                                   Vector3::Unit((axis + 2) % 3), corners_of_circles));
    shape.cells.back().points.push_back(first);
  }
  return shape;
}

}  // namespace

std::vector<Marker> circle_about(const Marker& centre, double radius, const Vector3& x, const Vector3& y,
                                 Index corners) {
  std::vector<Marker> markers;
  for (Index i = 0; i < corners; ++i) {
    const double angle = 2.0 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(corners);
    markers.push_back(centre.beside(radius * (std::cos(angle) * x + std::sin(angle) * y)));
  }
  return markers;
}

void add_disc(DrawnShape& shape, const Marker& centre, double radius) {
  const auto first = static_cast<Index>(shape.points.size());
  shape.add(DrawnShape::Kind::polygon,
            circle_about(centre, radius, Vector3::UnitX(), Vector3::UnitY(), corners_of_circles));
  shape.points.push_back(centre);
  shape.cells.push_back({DrawnShape::Kind::line, {first + corners_of_circles, first}});
}

void ShapeOptions::check(Index dimension, std::vector<Fault>& faults) const {
  std::vector<std::string> given;
  for (const auto& [key, list] : {std::pair{"shape.box", &box}, std::pair{"shape.rod", &rod},
                                  std::pair{"shape.polygon", &polygon}, std::pair{"shape.hull", &hull}})
    if (!list->empty()) given.emplace_back(key);
  if (radius != 0.0) given.emplace_back("shape.radius");
  if (given.size() > 1)
    faults.push_back(
        {{}, given[1], fmt::format("the body has two shapes, `{}` and `{}`", given[0], given[1]), "give one of them"});
  if (dimension == 2 && !hull.empty())
    faults.push_back({{}, "shape.hull", "a hull is for bodies in space", "give `shape.polygon`"});
  if (dimension == 3 && !polygon.empty())
    faults.push_back({{}, "shape.polygon", "a polygon is for bodies in the plane", "give `shape.hull`"});
  check_points("shape.box", box, dimension, 1, 1, faults);
  check_points("shape.centre", centre, dimension, 1, 1, faults);
  if (!centre.empty() && box.empty() && radius == 0.0)
    faults.push_back({{}, "shape.centre", "there is nothing that has a centre", "give `shape.box` or `shape.radius`"});
  check_points("shape.rod", rod, dimension, 2, 2, faults);
  if (rod.size() == 2 * static_cast<std::size_t>(dimension))
    check_extent("shape.rod", points_of(rod, dimension), false, "the rod has no length", "give two different ends",
                 faults);
  check_points("shape.polygon", polygon, 2, 3, 100000, faults);
  if (polygon.size() >= 6)
    check_extent("shape.polygon", points_of(polygon, 2), true, "the corners lie on a line",
                 "give corners of a polygon, or `shape.rod`", faults);
  check_points("shape.hull", hull, 3, 3, most_hull_points, faults);
  if (hull.size() >= 9)
    check_extent("shape.hull", points_of(hull, 3), true, "all points lie on a line",
                 "give three points or more that do not, or `shape.rod`", faults);
}

ShapeMaker ShapeOptions::maker(Index dimension) const {
  if (box.empty() && rod.empty() && polygon.empty() && hull.empty() && radius == 0.0) return {};
  return [*this, dimension](Index q, Index v) {
    const auto body = dimension == 2 ? Marker::planar(q, v, Vector3::Zero()) : Marker::spatial(q, v, Vector3::Zero());
    const Vector3 middle = centre.empty() ? Vector3(Vector3::Zero()) : points_of(centre, dimension).front();
    if (!box.empty()) return box_of(box, middle, body);
    if (!rod.empty()) return polygon_of(points_of(rod, dimension), DrawnShape::Kind::line, body);
    if (!polygon.empty()) return polygon_of(points_of(polygon, dimension), DrawnShape::Kind::polygon, body);
    if (!hull.empty()) return hull_of(points_of(hull, dimension), body);
    if (dimension == 3) return sphere_of(radius, body.at(middle));
    DrawnShape circle;
    add_disc(circle, body.at(middle), radius);
    return circle;
  };
}

}  // namespace percuss
