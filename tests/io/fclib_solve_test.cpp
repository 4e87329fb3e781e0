// SPDX-License-Identifier: Apache-2.0
#include "io/fclib_solve.hpp"

#include <gtest/gtest.h>

#include <limits>

#include "fclib_problems.hpp"
#include "io/fclib_file.hpp"

namespace percuss {
namespace fclib_solve_test {

/// Two blocks of unit mass on the ground, struck downwards at 1 m/s and sideways at 0.1 and 2 m/s.
FclibProblem blocks() {
  FclibProblem problem;
  problem.dimension = 2;
  problem.W = Matrix(Matrix::Identity(4, 4)).sparseView();
  problem.q = Vector{{-1.0, 0.1, -1.0, 2.0}};
  problem.mu = Vector{{0.5, 0.5}};
  return problem;
}

TEST(FclibError, IsZeroAtTheSolutionAndTheNaturalMapElsewhere) {
  const Vector exact{{1.0, -0.1, 1.0, -0.5}};  // sticks; slips with |r_T| = mu r_N
  EXPECT_EQ(fclib_error(blocks(), exact), 0.0);
  const Vector nothing = Vector::Zero(4);
  // r - u_hat = (1 - 0.05, -0.1) lies in the cone; (1 - 1, -2) goes to (0.8, -0.4).
  const double expected = std::sqrt(0.95 * 0.95 + 0.1 * 0.1 + 0.8 * 0.8 + 0.4 * 0.4) / blocks().q.norm();
  EXPECT_NEAR(fclib_error(blocks(), nothing), expected, 1e-15);
}

TEST(FclibError, WithoutVelocitiesItIsNotDivided) {
  auto problem = blocks();
  problem.q.setZero();
  const Vector r{{1.0, 0.0, 0.0, 0.0}};
  EXPECT_EQ(fclib_error(problem, r), 1.0);
}

TEST(FclibSolve, EveryGoodReportIsBackedByTheJudge) {
  for (unsigned seed = 0; seed < 30; ++seed) {
    const auto problem = random_local_problem(seed, seed % 2 == 0 ? 2 : 3, 1 + seed % 7);
    const auto answer = solve(problem, {});
    ASSERT_TRUE(answer.report.ok()) << seed << ": " << answer.report.message;
    EXPECT_LE(fclib_error(problem, answer.r), 1e-8) << seed;
    EXPECT_NEAR(answer.error, fclib_error(problem, answer.r), 1e-13) << seed;
    // Numbers of order ten, a few roundings.
    EXPECT_LE((answer.u - problem.W * answer.r - problem.q).cwiseAbs().maxCoeff(), 1e-13) << seed;
  }
}

TEST(FclibSolve, GoesOnUntilTheErrorIsMetWhereTheSolversOwnMeasureIsNotEnough) {
  auto problem = random_local_problem(8, 3, 6);
  problem.W *= 1e6;  // percussions a million times smaller: what is a small residual in m/s is a large one in them
  FclibSolveOptions options;
  options.solver = ContactSolverOptions::Name::gauss_seidel;
  options.tolerance = 1e-6;
  const auto answer = solve(problem, options);
  ASSERT_TRUE(answer.report.ok()) << answer.report.message;
  EXPECT_LE(fclib_error(problem, answer.r), 1e-6);
}

// Three masses in a row between two walls that close at 1e-5 of |q|: the normal velocities have that negative sum,
// whatever the forces. Forces of 1e10 and more hide it in the round-off of W r.
TEST(FclibSolve, ForcesThatHideAContradictionInRoundOffAreNoSolution) {
  FclibProblem problem;
  problem.dimension = 3;
  Matrix W = Matrix::Zero(12, 12);
  for (Index mass = 0; mass < 3; ++mass)
    for (Index axis = 0; axis < 3; ++axis) {
      const Index before = 3 * mass + axis, behind = before + 3;
      W(before, before) += 1.0;
      W(behind, behind) += 1.0;
      W(before, behind) -= 1.0;
      W(behind, before) -= 1.0;
    }
  problem.W = W.sparseView();
  problem.q = Vector{{0.12572291, -0.13210486, 0.64042265, -0.02083741, -0.40356451, -0.2788276, 1.19909262, 1.48275034,
                      -1.06533029, 0.0, -0.94708096, 0.70373524}};
  problem.q[9] = -(problem.q[0] + problem.q[3] + problem.q[6]);
  problem.q[9] -= 1e-5 * problem.q.norm();
  problem.mu = Vector::Zero(4);
  const auto answer = solve(problem, {});
  EXPECT_FALSE(answer.report.ok());
  EXPECT_NE(answer.report.message.find("no solution"), std::string::npos) << answer.report.message;
}

TEST(FclibSolve, TooFewIterationsAreAFailureThatSaysSo) {
  const auto problem =
      read_fclib(std::string(PERCUSS_SOURCE_DIR) + "/tests/io/data/fclib/Confeti-ex13-4contact-Fc3D-SBM.hdf5");
  FclibSolveOptions options;
  options.solver = ContactSolverOptions::Name::jacobi;
  options.max_iterations = 3;
  const auto answer = solve(problem, options);
  EXPECT_EQ(answer.report.status, Status::not_converged);
  EXPECT_LE(answer.report.iterations, 3);
  EXPECT_FALSE(answer.report.message.empty());
  EXPECT_GT(answer.error, 1e-8);
}

TEST(FclibSolve, AToleranceBelowRoundOffEndsInAFailureNotInALoop) {
  FclibSolveOptions options;
  options.tolerance = 1e-300;
  options.max_iterations = 2000;
  const auto answer = solve(random_local_problem(9, 3, 5), options);
  EXPECT_EQ(answer.report.ok(), answer.error <= 1e-300);
}

// Two contacts press on each other, and no forces can open both: u_1 + u_2 = -2 whatever they are. At compliances of
// 1e-9 kg^-1 and less forces grow until r - (r - u_hat) rounds to zero, so that the error alone says solved.
TEST(FclibSolve, ForcesThatSwallowTheVelocitiesAreNoSolution) {
  for (const double scale : {1.0, 1e-7, 1e-9, 1e-11, 1e-15, 1e-20}) {
    FclibProblem problem;
    problem.dimension = 2;
    Matrix W = Matrix::Zero(4, 4);
    for (const Index i : {0, 1}) {
      W(i, i) = W(2 + i, 2 + i) = scale;
      W(i, 2 + i) = W(2 + i, i) = -scale;
    }
    problem.W = W.sparseView();
    problem.q = Vector{{-1.0, 0.0, -1.0, 0.0}};
    problem.mu = Vector{{0.5, 0.5}};
    const auto answer = solve(problem, {});
    EXPECT_FALSE(answer.report.ok()) << scale;
    EXPECT_FALSE(answer.report.message.empty()) << scale;
  }
}

// Nor does an iterate of a feasible problem pass for a solution there: three steps leave a tenth of the velocities.
TEST(FclibSolve, WhatIsUnfinishedIsNotSolvedInAnyUnits) {
  auto problem = random_local_problem(8, 3, 6);
  problem.W *= 1e-30;
  FclibSolveOptions options;
  options.max_iterations = 3;
  for (const auto solver : {ContactSolverOptions::Name::admm, ContactSolverOptions::Name::fischer_burmeister}) {
    options.solver = solver;
    EXPECT_FALSE(solve(problem, options).report.ok());
  }
}

TEST(FclibSolve, NumbersThatOverflowAreNeverSolved) {
  auto problem = blocks();
  problem.q *= 1e200;  // |q|^2 overflows, |q| does not
  EXPECT_GT(fclib_error(problem, Vector::Zero(4)), 0.1);
  problem.W *= 1e300;
  problem.q *= 1e100;
  const auto answer = solve(problem, {});
  EXPECT_TRUE(!answer.report.ok() || answer.error <= 1e-8) << answer.error;
  problem.q.setConstant(-std::numeric_limits<double>::max());
  EXPECT_FALSE(fclib_error(problem, Vector::Constant(4, 1e300)) <= 1e-8);
}

TEST(FclibSolve, ProblemsOfOthersAreSolved) {
  const auto folder = std::string(PERCUSS_SOURCE_DIR) + "/tests/io/data/fclib/";
  for (const char* name : {"Confeti-ex13-4contact-Fc3D-SBM.hdf5", "FrictionContactProblem00031.hdf5"})
    EXPECT_TRUE(solve(read_fclib(folder + name), {}).report.ok()) << name;
}

TEST(FclibSolve, AProblemWithoutContactsIsSolved) { EXPECT_TRUE(solve(random_local_problem(1, 3, 0), {}).report.ok()); }

TEST(FclibSolve, OptionsOutOfRangeAreRefused) {
  FclibSolveOptions options;
  options.tolerance = 0.0;
  options.max_iterations = 0;
  EXPECT_EQ(options.validate().size(), 2u);
  EXPECT_THROW(solve(blocks(), options), InputError);
}

}  // namespace fclib_solve_test
}  // namespace percuss
