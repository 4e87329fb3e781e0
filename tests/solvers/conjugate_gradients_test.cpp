// SPDX-License-Identifier: Apache-2.0
// `cg`: see linear_solver_test.cpp for what all backends have in common.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/decompositions.hpp"
#include "tests/solvers/linear_systems.hpp"

namespace percuss {
namespace conjugate_gradients_test {

struct Solved {
  Vector x;
  long iterations;
  std::string failure;
};

Solved solved(const SparseMatrix& A, const Vector& b, double tolerance = 1e-12, int max_iterations = 10000) {
  SolveTally tally;
  LinearSolverOptions options(LinearSolverKind::cg);
  options.tolerance = tolerance;
  options.max_iterations = max_iterations;
  options.tally = &tally;
  const auto solver = make_linear_solver(options, A);
  EXPECT_TRUE(solver->factorize(A).ok());
  Vector x = b;
  solver->solve_in_place(x);
  EXPECT_EQ(tally.solves() + (tally.has_failed() ? 1 : 0), b.isZero(0.0) || !b.allFinite() ? 0 : 1);
  EXPECT_LE(tally.residual(), std::max(tolerance, 1e-14));  // or what double precision allows
  return {x, tally.iterations(), tally.take_failure()};
}

/// |b - A x| / |b| in the norm of the inverse diagonal.
double residual(const SparseMatrix& A, const Vector& x, const Vector& b) {
  const Vector roots = A.diagonal().cwiseSqrt().cwiseInverse();
  return (roots.asDiagonal() * (b - A * x)).norm() / (roots.asDiagonal() * b).norm();
}

/// S A S with diagonal S.
SparseMatrix scaled(const SparseMatrix& A, const Vector& S) { return S.asDiagonal() * A * S.asDiagonal(); }

TEST(ConjugateGradients, SolveByHandInTwoSteps) {
  // 4 -1; -1 2 and b = (1, 3): x = (5, 13) / 7. Two rows, so two steps at most.
  SparseMatrix A = Eigen::Matrix2d{{4.0, -1.0}, {-1.0, 2.0}}.sparseView();
  const auto result = solved(A, Vector{{1.0, 3.0}});
  EXPECT_LE((result.x - Vector{{5.0, 13.0}} / 7.0).norm(), 1e-14);  // some eps
  EXPECT_LE(result.iterations, 2);
}

TEST(ConjugateGradients, TakeOneStepForADiagonalMatrix) {
  const auto result = solved(banded_matrix(50, 0, 1), random_vector(50, 2));
  EXPECT_EQ(result.iterations, 1);
}

TEST(ConjugateGradients, TakeAsManyStepsAsThereAreEigenvalues) {
  // I + u u' has two, once its diagonal is that of u u' with equal entries.
  const Matrix A = Matrix::Identity(30, 30) + Matrix::Ones(30, 30);
  EXPECT_LE(solved(A.sparseView(), random_vector(30, 1)).iterations, 2);
}

TEST(ConjugateGradients, LeaveZerosWithoutAStep) {
  const auto result = solved(banded_matrix(9, 2, 1), Vector::Zero(9));
  EXPECT_EQ(result.x, Vector::Zero(9));
  EXPECT_EQ(result.iterations, 0);
}

TEST(ConjugateGradients, DoNotDependOnTheUnitsOfTheRows) {
  const auto A = grid_matrix(9, 8);
  const Vector b = random_vector(72, 1);
  const auto plain = solved(A, b);
  Vector S(72);
  for (Index i = 0; i < 72; ++i) S[i] = std::ldexp(1.0, static_cast<int>(i % 61) - 30);  // exact
  const auto other = solved(scaled(A, S), S.asDiagonal() * b);
  EXPECT_EQ(other.iterations, plain.iterations);
  EXPECT_EQ(Vector(S.asDiagonal() * other.x), plain.x);  // to the last bit: the scaling is exact
}

/// A chain of springs, whose condition number grows as n^2.
SparseMatrix chain(Index n) { return tridiagonal_matrix(n, 2.0, -1.0); }

TEST(ConjugateGradients, KeepTheirToleranceOnAnIllConditionedMatrix) {
  for (const Index n : {10, 300, 2000}) {  // condition numbers of 50, 4e4, 2e6
    const auto A = chain(n);
    const Vector b = random_vector(n, 3);
    const auto result = solved(A, b);
    EXPECT_EQ(result.failure, "");
    EXPECT_LE(residual(A, result.x, b), 1e-12) << n;
  }
}

TEST(ConjugateGradients, AskedForMoreThanDoublePrecisionHasEndAtItsLimit) {
  for (const Index n : {10, 300, 2000}) {
    const auto A = chain(n);
    const Vector x = random_vector(n, 3), b = A * x;
    const auto result = solved(A, b, 1e-16, 100000);
    EXPECT_EQ(result.failure, "");
    // |A| |x| is some sqrt(n) times |b| at most here: the residual is of some hundred eps.
    EXPECT_LE(residual(A, result.x, b), 64.0 * std::numeric_limits<double>::epsilon() * 10.0) << n;
  }
}

TEST(ConjugateGradients, DoNotDependOnTheSizeOfTheRightSide) {
  const auto A = grid_matrix(9, 8);
  const Vector b = random_vector(72, 1);
  const auto plain = solved(A, b);
  for (const int exponent : {-1000, -520, 520, 1000}) {  // squares would vanish or overflow
    const auto other = solved(A, std::ldexp(1.0, exponent) * b);
    EXPECT_EQ(other.iterations, plain.iterations);
    EXPECT_EQ(Vector(std::ldexp(1.0, -exponent) * other.x), plain.x);
  }
}

TEST(ConjugateGradients, KnowThatASolveHasFailedUntilTheyAreGivenAMatrix) {
  LinearSolverOptions options(LinearSolverKind::cg);
  options.max_iterations = 2;
  const auto A = chain(50);
  const auto solver = make_linear_solver(options, A);
  ASSERT_TRUE(solver->factorize(A).ok());
  Vector x = Vector::Unit(50, 0);
  EXPECT_FALSE(solver->has_failed());
  solver->solve_in_place(x);
  EXPECT_TRUE(solver->has_failed());
  ASSERT_TRUE(solver->factorize(A).ok());
  EXPECT_FALSE(solver->has_failed());
}

TEST(ConjugateGradients, TellWhenTheIterationsAreOver) {
  const auto result = solved(chain(300), random_vector(300, 1), 1e-12, 20);
  EXPECT_TRUE(result.x.array().isNaN().all());
  EXPECT_NE(result.failure.find("the linear solver `cg` reached a relative residual of "), std::string::npos);
  EXPECT_NE(result.failure.find(" in 20 iterations, its tolerance is 1e-12"), std::string::npos) << result.failure;
}

TEST(ConjugateGradients, TellThatAMatrixIsNotPositiveDefinite) {
  // 0.5 - 2 cos(k pi/12): of both signs.
  const auto result = solved(tridiagonal_matrix(11, 0.5, -1.0), random_vector(11, 1));
  EXPECT_TRUE(result.x.array().isNaN().all());
  EXPECT_NE(result.failure.find("not positive definite"), std::string::npos) << result.failure;
}

TEST(ConjugateGradients, FillASolutionThatFailedWithNaNEvenWhereNobodyIsTold) {
  LinearSolverOptions options(LinearSolverKind::cg);
  options.max_iterations = 2;
  const auto A = chain(50);
  const auto solver = make_linear_solver(options, A);
  ASSERT_TRUE(solver->factorize(A).ok());
  Vector x = Vector::Ones(50);
  solver->solve_in_place(x);
  EXPECT_TRUE(x.array().isNaN().all());
}

TEST(ConjugateGradients, LeaveARightSideThatIsNotFiniteToItsCaller) {
  for (const double bad : {std::numeric_limits<double>::quiet_NaN(), std::numeric_limits<double>::infinity()}) {
    Vector b = random_vector(9, 1);
    b[4] = bad;
    const auto result = solved(banded_matrix(9, 2, 1), b);
    EXPECT_TRUE(result.x.array().isNaN().all());
    EXPECT_EQ(result.failure, "");
  }
}

TEST(ConjugateGradients, RefuseAnEntryThatIsNotFinite) {
  SparseMatrix A = banded_matrix(8, 2, 1);
  A.coeffRef(3, 2) = A.coeffRef(2, 3) = std::numeric_limits<double>::infinity();
  const auto report = make_linear_solver(LinearSolverKind::cg, A)->factorize(A);
  EXPECT_EQ(report.status, Status::singular);
}

TEST(LinearSolverOptions, AreRefusedWhereTheyAreNotRead) {
  LinearSolverOptions options(LinearSolverKind::banded);
  EXPECT_TRUE(options.validate().empty());
  options.tolerance = 1e-9;
  options.max_iterations = 5;
  ASSERT_EQ(options.validate().size(), 2U);
  EXPECT_EQ(options.validate()[0].key, "tolerance");
  EXPECT_EQ(options.validate()[1].message, "this linear solver does not read `max_iterations`");
  options.kind = LinearSolverKind::cg;
  EXPECT_TRUE(options.validate().empty());
  for (const double wrong : {0.0, -1e-9, 1e-17, 2e-3, std::numeric_limits<double>::quiet_NaN()}) {
    options.tolerance = wrong;
    ASSERT_EQ(options.validate().size(), 1U) << wrong;
    EXPECT_EQ(options.validate()[0].key, "tolerance");
  }
}

}  // namespace conjugate_gradients_test
}  // namespace percuss
