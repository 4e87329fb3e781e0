// SPDX-License-Identifier: Apache-2.0
// The twisted factor: see linear_solver_test.cpp for what all backends have in common.
#include <gtest/gtest.h>

#include <limits>

#include "core/parallel.hpp"
#include "tests/solvers/linear_systems.hpp"

namespace percuss {
namespace tridiagonal_test {

constexpr double eps = std::numeric_limits<double>::epsilon();

std::unique_ptr<LinearSolver> factored(LinearSolverKind kind, const SparseMatrix& A) {
  auto solver = make_linear_solver(kind, A);
  EXPECT_TRUE(solver->factorize(A).ok());
  return solver;
}

Vector solved(const LinearSolver& solver, Vector b) {
  solver.solve_in_place(b);
  return b;
}

TEST(Tridiagonal, SolvesThreeEquationsByHand) {
  // [2 -1 0; -1 2 -1; 0 -1 2] (1, 2, 3) = (0, 0, 4)
  const auto solver = factored(LinearSolverKind::tridiagonal, tridiagonal_matrix(3, 2.0, -1.0));
  const Vector x = solved(*solver, (Vector(3) << 0.0, 0.0, 4.0).finished());
  EXPECT_LE((x - (Vector(3) << 1.0, 2.0, 3.0).finished()).cwiseAbs().maxCoeff(), 4.0 * eps);  // a rounding per step
}

TEST(Tridiagonal, GivesMirroredAnswersToMirroredQuestions) {
  // Elimination from both ends treats both ends alike, to the last bit, when there is a middle row.
  const auto solver = factored(LinearSolverKind::tridiagonal, tridiagonal_matrix(9, 3.0, -1.0));
  const Vector b = random_vector(9, 1);
  const Vector x = solved(*solver, b), mirrored = solved(*solver, b.reverse());
  for (const Index i : {0, 1, 2, 3, 5, 6, 7, 8}) EXPECT_NEAR(x[i], mirrored[8 - i], 2.0 * eps) << i;
}

// A diagonally dominant matrix: both factors are backward stable, and the condition number is below 10.
TEST(Tridiagonal, AgreesWithLapackToAFewRoundings) {
  for (const Index n : {1, 2, 3, 4, 5, 100, 101, 1000, 1001})
    for (const unsigned seed : {1U, 2U, 3U}) {
      SCOPED_TRACE("n = " + std::to_string(n) + ", seed " + std::to_string(seed));
      const auto A = banded_matrix(n, std::min<Index>(1, n - 1), seed);
      const Vector b = random_vector(n, seed + 10);
      const Vector twisted = solved(*factored(LinearSolverKind::tridiagonal, A), b);
      const Vector lapack = solved(*factored(LinearSolverKind::tridiagonal_lapack, A), b);
      EXPECT_LE((twisted - lapack).cwiseAbs().maxCoeff(), 16.0 * eps * lapack.cwiseAbs().maxCoeff());
    }
}

TEST(Tridiagonal, StaysAccurateForAMassMatrixOfAnySize) {
  // Consistent mass of a bar, [1 4 1]/6 with half rows at the ends, applied to ones gives (1/2, 1, ..., 1, 1/2).
  for (const Index n : {Index{2}, Index{1000}, parallel_threshold - 1, parallel_threshold, parallel_threshold + 1}) {
    SparseMatrix A = tridiagonal_matrix(n, 4.0 / 6.0, 1.0 / 6.0);
    A.coeffRef(0, 0) = A.coeffRef(n - 1, n - 1) = 2.0 / 6.0;
    Vector b = Vector::Ones(n);
    b[0] = b[n - 1] = 0.5;
    const Vector x = solved(*factored(LinearSolverKind::tridiagonal, A), b);
    // The condition number is 3 to 6 whatever n: a few eps.
    EXPECT_LE((x.array() - 1.0).abs().maxCoeff(), 8.0 * eps) << "n = " << n;
  }
}

TEST(Tridiagonal, NamesTheRowWhoseEliminationFails) {
  // From both ends to the middle: the pivots of -1 2 -1 with one entry lowered fail at that entry.
  for (Index row = 0; row < 9; ++row) {
    SparseMatrix A = tridiagonal_matrix(9, 4.0, -1.0);
    A.coeffRef(row, row) = -4.0;
    const auto report = make_linear_solver(LinearSolverKind::tridiagonal, A)->factorize(A);
    EXPECT_EQ(report.status, Status::singular);
    EXPECT_NE(report.message.find("pivot of row " + std::to_string(row) + ")"), std::string::npos) << report.message;
  }
}

TEST(Tridiagonal, FindsTheFreeBarSingular) {
  for (const Index n : {2, 3, 10, 11}) {
    SparseMatrix A = tridiagonal_matrix(n, 2.0, -1.0);
    A.coeffRef(0, 0) = A.coeffRef(n - 1, n - 1) = 1.0;  // the pivots are exactly 1, ..., 1, 0
    EXPECT_EQ(make_linear_solver(LinearSolverKind::tridiagonal, A)->factorize(A).status, Status::singular) << n;
  }
}

TEST(Tridiagonal, CouplesNothingAcrossAZero) {
  SparseMatrix A = tridiagonal_matrix(4, 2.0, -1.0);
  A.coeffRef(1, 2) = A.coeffRef(2, 1) = 0.0;
  const Vector x = solved(*factored(LinearSolverKind::tridiagonal, A), Vector::Unit(4, 0));
  EXPECT_EQ(x.tail(2), Vector::Zero(2));
  EXPECT_NEAR(x[0], 2.0 / 3.0, eps);
}

}  // namespace tridiagonal_test
}  // namespace percuss
