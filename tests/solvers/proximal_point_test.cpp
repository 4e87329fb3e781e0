// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/proximal_point.hpp"

#include <gtest/gtest.h>

#include <cmath>

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

/// Blocks of height 1/2, four contacts under each, masses from 1 at the bottom to `ratio` at the top.
Problem column(Index courses, double ratio, double mu, double slope) {
  const Index rows = 12 * courses;
  Matrix H = Matrix::Zero(rows, 6 * courses);
  Vector inverse(6 * courses), velocity(6 * courses);
  Problem problem;
  for (Index course = 0; course < courses; ++course) {
    const double mass = std::pow(ratio, static_cast<double>(course) / static_cast<double>(courses - 1));
    inverse.segment(6 * course, 6) << Eigen::Vector3d::Constant(1.0 / mass), Eigen::Vector3d::Constant(5.0 / mass);
    velocity.segment(6 * course, 6) << slope * 1e-2, 0.0, -1e-2, 0.0, 0.0, 0.0;
    for (int corner = 0; corner < 4; ++corner) {
      push(problem.contacts, Cone::coulomb, 3, mu);
      for (Index axis = 0; axis < 3; ++axis) {
        const Eigen::Vector3d direction = Eigen::Vector3d::Unit((axis + 2) % 3);  // the normal, z, first
        const auto put = [&](Index body, double height, double sign) {
          const Eigen::Vector3d arm(corner % 2 == 0 ? -1.0 : 1.0, corner < 2 ? -0.5 : 0.5, height);
          H.row(12 * course + 3 * corner + axis).segment(6 * body, 6) << sign * direction.transpose(),
              sign * arm.cross(direction).transpose();
        };
        put(course, -0.25, 1.0);
        if (course > 0) put(course - 1, 0.25, -1.0);
      }
    }
  }
  problem.G = H * inverse.asDiagonal() * H.transpose();
  problem.c = H * velocity;
  return problem;
}

// All contacts stick, and carry forces of 1e8 and 1e10. What rounding leaves of each proximal problem is then more than
// a tenth of the tolerance: asked for less, each counts as failed, and the search ends where it has begun.
TEST(ProximalPoint, GoesOnWhereRoundingAllowsNoMore) {
  for (const double ratio : {1e10, 1e12}) {
    const auto problem = column(20, ratio, 5.0, 0.0);
    Vector x = Vector::Zero(problem.c.size());
    const double largest = problem.c.lpNorm<Eigen::Infinity>();
    solve(problem, x, 1e-8 * largest, 4000);
    EXPECT_LE(judged(problem, x), 1e-14 * ratio * largest) << ratio;  // seen: 1e-5 and 2e-3 of |c|, without 0.4
  }
}

// A slope on which some contacts slide: Newton's method does not solve each proximal problem, but comes nearer.
TEST(ProximalPoint, GoesOnFromPointsThatComeNearer) {
  const auto problem = column(20, 1e8, 0.5, 0.3);
  Vector x = Vector::Zero(problem.c.size());
  const double largest = problem.c.lpNorm<Eigen::Infinity>();
  solve(problem, x, 1e-8 * largest, 4000);
  EXPECT_LE(judged(problem, x), 0.05 * largest);  // seen: 0.011; 0.3 with neither this nor regard for rounding
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
