// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/smoothed_path.hpp"

#include <gtest/gtest.h>

#include "solvers/contact/enumerate.hpp"
#include "tests/solvers/contact_problems.hpp"

namespace percuss {
namespace smoothed_path_test {

Report follow(const Problem& problem, Vector& x, double smoothing, int most = 2000) {
  const GivenDelassus G(problem.G.sparseView(), problem.contacts);
  const double tolerance = 1e-11 * problem.c.lpNorm<Eigen::Infinity>();
  return SmoothedPath().solve({G, problem.c, problem.contacts}, x, smoothing, tolerance, most);
}

// G = 1, c = -1: the force is 1.
TEST(SmoothedPath, LeadsToTheForceOfOneContact) {
  Problem problem;
  push(problem.contacts, Cone::unilateral, 1);
  problem.G = Matrix::Identity(1, 1);
  problem.c = Vector::Constant(1, -1.0);
  Vector x = Vector::Zero(1);
  EXPECT_TRUE(follow(problem, x, 1.0).ok());
  EXPECT_NEAR(x[0], 1.0, 1e-11);
}

TEST(SmoothedPath, HasNowhereToGoWithoutVelocities) {
  auto problem = random_heap(1, 5, 0.5);
  problem.c.setZero();
  Vector x = Vector::Zero(problem.c.size());
  const auto report = follow(problem, x, 1.0);
  EXPECT_EQ(report.residual, 0.0);
  EXPECT_EQ(report.iterations, 0);
  EXPECT_EQ(x.norm(), 0.0);
}

// Beside joints, too. Where the operator is regular and mu small there is one solution, whatever the start.
TEST(SmoothedPath, EndsAtTheOnlySolutionWithAnySmoothing) {
  for (unsigned seed = 1; seed <= 40; ++seed) {
    const auto problem = random_problem(seed, true, 0.2);
    Vector oracle, x = Vector::Constant(problem.c.size(), seed % 2 == 0 ? 0.5 : 0.0);
    ASSERT_TRUE(Enumerate().solve(problem.G, problem.c, problem.contacts, oracle).ok());
    EXPECT_TRUE(follow(problem, x, SmoothedPath::smoothings[seed % 4]).ok()) << "seed " << seed;
    // The tolerance over the smallest eigenvalue of G, seldom below 1e-3.
    EXPECT_LE((x - oracle).norm(), 1e-7 * (1.0 + oracle.norm())) << "seed " << seed;
  }
}

// Where one path turns back and forth another one need not.
TEST(SmoothedPath, SolvesHeapsWithMuchFrictionOnOneOfFour) {
  const int heaps = fewer(60);
  int solved = 0;
  for (int heap = 1; heap <= heaps; ++heap) {
    const auto problem = random_heap(static_cast<unsigned>(heap), 1 + 5 * heap % 41, 10.0);
    for (const double smoothing : SmoothedPath::smoothings) {
      Vector x = Vector::Zero(problem.c.size());
      if (!follow(problem, x, smoothing, 600).ok()) continue;
      EXPECT_LE(judged(problem, x), 1e-9 * problem.c.lpNorm<Eigen::Infinity>()) << "heap " << heap;
      ++solved;
      break;
    }
  }
  EXPECT_GE(solved, heaps - heaps / 20);
}

TEST(SmoothedPath, GivesUpWhereThereIsNoSolution) {
  Problem problem;  // a body between two walls that come from both sides
  push(problem.contacts, Cone::unilateral, 1);
  push(problem.contacts, Cone::unilateral, 1);
  problem.G = (Matrix(2, 2) << 1.0, -1.0, -1.0, 1.0).finished();
  problem.c = Vector::Constant(2, -1.0);
  Vector x = Eigen::Vector2d(0.3, 0.4);
  const auto report = follow(problem, x, 1.0, 300);
  EXPECT_EQ(report.status, Status::not_converged);
  EXPECT_NEAR(report.residual, judged(problem, x), 1e-12);
}

}  // namespace smoothed_path_test
}  // namespace percuss
