// SPDX-License-Identifier: Apache-2.0
#include "solvers/linear/half_solve.hpp"
#include "core/decompositions.hpp"

#include <gtest/gtest.h>

#include "solvers/linear/linear_solver.hpp"
#include "tests/solvers/linear_systems.hpp"

namespace percuss {
namespace half_solve_test {

double dot(const SparseVector& a, const SparseVector& b, Index n) {
  Vector full = Vector::Zero(n);
  for (std::size_t i = 0; i < a.row.size(); ++i) full[a.row[i]] = a.value[i];
  double sum = 0.0;
  for (std::size_t i = 0; i < b.row.size(); ++i) sum += full[b.row[i]] * b.value[i];
  return sum;
}

/// z_a . z_b against a' A^-1 b for vectors of one to three entries, some of them on the same row.
void expect_is_half_of_the_inverse(LinearSolverKind kind, const SparseMatrix& A) {
  SCOPED_TRACE(name_of(kind) + ", " + std::to_string(A.rows()) + " rows");
  const auto solver = make_linear_solver(kind, A);
  ASSERT_TRUE(solver->factorize(A).ok());
  SparseFactor factor;
  ASSERT_TRUE(solver->view(factor));
  HalfSolve half;
  std::mt19937 random(9);
  const auto n = static_cast<unsigned>(A.rows());
  const Eigen::LDLT<Matrix> exact{Matrix(A)};
  for (int trial = 0; trial < 10; ++trial) {
    std::array<Vector, 2> b;
    std::array<SparseVector, 2> z;
    for (std::size_t i = 0; i < 2; ++i) {
      b[i] = Vector::Zero(A.rows());
      std::vector<Index> rows;
      std::vector<double> values;
      for (unsigned e = 0; e < 1 + random() % 3; ++e) {
        rows.push_back(static_cast<Index>(random() % n));
        values.push_back(static_cast<double>(random() % 7) - 3.0);
        b[i][rows.back()] += values.back();
      }
      half(factor, static_cast<Index>(rows.size()), rows.data(), values.data(), z[i]);
      EXPECT_TRUE(std::is_sorted(z[i].row.begin(), z[i].row.end()));
    }
    // Well conditioned, entries of order 10: some hundred eps.
    EXPECT_NEAR(dot(z[0], z[1], A.rows()), b[0].dot(Vector(exact.solve(b[1]))), 1e-12);
  }
}

std::vector<LinearSolverKind> sparse_kinds() {
  std::vector<LinearSolverKind> kinds;
  for (const auto kind : built_in_kinds())
    if (kind == LinearSolverKind::eigen_ldlt || kind == LinearSolverKind::cholmod) kinds.push_back(kind);
  return kinds;
}

TEST(HalfSolve, IsHalfOfTheInverse) {
  for (const auto kind : sparse_kinds())
    for (const auto& A : {banded_matrix(1, 0, 1), banded_matrix(7, 0, 1), banded_matrix(40, 3, 2), grid_matrix(9, 11)})
      expect_is_half_of_the_inverse(kind, A);
}

// A full matrix of this size is where CHOLMOD turns to supernodes.
TEST(HalfSolve, CopesWithSupernodes) {
  for (const auto kind : sparse_kinds()) expect_is_half_of_the_inverse(kind, banded_matrix(150, 149, 3));
}

TEST(HalfSolve, TouchesTheWaysToTheRootOnly) {
  for (const auto kind : sparse_kinds()) {
    const auto A = grid_matrix(40, 40);
    const auto solver = make_linear_solver(kind, A);
    ASSERT_TRUE(solver->factorize(A).ok());
    SparseFactor factor;
    ASSERT_TRUE(solver->view(factor));
    HalfSolve half;
    SparseVector z;
    const Index row = 0;
    const double one = 1.0;
    half(factor, 1, &row, &one, z);
    EXPECT_LT(z.row.size(), 400U) << "of 1600 rows";
  }
}

TEST(HalfSolve, IsOfferedBySparseFactorsAlone) {
  const auto A = banded_matrix(20, 1, 1);
  SparseFactor factor;
  for (const auto kind : {LinearSolverKind::tridiagonal, LinearSolverKind::banded, LinearSolverKind::dense}) {
    const auto solver = make_linear_solver(kind, A);
    ASSERT_TRUE(solver->factorize(A).ok());
    EXPECT_FALSE(solver->view(factor));
  }
}

}  // namespace half_solve_test
}  // namespace percuss
