// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/proximal_point.hpp"

#include <gtest/gtest.h>

#include "tests/solvers/contact_problems.hpp"

namespace percuss {
namespace proximal_point_test {

Report solve(const Problem& problem, Vector& x, double tolerance, int most = 1000) {
  const GivenDelassus G(problem.G.sparseView(), problem.contacts);
  return ProximalPoint().solve({G, problem.c, problem.contacts}, x, tolerance, tolerance, most);
}

TEST(ProximalPoint, SolvesHeapsWithDependentContacts) {
  for (unsigned seed = 1; seed <= 60; ++seed) {
    const auto problem = random_heap(seed, 4 + seed % 12, 0.5);
    Vector x = Vector::Zero(problem.c.size());
    const double tolerance = 1e-10 * problem.c.lpNorm<Eigen::Infinity>();
    const auto report = solve(problem, x, tolerance);
    EXPECT_TRUE(report.ok()) << "seed " << seed << ", residual " << report.residual;
    EXPECT_LE(judged(problem, x), 2.0 * tolerance) << "seed " << seed;  // G x formed in another order
  }
}

// A body of mass 1 under one of mass 1e9: the small eigenvalue of G is found below the shifts that pass over it. Asked
// for what rounding leaves of forces of 1e7; below that the order of operations decides whether the last shift leads
// there.
TEST(ProximalPoint, SolvesBodiesOfVeryDifferentMasses) {
  Problem problem;
  push(problem.contacts, Cone::unilateral, 1);
  push(problem.contacts, Cone::unilateral, 1);
  problem.G = (Matrix(2, 2) << 1.0, -1.0, -1.0, 1.0 + 1e-9).finished();
  problem.c = Eigen::Vector2d(-1e-2, 0.0);
  Vector x = Vector::Zero(2);
  EXPECT_TRUE(solve(problem, x, 1e-8).ok());
  EXPECT_LE(judged(problem, x), 2e-8);  // G x formed in another order
  EXPECT_NEAR(x[1], 1e7, 40.0);         // 1e-8 by the small eigenvalue, 5e-10
}

// There is no solution: a row that nothing moves. The best point is left, with its residual.
TEST(ProximalPoint, LeavesTheBestPointWhereThereIsNoSolution) {
  Problem problem;
  push(problem.contacts, Cone::unilateral, 1);
  push(problem.contacts, Cone::unilateral, 1);
  problem.G = (Matrix(2, 2) << 0.0, 0.0, 0.0, 2.0).finished();
  problem.c = Eigen::Vector2d(-1e-3, -3.0);
  Vector x = Vector::Zero(2);
  const auto report = solve(problem, x, 1e-12);
  EXPECT_FALSE(report.ok());
  EXPECT_NEAR(x[1], 1.5, 1e-3);  // below what the first row misses it does not count
  EXPECT_DOUBLE_EQ(report.residual, judged(problem, x));
}

TEST(ProximalPoint, StopsAfterSoManySolves) {
  const auto problem = random_heap(3, 30, 0.9);
  Vector x = Vector::Zero(problem.c.size());
  EXPECT_LE(solve(problem, x, 0.0, 10).iterations, 11);
}

}  // namespace proximal_point_test
}  // namespace percuss
