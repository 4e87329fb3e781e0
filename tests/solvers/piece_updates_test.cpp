// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/piece_updates.hpp"

#include <gtest/gtest.h>

#include "tests/solvers/contact_problems.hpp"

namespace percuss {
namespace piece_updates_test {

using Piece = ContactPiece::Kind;
using Pieces = PieceUpdates::Pieces;

/// A side of a planar contact's piece, for friction mu.
struct Side {
  Piece from, to;
  PieceUpdates::Row normal;
};

std::vector<Side> sides(double mu) {
  return {{Piece::open, Piece::slip, {-1.0, 0.0}}, {Piece::open, Piece::slip_back, {-1.0, 0.0}},
          {Piece::slip, Piece::open, {1.0, 0.0}},  {Piece::slip_back, Piece::open, {1.0, 0.0}},
          {Piece::stick, Piece::slip, {mu, -1.0}}, {Piece::stick, Piece::slip_back, {mu, 1.0}},
          {Piece::slip, Piece::stick, {-mu, 1.0}}, {Piece::slip_back, Piece::stick, {-mu, -1.0}},
          {Piece::closed, Piece::open, {1.0, 0.0}}};
}

/// The projection of z by a piece's formula, wherever z lies: linear, so that its columns are its derivative.
Eigen::Vector2d projected(Piece piece, double mu, const Eigen::Vector2d& z) {
  if (piece == Piece::open) return Eigen::Vector2d::Zero();
  if (piece == Piece::closed) return {z[0], 0.0};
  if (piece == Piece::slip) return {z[0], mu * z[0]};
  if (piece == Piece::slip_back) return {z[0], -mu * z[0]};
  return z;
}

/// The Jacobian of F(y) = y - P_C(y - gamma(y)), column by column.
Matrix jacobian(const BlockNewton& equations, const Pieces& pieces) {
  const Index n = equations.size(), width = equations.contacts().width();
  Matrix A = Matrix::Identity(n, n);
  for (Index j = 0; j < n; ++j) {
    const Vector d = Vector::Unit(n, j);
    Vector z(n);
    equations.product(d, z);
    z = d - z;
    for (Index k = 0; k < equations.contacts().contacts(); ++k) {
      const auto i = static_cast<std::size_t>(k);
      const Eigen::Vector2d of_contact(z[k * width], width == 2 ? z[k * width + 1] : 0.0);
      A.col(j).segment(k * width, width) -=
          projected(pieces[i], equations.contacts().set().mu[i], of_contact).head(width);
    }
  }
  return A;
}

/// Contacts with friction in the plane on few bodies, so that their rows depend on each other; a joint in their midst.
Problem heap(unsigned seed, double mu) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  Problem problem;
  for (int k = 0; k < 3; ++k) push(problem.contacts, Cone::coulomb, 2, mu);
  push(problem.contacts, Cone::bilateral, 2);
  push(problem.contacts, Cone::coulomb, 2, 0.5 * mu);
  push(problem.contacts, Cone::unilateral, 1);
  const Matrix W = Matrix::NullaryExpr(7, 11, [&] { return number(random); });
  problem.G = W.transpose() * W;
  problem.c = Vector::NullaryExpr(11, [&] { return number(random); });
  return problem;
}

/// Loaded, shifted by t, and with the factors on `pieces`.
struct Factorised {
  Factorised(const Problem& problem, const Pieces& pieces, double t)
      : G(problem.G.sparseView(), problem.contacts), zero(Vector::Zero(2 * problem.contacts.size())) {
    EXPECT_TRUE(equations.load({G, problem.c, problem.contacts}));
    NewtonPoint at;
    at.reserve(equations.size());
    at.y.setZero();
    equations.shift(t, zero.head(equations.size()));
    equations.evaluate(at);
    EXPECT_TRUE(equations.find_step(at, pieces));
    EXPECT_FALSE(equations.regularised());
    updates.start(pieces);
  }

