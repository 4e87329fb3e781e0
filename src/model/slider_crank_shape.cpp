// SPDX-License-Identifier: Apache-2.0
#include "model/slider_crank_shape.hpp"

#include <cmath>

namespace percuss {

DrawnShape slider_crank_shape(const SliderCrankOptions& options, Index q, Index v) {
  const double l1 = options.crank.length, l2 = options.rod.length;
  const double a = options.slider.half_length, b = options.slider.half_height;
  const auto on = [](Index pose, double x, double y) { return Marker::planar(3 * pose, 3 * pose, Vector3(x, y, 0.0)); };
  DrawnShape shape;
  shape.add(DrawnShape::Kind::line, {on(0, 0.0, 0.0), on(0, l1, 0.0)});
  shape.add(DrawnShape::Kind::line, {on(1, 0.0, 0.0), on(1, l2, 0.0)});
  shape.add(DrawnShape::Kind::polygon, {on(2, -a, -b), on(2, a, -b), on(2, a, b), on(2, -a, b)});
  shape.poses = [l1, l2, q, v](VecRef positions, VecRef velocities, Vector& poses, Vector& rates) {
    poses.setZero(9);
    rates.setZero(9);
    for (Index i = 0; i < 3; ++i) {
      const double angle = positions[q + i], rate = velocities[v + i];
      poses[3 * i + 2] = angle;
      rates[3 * i + 2] = rate;
      if (i == 2) break;
      const double length = i == 0 ? l1 : l2, x = length * std::cos(angle), y = length * std::sin(angle);
      poses.segment<2>(3 * i + 3) = poses.segment<2>(3 * i) + Eigen::Vector2d(x, y);
      rates.segment<2>(3 * i + 3) = rates.segment<2>(3 * i) + rate * Eigen::Vector2d(-y, x);
    }
  };
  return shape;
}

}  // namespace percuss
