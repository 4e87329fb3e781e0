// SPDX-License-Identifier: Apache-2.0
#include "model/woodpecker_shape.hpp"

#include <gtest/gtest.h>

#include <random>

#include "tests/model/drawn_points.hpp"

namespace percuss {
namespace woodpecker_shape_test {

constexpr Index below = 1, above = 2, beak = 7;  // points: sleeve 0 to 3, spring 4 to 6, bird from 7 on

TEST(WoodpeckerShape, TouchesThePoleWhereItsContactsDo) {
  std::mt19937 random(1);
  const WoodpeckerPole::Geometry geometry;
  const auto shape = woodpecker_shape(geometry, 1, 2);
  expect_valid_cells(shape);
  const WoodpeckerPole pole("pole", 1, 2, geometry, {});
  for (int trial = 0; trial < 5; ++trial) {
    const Vector q = 0.3 * random_vector(4, random);
    const Matrix points = drawn_positions(shape, q, Vector::Zero(5));
    Vector gap(3);
    pole.gaps(0.0, q, gap);
    Index k = 0;
    for (const Index point : {beak, below, above}) {
      EXPECT_LE((points.col(point) - pole.place(0.0, q, k)->point).norm(), 1e-15) << k;
      EXPECT_NEAR(points(0, point) - geometry.pole_radius, gap[k], 1e-16) << k;
      ++k;
    }
  }
}

TEST(WoodpeckerShape, IsTheSketchWhereNothingIsTurned) {
  const auto shape = woodpecker_shape({}, 0, 0);
  const Matrix points = drawn_positions(shape, Eigen::Vector3d(0.5, 0.0, 0.0), Vector::Zero(3));
  EXPECT_LE((points.col(0) - Vector3(-0.0031, 0.5 - 0.0058, 0.0)).norm(), 1e-15);  // -rM, -hM
  EXPECT_LE((points.col(5) - Vector3(0.010, 0.5, 0.0)).norm(), 1e-15);             // lM
  EXPECT_LE((points.col(6) - Vector3(0.025, 0.5, 0.0)).norm(), 1e-15);             // lM + lG
  EXPECT_LE((points.col(beak) - Vector3(0.0049, 0.52, 0.0)).norm(), 1e-15);        // lM + lG - lS, hS
}

TEST(WoodpeckerShape, MovesAtTheRatesOfItsPoints) {
  std::mt19937 random(2);
  const auto shape = woodpecker_shape({}, 1, 2);
  const Vector q = random_vector(4, random), v = random_vector(5, random);
  Vector rate_of_q = Vector::Zero(4);
  rate_of_q.tail(3) = v.tail(3);
  expect_velocities(shape, q, v, rate_of_q);
}

}  // namespace woodpecker_shape_test
}  // namespace percuss
