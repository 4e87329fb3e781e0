// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/cone_scaling.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

namespace percuss {
namespace cone_scaling_test {

/// Of the operations on numbers of order one; points near the boundary lose some digits.
constexpr double rounding = 1e-11;

void expect_near(const ConeVector& a, const ConeVector& b, double tolerance = rounding) {
  for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(a[i], b[i], tolerance);
}

/// Inside the cone, in space, in the plane and without friction in turn.
ConeVector random_inside(std::mt19937& random, int components) {
  std::normal_distribution<double> number;
  std::uniform_real_distribution<double> share(0.0, 0.95);
  ConeVector v{std::exp(number(random)), 0.0, 0.0};
  const double angle = number(random), length = share(random) * v[0];
  if (components > 1) v[1] = length * std::cos(angle);
  if (components > 2) v[2] = length * std::sin(angle);
  return v;
}

double smallest_eigenvalue(const ConeVector& v) { return v[0] - std::hypot(v[1], v[2]); }

TEST(ConeScaling, OfOneComponentIsTheRootOfTheRatio) {
  const ConeScaling W({4.0, 0.0, 0.0}, {9.0, 0.0, 0.0});
  EXPECT_DOUBLE_EQ(W.lambda()[0], 6.0);
  EXPECT_DOUBLE_EQ(W.times({1.0, 0.0, 0.0})[0], 1.5);
  EXPECT_DOUBLE_EQ(W.squared()[0], 2.25);
}

TEST(ConeScaling, TakesForceAndVelocityToTheSamePoint) {
  std::mt19937 random(1);
  for (int sample = 0; sample < 200; ++sample) {
    const int components = 1 + sample % 3;
    const auto p = random_inside(random, components), q = random_inside(random, components);
    const ConeScaling W(p, q);
    expect_near(W.times(p), W.lambda());
    expect_near(W.divide(q), W.lambda());
    expect_near(W.divide(W.times(q)), q);
    EXPECT_NEAR(cone_determinant(W.lambda()), std::sqrt(cone_determinant(p) * cone_determinant(q)), rounding);
    for (std::size_t j = 0; j < 3; ++j) {
      ConeVector e{};
      e[j] = 1.0;
      const auto column = W.times(W.times(e));
      const auto square = W.squared();
      for (std::size_t i = 0; i < 3; ++i) EXPECT_NEAR(square[3 * i + j], column[i], rounding * (1.0 + square[0]));
    }
    const double low = smallest_eigenvalue(W.lambda());
    // two roots of numbers that are nearly equal where the other eigenvalue is nearly the same
    EXPECT_NEAR(cone_centrality(p, q), low * low, 1e-7 * (1.0 + low * low));
  }
}

TEST(ConeProduct, HasAQuotient) {
  std::mt19937 random(2);
  for (int sample = 0; sample < 100; ++sample) {
    const auto a = random_inside(random, 3), b = random_inside(random, 3);
    expect_near(cone_product(a, cone_quotient(b, a)), b);
    expect_near(cone_product(a, b), cone_product(b, a));
  }
  expect_near(cone_product({2.0, 1.0, -1.0}, {3.0, 0.5, 2.0}), {4.5, 4.0, 1.0});
}

// Along d the smaller eigenvalue is positive before the boundary and zero there; straight up there is none.
TEST(ConeReach, IsWhereTheSmallerEigenvalueVanishes) {
  std::mt19937 random(3);
  std::normal_distribution<double> number;
  int bounded = 0;
  for (int sample = 0; sample < 300; ++sample) {
    const int components = 1 + sample % 3;
    const auto v = random_inside(random, components);
    ConeVector d{number(random), components > 1 ? number(random) : 0.0, components > 2 ? number(random) : 0.0};
    const double reach = cone_reach(v, d);
    const auto there = [&](double s) { return ConeVector{v[0] + s * d[0], v[1] + s * d[1], v[2] + s * d[2]}; };
    if (std::isinf(reach)) {
      EXPECT_GE(smallest_eigenvalue(d), -rounding);
      continue;
    }
    ++bounded;
    // near the tip of the cone both roots are nearly the same, and known to half the digits
    EXPECT_NEAR(smallest_eigenvalue(there(reach)), 0.0, 1e-7 * (1.0 + reach));
    EXPECT_GT(smallest_eigenvalue(there(0.999 * reach)), 0.0);
  }
  EXPECT_GT(bounded, 150);
  EXPECT_TRUE(std::isinf(cone_reach({1.0, 0.5, 0.0}, {1.0, 0.0, 0.0})));
  EXPECT_TRUE(std::isinf(cone_reach({1.0, 0.5, 0.0}, {0.0, 0.0, 0.0})));
  EXPECT_DOUBLE_EQ(cone_reach({1.0, 0.0, 0.0}, {0.0, 0.0, -2.0}), 0.5);
}

TEST(SmoothProjection, OfAPointAndItsOppositeHaveTheProductAskedFor) {
  std::mt19937 random(4);
  std::normal_distribution<double> number;
  for (int sample = 0; sample < 100; ++sample)
    for (const double t : {1e-12, 1e-3, 10.0}) {
      const ConeVector v{number(random), number(random), number(random)};
      const auto p = smooth_projection(v, t), q = smooth_projection({-v[0], -v[1], -v[2]}, t);
      EXPECT_GT(smallest_eigenvalue(p), 0.0);
      expect_near({p[0] - q[0], p[1] - q[1], p[2] - q[2]}, v);
      expect_near(cone_product(p, q), {t, 0.0, 0.0}, rounding * (1.0 + t));
    }
}

TEST(SmoothProjection, IsTheProjectionWithoutSmoothing) {
  expect_near(smooth_projection({2.0, 1.0, 0.0}, 0.0), {2.0, 1.0, 0.0});
  expect_near(smooth_projection({-2.0, 1.0, 0.0}, 0.0), {0.0, 0.0, 0.0});
  expect_near(smooth_projection({0.0, 0.0, 2.0}, 0.0), {1.0, 0.0, 1.0});
  expect_near(smooth_projection({0.0, 0.0, 0.0}, 0.0), {0.0, 0.0, 0.0});
}

}  // namespace cone_scaling_test
}  // namespace percuss
