// SPDX-License-Identifier: Apache-2.0
#include "model/body_shape.hpp"

#include <stdexcept>

#include "contact/frame.hpp"
#include "model/shape_options.hpp"

namespace percuss {

namespace {

std::vector<Marker> nodes_of(const ModelBody& body) {
  std::vector<Marker> markers;
  for (Index i = 0; i < body.nodes.count; ++i) markers.push_back(body.marker(i));
  return markers;
}

/// Along the axis of a body that has one.
std::vector<Marker> axis_points(const ModelBody& body, Index points_per_element) {
  std::vector<Marker> markers;
  for (Index i = 0; i < body.nodes.count; ++i) {
    markers.push_back(body.marker(i));
    if (i + 1 == body.nodes.count) break;
    const double x = body.nodes.reference(i)[0], length = body.nodes.reference(i + 1)[0] - x;
    for (Index p = 1; p < points_per_element; ++p) {
      const double part = static_cast<double>(p) / static_cast<double>(points_per_element);
      markers.push_back(body.marker(i, Vector3(x + part * length, 0.0, 0.0)));
    }
  }
  return markers;
}

void add_vertices(DrawnShape& shape) {
  const auto count = static_cast<Index>(shape.points.size());
  for (Index i = 0; i < count; ++i) shape.cells.push_back({DrawnShape::Kind::vertex, {i}});
}

}  // namespace

DrawnShape shape_of(const ModelBody& body, Index points_per_element) {
  if (points_per_element < 1) throw std::invalid_argument("shape_of: an element has one point or more");
  if (body.shape) return body.shape(body.q_offset, body.v_offset);
  DrawnShape shape;
  if (body.nodes.count == 0) return shape;
  if (!body.radii.empty()) {
    for (Index i = 0; i < body.nodes.count; ++i)
      add_disc(shape, body.marker(i), body.radii[static_cast<std::size_t>(i)]);
    return shape;
  }
  const bool has_axis = body.is_flexible() && body.length > 0.0;
  shape.points = has_axis ? axis_points(body, points_per_element) : nodes_of(body);
  // Nodes that move in the plane or in space may be a net: who knows which are neighbours.
  const bool in_a_row = shape.points.size() > 1 && (body.is_flexible() || body.nodes.dimension == 1);
  const bool is_known_between = has_axis || (in_a_row && !body.is_flexible());
  if (!is_known_between) add_vertices(shape);
  if (in_a_row) {
    shape.cells.push_back({DrawnShape::Kind::line, {}});
    for (std::size_t i = 0; i < shape.points.size(); ++i) shape.cells.back().points.push_back(static_cast<Index>(i));
  }
  return shape;
}

DrawnShape shape_of_walls(const std::vector<Wall>& walls, double extent) {
  constexpr double mark = 0.1;
  DrawnShape shape;
  for (const auto& [point, normal, dimension] : walls) {
    if (dimension == 3) {
      const Vector3 s = extent * tangents_of(normal)[0], t = extent * tangents_of(normal)[1];
      shape.add(DrawnShape::Kind::polygon,
                {point.beside(-s - t), point.beside(s - t), point.beside(s + t), point.beside(t - s)});
    } else {
      const Vector3 t = (dimension == 1 ? mark : 1.0) * extent * quarter_turn(normal);
      shape.add(DrawnShape::Kind::line, {point.beside(-t), point.beside(t)});
    }
  }
  return shape;
}

}  // namespace percuss
