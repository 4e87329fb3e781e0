// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/path_following.hpp"

#include <gtest/gtest.h>

#include "solvers/contact/enumerate.hpp"
#include "tests/solvers/contact_problems.hpp"

namespace percuss {
namespace path_following_test {

Report follow(const Problem& problem, Vector& x, int most = 2000) {
  const GivenDelassus G(problem.G.sparseView(), problem.contacts);
  return PathFollowing().solve({G, problem.c, problem.contacts}, x, 1e-11 * problem.c.lpNorm<Eigen::Infinity>(), most);
}

TEST(PathFollowing, SolvesHeapsWithMuchFrictionByItself) {
  int solved = 0;
  for (unsigned seed = 1; seed <= 100; ++seed) {
    const auto problem = random_heap(seed, 1 + seed % 8, 10.0);
    Vector x = Vector::Zero(problem.c.size());
    const auto report = follow(problem, x);
    if (!report.ok()) continue;
    ++solved;
    EXPECT_LE(judged(problem, x), 1e-9 * problem.c.lpNorm<Eigen::Infinity>()) << "seed " << seed;
  }
  EXPECT_GE(solved, 98);  // a corner may end a path
}

// Where the operator is regular and mu small there is one solution, whatever the start.
TEST(PathFollowing, EndsAtTheOnlySolutionFromAnyStart) {
  for (unsigned seed = 1; seed <= 40; ++seed) {
    const auto problem = random_problem(seed, true, 0.2);
    Vector oracle, x = Vector::Constant(problem.c.size(), 0.5), y = Vector::Zero(problem.c.size());
    ASSERT_TRUE(Enumerate().solve(problem.G, problem.c, problem.contacts, oracle).ok());
    EXPECT_TRUE(follow(problem, x).ok()) << "seed " << seed;
    EXPECT_TRUE(follow(problem, y).ok()) << "seed " << seed;
    // The tolerance over the smallest eigenvalue of G, seldom below 1e-3.
    EXPECT_LE((x - oracle).norm(), 1e-7 * (1.0 + oracle.norm()));
    EXPECT_LE((y - oracle).norm(), 1e-7 * (1.0 + oracle.norm()));
  }
}

TEST(PathFollowing, GivesUpAndLeavesTheBestPoint) {
  Problem problem;  // two joints driven apart
  push(problem.contacts, Cone::bilateral, 1);
  push(problem.contacts, Cone::bilateral, 1);
  problem.G = Matrix::Constant(2, 2, 1.0);
  problem.c = Eigen::Vector2d(1.0, -1.0);
  Vector x = Eigen::Vector2d(0.3, 0.4);
  const auto report = follow(problem, x, 300);
  EXPECT_EQ(report.status, Status::not_converged);
  EXPECT_LE(judged(problem, x), judged(problem, Eigen::Vector2d(0.3, 0.4)));
  EXPECT_NEAR(report.residual, judged(problem, x), 1e-12);
}

}  // namespace path_following_test
}  // namespace percuss