  GivenDelassus G;
  Vector zero;
  BlockNewton equations;
  PieceUpdates updates;
};

// Up to sixty changes one after another, through every side, against the two Jacobians written down on their own.
// Divisors down to 1e-3 or so cost digits: hence 1e-9 of the numbers that are added up.
void walk(unsigned seed, double mu) {
  std::mt19937 random(seed);
  const auto problem = heap(seed, mu);
  Pieces pieces{Piece::open, Piece::stick, Piece::slip, Piece::joint, Piece::slip_back, Piece::closed};
  Factorised start(problem, pieces, 0.3);
  auto& equations = start.equations;
  const Index n = equations.size();
  for (int made = 0; made < 60; ++made) {
    const auto k = std::uniform_int_distribution<std::size_t>(0, pieces.size() - 1)(random);
    auto open_to = sides(equations.contacts().set().mu[k]);
    if (problem.contacts.cone[k] == Cone::unilateral) open_to.assign(1, {Piece::open, Piece::closed, {-1.0, 0.0}});
    if (pieces[k] == Piece::closed) open_to.assign(1, {Piece::closed, Piece::open, {1.0, 0.0}});
    std::shuffle(open_to.begin(), open_to.end(), random);
    const auto side = std::find_if(open_to.begin(), open_to.end(), [&](const Side& s) { return s.from == pieces[k]; });
    if (side == open_to.end()) continue;  // the joint
    const Vector before = Vector::NullaryExpr(n, [&] { return std::uniform_real_distribution<>(-1.0, 1.0)(random); });
    const Matrix A = jacobian(equations, pieces);
    pieces[k] = side->to;
    const Matrix next = jacobian(equations, pieces);
    Vector step = before;
    ASSERT_TRUE(start.updates.change(equations, static_cast<Index>(k), side->normal, side->to, step)) << made;
    const double scale = A.norm() * before.norm() + next.norm() * step.norm();
    EXPECT_LE((next * step - A * before).norm(), 1e-9 * scale) << made << ", mu = " << mu;
  }
}

TEST(PieceUpdates, AreWhatNewFactorsGiveThroughEachSide) {
  for (unsigned seed = 1; seed <= 10; ++seed) walk(seed, 0.6);
}

// Where mu > 1 the rows of slip are divided by mu.
TEST(PieceUpdates, AreWhatNewFactorsGiveAtLargeFriction) {
  for (unsigned seed = 11; seed <= 20; ++seed) walk(seed, 3.0);
}

// Contacts of one row each: G = [2 1; 1 2], of which load takes out the diagonal: G^ = [1 1/2; 1/2 1]. From both open,
// A = 1, to the first one closed, A' = [1 1/2; 0 1].
TEST(PieceUpdates, ByHandWithoutFriction) {
  Problem problem;
  push(problem.contacts, Cone::unilateral, 1);
  push(problem.contacts, Cone::unilateral, 1);
  problem.G = (Matrix(2, 2) << 2.0, 1.0, 1.0, 2.0).finished();
  problem.c = Eigen::Vector2d(-1.0, -1.0);
  Factorised start(problem, {Piece::open, Piece::open}, 0.0);
  Vector step = Eigen::Vector2d(1.0, 4.0);
  ASSERT_TRUE(start.updates.change(start.equations, 0, {-1.0, 0.0}, Piece::closed, step));
  EXPECT_LE((step - Eigen::Vector2d(-1.0, 4.0)).norm(), 1e-15);  // one rounding of numbers of order one
}

// Three contacts on a body that moves in two directions: all closed, nothing says which of them carry. The divisor is
// what rounding leaves of zero.
TEST(PieceUpdates, RefusesAPieceWithoutInverseAndLeavesTheStep) {
  Problem problem;
  for (int k = 0; k < 3; ++k) push(problem.contacts, Cone::unilateral, 1);
  const Matrix W = (Matrix(2, 3) << 0.3, 0.7, 0.1, 0.9, -0.2, 0.4).finished();
  problem.G = W.transpose() * W;
  problem.c = Vector::Constant(3, -1.0);
  Factorised start(problem, {Piece::closed, Piece::closed, Piece::open}, 0.0);
  const Vector before = Eigen::Vector3d(1.0, 2.0, 3.0);
  Vector step = before;
  EXPECT_FALSE(start.updates.change(start.equations, 2, {-1.0, 0.0}, Piece::closed, step));
  EXPECT_EQ(step, before);
}

TEST(PieceUpdates, EndAfterSoManyAndLeaveTheStep) {
  Problem problem;
  push(problem.contacts, Cone::unilateral, 1);
  problem.G = Matrix::Constant(1, 1, 2.0);
  problem.c = Vector::Constant(1, -1.0);
  Factorised start(problem, {Piece::open}, 1.0);
  Vector step = Vector::Constant(1, 1.0);
  for (int made = 0; made < PieceUpdates::most; ++made) {
    const bool closes = made % 2 == 0;
    ASSERT_TRUE(start.updates.change(start.equations, 0, {closes ? -1.0 : 1.0, 0.0},
                                     closes ? Piece::closed : Piece::open, step));
  }
  EXPECT_NEAR(step[0], 1.0, 1e-13);  // closed and opened 32 times
  const Vector before = step;
  EXPECT_FALSE(start.updates.change(start.equations, 0, {-1.0, 0.0}, Piece::closed, step));
  EXPECT_EQ(step, before);
}

}  // namespace piece_updates_test
}  // namespace percuss
