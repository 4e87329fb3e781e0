// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/piecewise_path.hpp"

#include <gtest/gtest.h>

#include "solvers/contact/newton_steps.hpp"
#include "tests/solvers/contact_problems.hpp"

namespace percuss {
namespace piecewise_path_test {

struct Followed {
  Report report;
  Vector x;
};

/// The path of G + t from x, in scaled units; t holds y near that of x.
Followed follow(const Problem& problem, const Vector& x, double t, double tolerance, int most = 1000) {
  const GivenDelassus G(problem.G.sparseView(), problem.contacts);
  BlockNewton equations;
  EXPECT_TRUE(equations.load({G, problem.c, problem.contacts}));
  NewtonPoint at;
  at.reserve(equations.size());
  equations.scaled(x, at.y.head(equations.size()));
  equations.shift(t, Vector(at.y.head(equations.size())));
  Followed found{PiecewisePath().follow(equations, at, tolerance, most), x};
  equations.unscaled(at.y.head(equations.size()), found.x);
  return found;
}

// Two balls on each other: the lower one's floor opens once the upper contact lifts it. G = [1 -1; -1 2], c = (-1, 4):
// from the first contact alone, x = (1, 0), the path has nothing to cross; from both closed, x = (9, 1), the second one
// opens.
TEST(PiecewisePath, OpensAContactOnItsWay) {
  Problem problem;
  push(problem.contacts, Cone::unilateral, 1);
  push(problem.contacts, Cone::unilateral, 1);
  problem.G = (Matrix(2, 2) << 1.0, -1.0, -1.0, 2.0).finished();
  problem.c = Eigen::Vector2d(-1.0, 4.0);
  const auto straight = follow(problem, Eigen::Vector2d(1.0, 0.0), 0.0, 1e-15);
  EXPECT_TRUE(straight.report.ok());
  EXPECT_EQ(straight.report.iterations, 1);
  const auto crossing = follow(problem, Eigen::Vector2d(9.0, 1.0), 0.0, 1e-14);
  EXPECT_TRUE(crossing.report.ok());
  EXPECT_GE(crossing.report.iterations, 2);
  EXPECT_LE((crossing.x - Eigen::Vector2d(1.0, 0.0)).norm(), 1e-14);
}

// A block that is pushed to the right slides, to the left it slides back, held by less than friction it sticks: from
// each of these into each other one.
TEST(PiecewisePath, GoesFromEachModeOfFrictionIntoEachOther) {
  Problem problem;
  push(problem.contacts, Cone::coulomb, 2, 0.5);
  problem.G = (Matrix(2, 2) << 1.0, 0.1, 0.1, 1.0).finished();
  const Eigen::Vector2d pushed[] = {{-1.0, 3.0}, {-1.0, -3.0}, {-1.0, 0.2}, {2.0, 1.0}};
  for (const auto& from : pushed)
    for (const auto& to : pushed) {
      problem.c = from;
      const auto start = follow(problem, Vector::Zero(2), 0.0, 1e-14);
      ASSERT_TRUE(start.report.ok());
      problem.c = to;
      const auto end = follow(problem, start.x, 0.0, 1e-14);
      EXPECT_TRUE(end.report.ok());
      EXPECT_LE(judged(problem, end.x), 1e-14) << from.transpose() << " to " << to.transpose();
    }
}

/// A heap in the plane: pairs of rows of a random heap's kind, more rows than degrees of freedom, friction to `mu`.
Problem planar_heap(unsigned seed, Index contacts, double mu) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  Problem problem;
  const Index free = contacts;  // half as many as rows
  for (Index k = 0; k < contacts; ++k) push(problem.contacts, Cone::coulomb, 2, mu);
  const Matrix W = Matrix::NullaryExpr(free, 2 * contacts, [&] { return number(random); });
  problem.G = W.transpose() * W;
  problem.c = W.transpose() * Vector::NullaryExpr(free, [&] { return number(random); });
  return problem;
}

// Half of the rows depend on the others, friction far beyond what makes problems monotone, no start near the solution.
TEST(PiecewisePath, EndsWhereNewtonGoesInCircles) {
  int solved = 0, by_newton = 0;
  constexpr int count = 100;
  for (int seed = 1; seed <= count; ++seed) {
    const auto problem = planar_heap(static_cast<unsigned>(seed), 12, 0.8);
    const double t = 1e-3, tolerance = 1e-11;
    const auto found = follow(problem, Vector::Zero(problem.c.size()), t, tolerance);
    solved += found.report.ok() ? 1 : 0;
    EXPECT_LE(found.report.residual, found.report.ok() ? tolerance : 1e3);
    const GivenDelassus G(problem.G.sparseView(), problem.contacts);
    NewtonSteps<BlockNewton> newton;
    ASSERT_TRUE(newton.equations().load({G, problem.c, problem.contacts}));
    newton.reserve(newton.equations().size());
    newton.now().y.setZero();
    newton.equations().shift(t, Vector::Zero(newton.equations().size()));
    by_newton += newton.iterate(tolerance, 100).ok() ? 1 : 0;
  }
  EXPECT_GE(solved, count * 8 / 10);  // others lead to infinity, or round to where they began
  EXPECT_LT(by_newton, solved);
}

TEST(PiecewisePath, StopsAfterSoManySolvesAndSaysSo) {
  const auto problem = planar_heap(3, 12, 1.5);
  const auto found = follow(problem, Vector::Zero(problem.c.size()), 1e-3, 1e-11, 2);
  EXPECT_EQ(found.report.status, Status::not_converged);
  EXPECT_EQ(found.report.iterations, 2);
}

// Two joints driven apart: the equations depend on each other.
TEST(PiecewisePath, StopsWhereThereIsNoStep) {
  Problem problem;
  push(problem.contacts, Cone::bilateral, 1);
  push(problem.contacts, Cone::bilateral, 1);
  problem.G = Matrix::Constant(2, 2, 1.0);
  problem.c = Eigen::Vector2d(1.0, -1.0);
  EXPECT_EQ(follow(problem, Vector::Zero(2), 0.0, 1e-12).report.status, Status::not_converged);
}

TEST(PiecewisePath, LeavesContactsInSpaceToOthers) {
  const auto problem = random_problem_in_space(1);
  const Vector x = Vector::Zero(problem.c.size());
  const auto found = follow(problem, x, 1e-2, 1e-10);
  EXPECT_EQ(found.report.status, Status::not_converged);
  EXPECT_EQ(found.report.iterations, 0);
  EXPECT_EQ(found.x, x);
}

}  // namespace piecewise_path_test
}  // namespace percuss
