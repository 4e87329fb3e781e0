// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <vector>

#include "core/parameters.hpp"
#include "model/model.hpp"

namespace percuss {

/// What a rigid body is drawn as, in its axes; contacts know nothing of it. At most one of box, rod, polygon, hull and
/// radius.
struct ShapeOptions {
  std::vector<double> box{};      ///< length of each side > 0 [m]
  std::vector<double> centre{};   ///< of box or circle; empty: the reference point [m]
  std::vector<double> rod{};      ///< its two ends, one after the other [m]
  std::vector<double> polygon{};  ///< in the plane: corners in order [m]
  std::vector<double> hull{};     ///< in space: at most 64 points, whose convex hull it is [m]
  double radius = 0.0;            ///< of a circle in the plane, a sphere in space [m]; 0: none

  /// Faults of what the ranges of single numbers leave open; keys of the model file, `shape.box`, ...
  void check(Index dimension, std::vector<Fault>& faults) const;
  /// Empty where nothing is given. For options without faults.
  ShapeMaker maker(Index dimension) const;
};

/// A circle of 24 corners about a point of a body, in the plane of `x` and `y` of its axes, and a spoke along `x`.
void add_disc(DrawnShape& shape, const Marker& centre, double radius);
/// A circle as a polygon of `corners` corners, likewise.
std::vector<Marker> circle_about(const Marker& centre, double radius, const Vector3& x, const Vector3& y,
                                 Index corners);

/// The keys of a struct whose ShapeOptions `shape(options)` gives.
template <class Options, class Get>
void declare_shape(ParameterTable<Options>& t, Get shape, Index dimension) {
  const bool plane = dimension == 2;
  t.numbers(
       "shape.box", [shape](auto& o) -> auto& { return shape(o).box; }, "m",
       plane ? "drawn as a rectangle: its sides along the axes of the body, [a, b]"
             : "drawn as a box: its sides along the axes of the body, [a, b, c]",
       positive)
      .optional();
  t.numbers(
       "shape.centre", [shape](auto& o) -> auto& { return shape(o).centre; }, "m",
       "centre of `shape.box` or `shape.radius` in the axes of the body; default: its reference point")
      .optional();
  t.numbers(
       "shape.rod", [shape](auto& o) -> auto& { return shape(o).rod; }, "m",
       plane ? "drawn as a line: its ends in the axes of the body, [x1, y1, x2, y2]"
             : "drawn as a line: its ends in the axes of the body, [x1, y1, z1, x2, y2, z2]")
      .optional();
  if (plane)
    t.numbers(
         "shape.polygon", [shape](auto& o) -> auto& { return shape(o).polygon; }, "m",
         "drawn as a polygon: its corners in order, in the axes of the body, [x1, y1, x2, y2, ...]")
        .optional();
  else
    t.numbers(
         "shape.hull", [shape](auto& o) -> auto& { return shape(o).hull; }, "m",
         "drawn as the convex hull of at most 64 points in the axes of the body, [x1, y1, z1, x2, ...]")
        .optional();
  t.number(
       "shape.radius", [shape](auto& o) -> auto& { return shape(o).radius; }, "m",
       plane ? "drawn as a circle of this radius" : "drawn as a sphere of this radius", positive)
      .optional();
}

}  // namespace percuss
