// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "core/parallel.hpp"
#include "tests/solvers/linear_systems.hpp"

namespace percuss {
namespace tridiagonal_threads {

/// Around the size from which two threads share a solve, n even and odd, and well above it.
const std::vector<Index> sizes{parallel_threshold - 1, parallel_threshold, parallel_threshold + 1,
                               2 * parallel_threshold + 3};

void expect_same_bits(LinearSolverKind kind, const SparseMatrix& A) {
  const auto solver = make_linear_solver(kind, A);
  ASSERT_TRUE(solver->factorize(A).ok());
  const Matrix B = random_matrix(A.rows(), 2, 1);
  set_threads(1);
  Matrix serial = B;
  solver->solve_in_place(serial);
  for (const int threads : {2, 4}) {
    set_threads(threads);
    Matrix X = B;
    solver->solve_in_place(X);
    EXPECT_EQ(X, serial) << threads << " threads, n = " << A.rows();
  }
  set_threads(0);
}

TEST(TridiagonalThreads, DoNotChangeASolve) {
  for (const Index n : sizes) expect_same_bits(LinearSolverKind::tridiagonal, tridiagonal_matrix(n, 4.0, 1.0));
}

TEST(DiagonalThreads, DoNotChangeASolve) {
  for (const Index n : sizes) {
    SparseMatrix A = tridiagonal_matrix(n, 3.0, 0.0);
    A.prune(0.0);
    expect_same_bits(LinearSolverKind::diagonal, A);
  }
}

}  // namespace tridiagonal_threads
}  // namespace percuss
