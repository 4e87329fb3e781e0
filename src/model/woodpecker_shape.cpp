// SPDX-License-Identifier: Apache-2.0
#include "model/woodpecker_shape.hpp"

#include <utility>
#include <vector>

namespace percuss {

namespace {

/// A point of the toy: the rates of its coordinates over (y, phi_M, phi_S).
struct LinearPoint {
  Vector3 x, y;
};

/// Rows of points that are numbered as they come.
class LinearPoints {
 public:
  explicit LinearPoints(double spring) : spring_(spring) {}
  /// (x, y) from the middle of the sleeve.
  Marker on_sleeve(double x, double y) { return add({{0.0, -y, 0.0}, {1.0, x, 0.0}}, x, y); }
  /// (x, y) from the spring, which is at (lM, 0) on the sleeve.
  Marker on_bird(double x, double y) { return add({{0.0, 0.0, -y}, {1.0, spring_, x}}, spring_ + x, y); }
  const std::vector<LinearPoint>& points() const { return points_; }

 private:
  Marker add(LinearPoint point, double x, double y) {
    const auto row = static_cast<Index>(2 * points_.size());
    points_.push_back(std::move(point));
    return Marker::translation(2, row, row, Vector3(x, y, 0.0));
  }
  double spring_;
  std::vector<LinearPoint> points_;
};

void move_points(const std::vector<LinearPoint>& points, const Vector3& along, Vector& moved) {
  moved.resize(static_cast<Index>(2 * points.size()));
  Index row = 0;
  for (const auto& point : points) {
    moved[row++] = point.x.dot(along);
    moved[row++] = point.y.dot(along);
  }
}

}  // namespace

DrawnShape woodpecker_shape(const WoodpeckerPole::Geometry& g, Index q, Index v) {
  LinearPoints toy(g.sleeve_to_spring);
  const double r = g.sleeve_radius, h = g.sleeve_half_height, lG = g.spring_to_bird, hS = g.beak_height;
  const double belly = 0.25 * hS;  // half the width of what only a picture needs
  DrawnShape shape;
  shape.add(DrawnShape::Kind::polygon,
            {toy.on_sleeve(-r, -h), toy.on_sleeve(r, -h), toy.on_sleeve(r, h), toy.on_sleeve(-r, h)});
  shape.add(DrawnShape::Kind::line,
            {toy.on_sleeve(r, 0.0), toy.on_sleeve(g.sleeve_to_spring, 0.0), toy.on_bird(lG, 0.0)});
  shape.add(DrawnShape::Kind::line, {toy.on_bird(lG - g.beak_length, hS), toy.on_bird(lG, hS), toy.on_bird(lG, -hS)});
  shape.add(DrawnShape::Kind::polygon,
            {toy.on_bird(lG, -hS), toy.on_bird(lG + belly, 0.0), toy.on_bird(lG, hS), toy.on_bird(lG - belly, 0.0)});
  shape.poses = [points = toy.points(), q, v](VecRef positions, VecRef velocities, Vector& poses, Vector& rates) {
    move_points(points, positions.segment<3>(q), poses);
    move_points(points, velocities.segment<3>(v), rates);
  };
  return shape;
}

}  // namespace percuss
