// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/lemke.hpp"

#include <gtest/gtest.h>

#include "tests/solvers/contact_problems.hpp"

namespace percuss {
namespace lemke_test {

int pivots(const Problem& problem, Vector& x) {
  const DenseDelassus G(problem.G);
  return Lemke().solve({G, problem.c, problem.contacts}, x);
}

// In the plane the polygon is the disc: what is left is the perturbation of c, 2e-8, times condition numbers below 1e4.
TEST(Lemke, SolvesPlanarFrictionWhateverTheCoefficient) {
  for (const double mu : {0.0, 1.0, 10.0})
    for (unsigned seed = 1; seed <= 300; ++seed) {
      SCOPED_TRACE("seed " + std::to_string(seed) + ", mu up to " + std::to_string(mu));
      const auto problem = random_problem(seed, true, mu);
      Vector x = Vector::Zero(problem.c.size());
      ASSERT_GT(pivots(problem, x), 0);
      EXPECT_LE(judged(problem, x), 1e-4 * problem.c.lpNorm<Eigen::Infinity>());
    }
}

// Eight directions leave at most an eighth of a turn between slip and friction force, and the force at most 8 % short.
TEST(Lemke, ComesCloseInSpace) {
  for (unsigned seed = 1; seed <= 100; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const auto problem = random_problem_in_space(seed);
    Vector x = Vector::Zero(problem.c.size());
    ASSERT_GT(pivots(problem, x), 0);
    for (Index k = 0; k < problem.contacts.size(); ++k) {
      EXPECT_GE(x[3 * k], 0.0);
      EXPECT_LE(x.segment<2>(3 * k + 1).norm(), problem.contacts.mu[static_cast<std::size_t>(k)] * x[3 * k] + 1e-6);
    }
    EXPECT_GE((problem.G * x + problem.c)(Eigen::seq(0, Eigen::last, 3)).minCoeff(), -1e-6);  // nothing penetrates
  }
}

TEST(Lemke, LeavesTheStartWhenThereIsNoSolution) {
  Problem problem;  // nothing moves the contact, yet it approaches
  push(problem.contacts, Cone::unilateral, 1);
  problem.G = Matrix::Zero(1, 1);
  problem.c = Vector::Constant(1, -1.0);
  Vector x = Vector::Constant(1, 0.25);
  EXPECT_EQ(pivots(problem, x), 0);
  EXPECT_EQ(x[0], 0.25);
}

}  // namespace lemke_test
}  // namespace percuss
