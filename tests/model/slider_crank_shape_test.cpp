// SPDX-License-Identifier: Apache-2.0
#include "model/slider_crank_shape.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "tests/model/drawn_points.hpp"

namespace percuss {
namespace slider_crank_shape_test {

TEST(SliderCrankShape, HangsTogether) {
  std::mt19937 random(1);
  const SliderCrankOptions options;
  const auto shape = slider_crank_shape(options, 2, 1);
  for (int trial = 0; trial < 5; ++trial) {
    const Vector q = random_vector(5, random), v = random_vector(4, random);
    const Matrix points = drawn_positions(shape, q, v);  // crank: 0, 1; rod: 2, 3; slider: 4 to 7
    EXPECT_EQ(points.col(0), Vector3(0.0, 0.0, 0.0));
    const Vector3 pin(0.153 * std::cos(q[2]), 0.153 * std::sin(q[2]), 0.0);
    const Vector3 end = pin + Vector3(0.306 * std::cos(q[3]), 0.306 * std::sin(q[3]), 0.0);
    EXPECT_LE((points.col(1) - pin).norm(), 1e-15);
    EXPECT_LE((points.col(2) - pin).norm(), 1e-15);
    EXPECT_LE((points.col(3) - end).norm(), 1e-15);
    EXPECT_LE((points.rightCols(4).rowwise().mean() - end).norm(), 1e-15);
    EXPECT_NEAR((points.col(5) - points.col(4)).norm(), 0.1, 1e-15);
    EXPECT_NEAR((points.col(6) - points.col(5)).norm(), 0.05, 1e-15);
    const Vector3 along = points.col(5) - points.col(4);
    EXPECT_NEAR(std::remainder(std::atan2(along[1], along[0]) - q[4], 2.0 * std::acos(-1.0)), 0.0, 1e-14);
  }
}

TEST(SliderCrankShape, MovesAtTheRatesOfItsPoints) {
  std::mt19937 random(2);
  const auto shape = slider_crank_shape({}, 2, 1);
  const Vector q = random_vector(5, random), v = random_vector(4, random);
  Vector rate_of_q = Vector::Zero(5);
  rate_of_q.tail(3) = v.tail(3);
  expect_velocities(shape, q, v, rate_of_q);
}

}  // namespace slider_crank_shape_test
}  // namespace percuss
