// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/anderson.hpp"

#include <gtest/gtest.h>

namespace percuss {
namespace anderson_test {

TEST(Anderson, HasNothingToSayOfTheFirstIteration) {
  Anderson anderson;
  anderson.start(Vector::Ones(2), 3);
  Vector x = Eigen::Vector2d(1.0, 2.0);
  EXPECT_FALSE(anderson.extrapolate(x));
  EXPECT_EQ(anderson.add(x, Eigen::Vector2d(4.0, 6.0)), 5.0);
  EXPECT_FALSE(anderson.extrapolate(x));
  EXPECT_EQ(x, Vector(Eigen::Vector2d(1.0, 2.0)));
}

// g(x) = x/2 + 1 of one row: from 0 and 1, f = 1 and 1/2, df = -1/2, dg = 1/2, theta = -1, x = 3/2 + 1/2.
TEST(Anderson, IsTheSecantOfOneRow) {
  Anderson anderson;
  anderson.start(Vector::Ones(1), 1);
  Vector x = Vector::Zero(1);
  for (int i = 0; i < 2; ++i) {
    const Vector g = 0.5 * x + Vector::Ones(1);
    anderson.add(x, g);
    x = g;
  }
  EXPECT_TRUE(anderson.extrapolate(x));
  EXPECT_NEAR(x[0], 2.0, 1e-9);  // regularised by 1e-10
}

// Rows of f = w (g - x) count by their weights: with w = (1, 0) the first row alone decides on theta.
TEST(Anderson, WeighsTheRows) {
  Anderson anderson;
  anderson.start(Eigen::Vector2d(1.0, 0.0), 1);
  anderson.add(Eigen::Vector2d(0.0, 0.0), Eigen::Vector2d(1.0, 7.0));
  EXPECT_EQ(anderson.add(Eigen::Vector2d(1.0, 7.0), Eigen::Vector2d(1.5, -1.0)), 0.5);
  Vector x(2);
  EXPECT_TRUE(anderson.extrapolate(x));
  EXPECT_LE((x - Eigen::Vector2d(2.0, -9.0)).norm(), 1e-8);  // g + (dg = (1/2, -8)), theta = -1
}

/// A linear map of n rows, rotated so that none of its modes is a row.
struct LinearMap {
  Matrix A;
  Vector fixed;
  explicit LinearMap(const Vector& modes) : fixed(Vector::LinSpaced(modes.size(), 1.0, 2.0)) {
    const Index n = modes.size();
    const Vector u = Vector::LinSpaced(n, 0.5, 1.5).normalized();
    const Matrix Q = Matrix::Identity(n, n) - 2.0 * u * u.transpose();
    A = Q * modes.asDiagonal() * Q;
  }
  Vector operator()(const Vector& x) const { return fixed + A * (x - fixed); }
};

// n differences span all modes of n rows.
TEST(Anderson, SolvesALinearMapAtOnceWhereItKnowsAllModes) {
  const LinearMap g(Eigen::Vector4d(0.9, 0.5, -0.3, 0.1));
  Anderson anderson;
  anderson.start(Vector::Ones(4), 4);
  Vector x = Vector::Zero(4);
  for (int i = 0; i < 5; ++i) {
    anderson.add(x, g(x));
    x = g(x);
  }
  EXPECT_TRUE(anderson.extrapolate(x));
  // Differences after a few iterations are nearly parallel, and the regularisation of 1e-10 shows.
  EXPECT_LE((x - g.fixed).norm(), 1e-3 * g.fixed.norm());
  EXPECT_GE((g(g(g(g(g(Vector::Zero(4)))))) - g.fixed).norm(), 0.05 * g.fixed.norm());
}

// 40 modes of up to 0.999, five differences, full histories dropped: 2000 plain iterations leave a tenth.
TEST(Anderson, AcceleratesSlowModes) {
  const LinearMap g(Vector::LinSpaced(40, 0.0, 0.999));
  Anderson anderson;
  anderson.start(Vector::Ones(40), 5);
  Vector x = Vector::Zero(40);
  for (int i = 0; i < 300; ++i) {
    const Vector now = g(x);
    anderson.add(x, now);
    if (!anderson.extrapolate(x)) x = now;
  }
  EXPECT_LE((x - g.fixed).norm(), 1e-6 * g.fixed.norm());
  Vector plain = Vector::Zero(40);
  for (int i = 0; i < 2000; ++i) plain = g(plain);
  EXPECT_GE((plain - g.fixed).norm(), 1e-2 * g.fixed.norm());
}

TEST(Anderson, RefusesDifferencesThatSayNothing) {
  Anderson anderson;
  anderson.start(Vector::Ones(2), 3);
  Vector x = Eigen::Vector2d(1.0, 2.0);
  for (int i = 0; i < 3; ++i) anderson.add(x, x);  // at rest: f = 0
  EXPECT_FALSE(anderson.extrapolate(x));
  EXPECT_EQ(x, Vector(Eigen::Vector2d(1.0, 2.0)));
  anderson.add(Vector::Zero(2), Vector::Ones(2));
  anderson.forget();
  EXPECT_FALSE(anderson.extrapolate(x));
}

TEST(Anderson, MayBeStartedAgainWithOtherSizes) {
  Anderson anderson;
  for (const Index n : {8, 3, 20}) {
    const LinearMap g(Vector::LinSpaced(n, 0.1, 0.95));
    anderson.start(Vector::Ones(n), n == 3 ? 2 : 5);
    Vector x = Vector::Zero(n);
    for (int i = 0; i < 60; ++i) {
      const Vector now = g(x);
      anderson.add(x, now);
      if (!anderson.extrapolate(x)) x = now;
    }
    EXPECT_LE((x - g.fixed).norm(), 1e-6 * g.fixed.norm()) << n;
  }
}

}  // namespace anderson_test
}  // namespace percuss
