// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <string>
#include <vector>

#include "contact/marker.hpp"

namespace percuss {

/// What a picture shows of a body, or of what stands still: points that move as markers do, and cells between them.
/// Drawn only: contacts know nothing of it.
struct DrawnShape {
  enum class Kind { vertex, line, polygon };
  struct Cell {
    Kind kind = Kind::line;     ///< vertex: one point; line: two or more in a row; polygon: three or more, closed
    std::vector<Index> points;  ///< numbers of points
  };
  std::vector<Marker> points;
  std::vector<Cell> cells;
  /// Of a body in minimal coordinates, whose points markers on its own rows cannot be: writes coordinates and
  /// velocities of poses, planar ones (x, y, phi) or points (x, y), which are what `points` are markers of. `q`, `v`
  /// are those of the system. Empty: points are markers of the system.
  std::function<void(VecRef q, VecRef v, Vector& poses, Vector& rates)> poses;

  /// Adds points and a cell of all of them.
  void add(Kind kind, const std::vector<Marker>& corners);
  /// Adds another shape, which has no poses.
  void add(const DrawnShape& other);
};

/// A straight or flat wall without ends, drawn as far as the model reaches: through `point` across `normal`, both fixed
/// to the body of `point`. In the plane a line, in space a square, on a line (dimension 1) a mark across it.
struct Wall {
  Marker point = Marker::ground(Vector3::Zero());
  Vector3 normal = Vector3::UnitX();  ///< to the free side, unit length, in the axes of the body
  Index dimension = 2;
};

/// What a contact of a model shows besides the bodies: walls, boxes, rings, guides.
struct Scenery {
  std::string name;  ///< of the contact in the model file
  DrawnShape shape;
  std::vector<Wall> walls;
};

}  // namespace percuss
