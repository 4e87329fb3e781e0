// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/cone_pairs.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "tests/solvers/contact_problems.hpp"

namespace percuss {
namespace cone_pairs_test {

/// Contacts of every kind: with friction in space and in the plane, without in one row and in three.
struct Posed {
  explicit Posed(unsigned seed) {
    push(set, Cone::coulomb, 3, 0.4);
    push(set, Cone::coulomb, 2, 2.0);
    push(set, Cone::unilateral, 1);
    push(set, Cone::coulomb, 3, 0.0);
    push(set, Cone::coulomb, 3, 0.7);
    std::mt19937 random(seed);
    std::normal_distribution<double> number;
    const Index n = set.rows();
    const Matrix W = Matrix::NullaryExpr(n + 2, n, [&] { return number(random); });
    G = W.transpose() * W;
    c = Vector::NullaryExpr(n, [&] { return number(random); });
    start = Vector::NullaryExpr(n, [&] { return number(random); });
  }
  ConePairs placed(double t) const {
    ConePairs pairs;
    pairs.load(set);
    pairs.place(start, t);
    look(pairs);
    return pairs;
  }
  void look(ConePairs& pairs) const {
    Vector y(c.size());
    pairs.forces(y);
    pairs.look(G * y + c);
  }
  /// The step of Newton's method to this product and share of the residual.
  std::vector<ConePairs::Step> step(ConePairs& pairs, double target, double share, bool with_derivative = true) const {
    const Index n = c.size();
    Matrix A = Matrix::Zero(n, n);
    for (Index k = 0; k < set.size(); ++k) {
      ConePairs::Block P, Q;
      pairs.find_blocks(k, with_derivative, P, Q);
      const Index first = set.first_row(k), rows = set.num_rows(k);
      for (Index i = 0; i < rows; ++i)
        for (Index j = 0; j < rows; ++j) {
          A(first + i, first + j) += P[static_cast<std::size_t>(3 * i + j)];
          A.row(first + i) += Q[static_cast<std::size_t>(3 * i + j)] * G.row(first + j);
        }
    }
    Vector b(n);
    pairs.find_right_side(target, share, false, with_derivative, b);
    std::vector<ConePairs::Step> step(static_cast<std::size_t>(set.size()));
    pairs.find_step(A.partialPivLu().solve(b), step);
    return step;
  }
  ContactSet set;
  Matrix G;
  Vector c, start;
};

TEST(ConePairs, ArePlacedWithTheProductAskedFor) {
  const Posed posed(1);
  for (const double t : {1e-6, 1.0, 50.0})
    EXPECT_NEAR(posed.placed(t).product(), t, 1e-14 + 1e-12 * t);  // p and q are of order one
}

TEST(ConePairs, HaveNoForceInRowsWithoutFriction) {
  const Posed posed(1);
  Vector y(posed.c.size());
  posed.placed(1.0).forces(y);
  EXPECT_EQ(y[7], 0.0);
  EXPECT_EQ(y[8], 0.0);
  EXPECT_NE(y[6], 0.0);
}

// A short step along Newton's direction takes its share of the residual away, and of what the product is off its aim;
// what is left is of second order. The mean product is one of the equations, summed up.
TEST(ConePairs, NewtonsStepSolvesTheLinearEquations) {
  for (unsigned seed = 1; seed <= 5; ++seed) {
    const Posed posed(seed);
    const double h = 1e-6, second_order = 1e-3 * h;  // h^2 times second derivatives of some hundred
    for (const double target : {0.0, 0.5}) {
      auto pairs = posed.placed(1.0);
      const double lag = pairs.lag(), product = pairs.product();
      const auto step = posed.step(pairs, target, 1.0);
      pairs.move(step, h);
      posed.look(pairs);
      EXPECT_NEAR(pairs.lag(), (1.0 - h) * lag, second_order * lag);
      EXPECT_NEAR(pairs.product(), product + h * (target - product), second_order);
    }
  }
}

// Without the derivative of the shift the equations miss what it changes by, in the contacts that slide.
TEST(ConePairs, TheShiftsDerivativeMatters) {
  const double h = 1e-6;
  double most = 0.0;
  for (unsigned seed = 1; seed <= 5; ++seed) {
    const Posed posed(seed);
    auto pairs = posed.placed(1.0);
    const double lag = pairs.lag();
    const auto step = posed.step(pairs, 0.5, 1.0, false);
    pairs.move(step, h);
    posed.look(pairs);
    most = std::max(most, std::abs(pairs.lag() - (1.0 - h) * lag) / lag);
  }
  EXPECT_GT(most, 1e-2 * h);
}

TEST(ConePairs, AStepEndsInsideTheConesAndLeavesNoContactBehind) {
  for (unsigned seed = 1; seed <= 20; ++seed) {
    const Posed posed(seed);
    auto pairs = posed.placed(1.0);
    const auto step = posed.step(pairs, 0.0, 1.0);
    const double length = pairs.length(step), reach = pairs.reach(step);
    EXPECT_GT(length, 0.0);
    EXPECT_LE(length, 1.0);
    EXPECT_LT(length, reach);
    pairs.move(step, length);
    posed.look(pairs);
    EXPECT_TRUE(std::isfinite(pairs.lag()));
    EXPECT_GT(pairs.product(), 0.0);
  }
}

TEST(ConePairs, MeasureVelocitiesInTheirUnits) {
  ContactSet set;
  push(set, Cone::coulomb, 3, 0.25);
  push(set, Cone::coulomb, 2, 0.0);
  ConePairs pairs;
  pairs.load(set);
  Vector v(5);
  pairs.without_missing_rows((Vector(5) << 1.0, 0.5, -3.0, 1.0, 100.0).finished(), v);
  EXPECT_EQ(v, (Vector(5) << 1.0, 0.5, -3.0, 1.0, 0.0).finished());
  EXPECT_DOUBLE_EQ(pairs.size_of_velocities(v), 2.0);  // of 1/0.5, 0.5/2, 3/2 and 1
}

}  // namespace cone_pairs_test
}  // namespace percuss
