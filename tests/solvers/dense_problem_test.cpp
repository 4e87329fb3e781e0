// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/dense_problem.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "solvers/contact/enumerate.hpp"
#include "tests/solvers/contact_problems.hpp"

namespace percuss {
namespace dense_problem_test {

/// Starts from zero, or from `x` when it has the right size.
Report solve(const Problem& problem, Vector& x, const ContactSolverOptions& options = {}) {
  DenseProblem dense(options);
  dense.clear();
  for (Index k = 0; k < problem.contacts.size(); ++k)
    dense.add(problem.contacts.cone[static_cast<std::size_t>(k)], problem.contacts.num_rows(k),
              problem.contacts.mu[static_cast<std::size_t>(k)]);
  dense.matrix() = problem.G;
  dense.constant() = problem.c;
  if (x.size() != problem.c.size()) x = Vector::Zero(problem.c.size());
  return dense.solve(0.0, x);
}

Problem unilateral(const Matrix& G, const Vector& c) {
  Problem problem{G, c, {}};
  for (Index i = 0; i < c.size(); ++i) push(problem.contacts, Cone::unilateral, 1);
  return problem;
}

TEST(DenseProblem, OfNoContactsIsSolved) {
  Vector x;
  EXPECT_TRUE(solve({Matrix(0, 0), Vector(0), {}}, x).ok());
}

TEST(DenseProblem, StopsAMassThatApproachesAndLetsItLeave) {
  Vector x;
  EXPECT_TRUE(solve(unilateral(Matrix::Constant(1, 1, 4.0), Vector::Constant(1, -2.0)), x).ok());
  EXPECT_EQ(x[0], 0.5);
  EXPECT_TRUE(solve(unilateral(Matrix::Constant(1, 1, 4.0), Vector::Constant(1, 2.0)), x).ok());
  EXPECT_EQ(x[0], 0.0);
}

TEST(DenseProblem, TellsTheContactWhoseLawIsMissedMost) {
  DenseProblem dense({});
  for (int i = 0; i < 3; ++i) dense.add(Cone::unilateral, 1, 0.0);
  dense.matrix() = Matrix::Identity(3, 3);
  dense.constant() = Eigen::Vector3d(-1.0, -2.0, 3.0);
  EXPECT_EQ(dense.worst(Eigen::Vector3d(0.0, 0.0, 0.0)), 1);  // approaches at 2 m/s, without a percussion
  EXPECT_EQ(dense.worst(Eigen::Vector3d(0.0, 2.0, 0.0)), 0);
  EXPECT_EQ(dense.worst(Eigen::Vector3d(1.0, 2.0, 4.0)), 2);  // leaves, but is pushed
}

TEST(DenseProblem, AgreesWithTheOracleWithoutFriction) {
  for (unsigned seed = 1; seed <= 500; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const auto problem = random_problem(seed, seed % 2 == 0, 0.0);
    Vector x, oracle;
    const auto report = solve(problem, x);
    ASSERT_TRUE(report.ok());
    ASSERT_TRUE(Enumerate().solve(problem.G, problem.c, problem.contacts, oracle).ok());
    // Residual 1e-14 |c| over the smallest eigenvalue of G, seldom below 1e-3.
    EXPECT_LE((x - oracle).cwiseAbs().maxCoeff(), 1e-10 * (1.0 + oracle.cwiseAbs().maxCoeff()));
  }
}

TEST(DenseProblem, SatisfiesTheJudgeWithFrictionInThePlaneAndInSpace) {
  for (unsigned seed = 1; seed <= 500; ++seed)
    for (const bool space : {false, true}) {
      SCOPED_TRACE("seed " + std::to_string(seed) + (space ? " in space" : ""));
      const auto problem = space ? random_problem_in_space(seed) : random_problem(seed, seed % 2 == 0, 1.0);
      Vector x;
      ASSERT_TRUE(solve(problem, x).ok());
      // What the solver promises; the judge here forms G x anew, which costs some rounding.
      EXPECT_LE(judged(problem, x), 2e-14 + 2e-12 * problem.c.lpNorm<Eigen::Infinity>());
    }
}

// Three points of a rigid beam (height and tilt) over the floor: G has rank 2, the velocities are unique all the same.
TEST(DenseProblem, OfDependentContactsGivesTheVelocitiesThatAreUnique) {
  Matrix W(2, 3);
  W << 1.0, 1.0, 1.0, -1.0, 0.2, 1.0;
  for (const double tilt : {0.0, 0.3, -0.9, 2.0}) {
    const Eigen::Vector2d v_free(-1.0, tilt);
    const auto problem = unilateral(W.transpose() * W, W.transpose() * v_free);
    Vector x;
    ASSERT_TRUE(solve(problem, x).ok());
    EXPECT_GE(x.minCoeff(), 0.0);
    const Eigen::Vector2d v = v_free + W * x;
    // Nearest point to v_free of the cone W' v >= 0: the tip (both ends held) where v_free points out through it.
    const bool tip = std::abs(tilt) <= 1.0;
    const double along = 0.5 * (std::abs(tilt) - 1.0);  // else the edge 1, |tilt| : v = along (1, sign)
    EXPECT_NEAR(v[0], tip ? 0.0 : along, 1e-12);
    EXPECT_NEAR(v[1], tip ? 0.0 : std::copysign(along, tilt), 1e-12);
  }
}

TEST(DenseProblem, OfAJointCountedTwiceIsSolved) {
  Problem problem{Matrix::Constant(2, 2, 3.0), Eigen::Vector2d(-1.5, -1.5), {}};
  for (int k = 0; k < 2; ++k) push(problem.contacts, Cone::bilateral, 1);
  Vector x;
  ASSERT_TRUE(solve(problem, x).ok());
  EXPECT_NEAR(x.sum(), 0.5, 1e-14);  // tolerance_absolute, 1e-14 m/s, over a G of 3
}

TEST(DenseProblem, RefusesASolverThatNeedsTheBodies) {
  ContactSolverOptions options;
  options.name = ContactSolverOptions::Name::active_set;
  EXPECT_THROW(DenseProblem{options}, InputError);
}

TEST(DenseProblem, MayBeUnsymmetric) {
  const auto problem = unilateral((Matrix(2, 2) << 1.0, 0.0, 5.0, 1.0).finished(), Eigen::Vector2d(-1.0, -2.0));
  Vector x;
  ASSERT_TRUE(solve(problem, x).ok());
  EXPECT_EQ(x, Eigen::Vector2d(1.0, 0.0));
}

TEST(DenseProblem, RowsThatMoveNothingHoldNothing) {
  Problem problem{Eigen::Vector3d(2.0, 0.0, 0.0).asDiagonal(), Eigen::Vector3d(-1.0, 0.0, 0.5), {}};
  for (const auto cone : {Cone::bilateral, Cone::bilateral, Cone::unilateral}) push(problem.contacts, cone, 1);
  Vector x;
  ASSERT_TRUE(solve(problem, x).ok());
  EXPECT_EQ(x, Eigen::Vector3d(0.5, 0.0, 0.0));
  // A contact that meets nothing cannot be held open.
  EXPECT_FALSE(solve(unilateral(Matrix::Zero(1, 1), Vector::Constant(1, -1.0)), x).ok());
}

// A slip that no force changes, and a contact along a direction in which nothing moves.
TEST(DenseProblem, FrictionWhereNothingMoves) {
  Problem problem{Eigen::Vector2d(2.0, 0.0).asDiagonal(), Eigen::Vector2d(-1.0, -1.0), {}};
  push(problem.contacts, Cone::coulomb, 2, 0.3);
  Vector x;
  ASSERT_TRUE(solve(problem, x).ok());
  EXPECT_LE((x - Eigen::Vector2d(0.5, 0.15)).norm(), 1e-14);
  problem.G = Eigen::Vector2d(0.0, 2.0).asDiagonal();
  problem.c[0] = 0.0;
  x.setZero();
  ASSERT_TRUE(solve(problem, x).ok());
  EXPECT_EQ(x, Eigen::Vector2d::Zero());
}

TEST(DenseProblem, OfARowMovedByOthersAloneIsSingular) {
  Vector x;
  const Matrix G = (Matrix(2, 2) << 1.0, 0.0, 1.0, 0.0).finished();
  EXPECT_EQ(solve(unilateral(G, Vector::Constant(2, -1.0)), x).status, Status::singular);
  EXPECT_EQ(solve(unilateral(Matrix::Identity(1, 1), Vector::Constant(1, std::nan(""))), x).status, Status::not_finite);
}

TEST(DenseProblem, OnWhichNewtonOrSweepsGoRoundInCirclesIsSolved) {
  Problem problem =
      unilateral((Matrix(3, 3) << 14, 15, -10, 15, 17, -13, -10, -13, 19).finished(), Eigen::Vector3d(0.0, 1.0, -2.0));
  Vector x, oracle;
  auto report = solve(problem, x);
  EXPECT_TRUE(report.ok());
  ASSERT_TRUE(Enumerate().solve(problem.G, problem.c, problem.contacts, oracle).ok());
  EXPECT_LE((x - oracle).cwiseAbs().maxCoeff(), 1e-10);  // tolerance 1e-12 |c| over the smallest eigenvalue, 0.1

  // A P-matrix that is not symmetric: one solution, and sweeps circle around it.
  problem =
      unilateral((Matrix(3, 3) << 1.0, 1.2, 0.0, 0.0, 1.0, 1.2, 1.2, 0.0, 1.0).finished(), Vector::Constant(3, -1.0));
  x = Eigen::Vector3d(0.0, 0.0, 5.0);
  report = solve(problem, x);
  EXPECT_TRUE(report.ok()) << report.message;
  ASSERT_TRUE(Enumerate().solve(problem.G, problem.c, problem.contacts, oracle).ok());
  EXPECT_LE((x - oracle).cwiseAbs().maxCoeff(), 1e-10);  // as above
}

}  // namespace dense_problem_test
}  // namespace percuss
