// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <gtest/gtest.h>

#include "model/shape.hpp"
#include "tests/model/differences.hpp"

namespace percuss {

/// Where the points of a shape are, one in each column.
inline Matrix drawn_positions(const DrawnShape& shape, const Vector& q, const Vector& v) {
  Vector poses = q, rates = v;
  if (shape.poses) shape.poses(q, v, poses, rates);
  Matrix points(3, static_cast<Index>(shape.points.size()));
  for (Index i = 0; i < points.cols(); ++i) points.col(i) = shape.points[static_cast<std::size_t>(i)].position(poses);
  return points;
}

/// The velocities of the points are the rates of their positions as q moves at q' = `rate_of_q`: by central
/// differences, whose error is 1e-12 of third derivatives of order 10, and round-off over the step.
inline void expect_velocities(const DrawnShape& shape, const Vector& q, const Vector& v, const Vector& rate_of_q) {
  constexpr double h = 1e-6;
  const Matrix ahead = drawn_positions(shape, q + h * rate_of_q, v),
               behind = drawn_positions(shape, q - h * rate_of_q, v);
  Vector poses = q, rates = v;
  if (shape.poses) shape.poses(q, v, poses, rates);
  for (Index i = 0; i < ahead.cols(); ++i) {
    const Vector3 velocity = shape.points[static_cast<std::size_t>(i)].velocity(poses, rates);
    EXPECT_LE((velocity - (ahead.col(i) - behind.col(i)) / (2.0 * h)).norm(), 1e-9) << "point " << i;
  }
}

/// Cells have as many points as their kinds ask for, all of them there.
inline void expect_valid_cells(const DrawnShape& shape) {
  for (const auto& cell : shape.cells) {
    const auto count = cell.points.size();
    switch (cell.kind) {
      case DrawnShape::Kind::vertex:
        EXPECT_EQ(count, 1u);
        break;
      case DrawnShape::Kind::line:
        EXPECT_GE(count, 2u);
        break;
      case DrawnShape::Kind::polygon:
        EXPECT_GE(count, 3u);
        break;
    }
    for (const Index i : cell.points) {
      EXPECT_GE(i, 0);
      EXPECT_LT(i, static_cast<Index>(shape.points.size()));
    }
  }
}

}  // namespace percuss
