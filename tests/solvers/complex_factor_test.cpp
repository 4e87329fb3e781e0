// SPDX-License-Identifier: Apache-2.0
#include "solvers/linear/complex_factor.hpp"
#include "core/decompositions.hpp"

#include <gtest/gtest.h>

#include <string>

#include "solvers/linear/complex_tridiagonal.hpp"
#include "tests/solvers/linear_systems.hpp"

namespace percuss {

namespace complex_factor_test {

SparseMatrix band(Index n, Index width, double diagonal, double off) {
  std::vector<Eigen::Triplet<double>> entries;
  for (Index i = 0; i < n; ++i)
    for (Index j = std::max<Index>(0, i - width); j <= std::min(n - 1, i + width); ++j)
      entries.emplace_back(i, j, i == j ? diagonal + 0.01 * static_cast<double>(i % 7) : off);
  SparseMatrix A(n, n);
  A.setFromTriplets(entries.begin(), entries.end());
  return A;
}

Eigen::VectorXcd some_vector(Index n) {
  Eigen::VectorXcd x(n);
  for (Index i = 0; i < n; ++i) x[i] = {std::sin(1.0 + static_cast<double>(i)), std::cos(2.0 * static_cast<double>(i))};
  return x;
}

/// Largest error of S^-1 (S x).
double error_of(const SparseMatrix& A, const SparseMatrix& B, bool symmetric, const std::string& name) {
  const auto solver = make_complex_solver(A, B, symmetric);
  EXPECT_EQ(solver->name(), name);
  EXPECT_TRUE(solver->factorize(A, B).ok());
  const Eigen::MatrixXcd S =
      Eigen::MatrixXcd(A.cast<Complex>()) + Complex(0.0, 1.0) * Eigen::MatrixXcd(B.cast<Complex>());
  const auto x = some_vector(A.rows());
  const Eigen::VectorXcd right = S * x;
  ComplexColumn y(A.rows(), 2);
  y << right.real(), right.imag();
  solver->solve_in_place(y);
  return std::max((y.col(0) - x.real()).lpNorm<Eigen::Infinity>(), (y.col(1) - x.imag()).lpNorm<Eigen::Infinity>());
}

TEST(ComplexSolver, OfEveryStructureSolvesToRoundOff) {
  // Diagonally dominant: condition numbers below 20.
  for (const Index n : {1, 2, 3, 4, 5, 100, 101})
    EXPECT_LT(error_of(band(n, 1, 4.0, -1.0), band(n, 1, 3.0, 0.5), true, "tridiagonal"), 1e-14) << n;
  EXPECT_LT(error_of(band(6, 0, 4.0, 0.0), band(6, 0, 3.0, 0.0), true, "tridiagonal"), 1e-15);
  EXPECT_LT(error_of(band(20, 3, 9.0, -1.0), band(20, 3, 5.0, 0.5), true, "dense_lu"), 1e-14);
  SparseMatrix skew = band(20, 1, 3.0, 0.5);
  skew.coeffRef(3, 4) = -0.5;
  EXPECT_LT(error_of(band(20, 1, 4.0, -1.0), skew, false, "dense_lu"), 1e-14);
  EXPECT_LT(error_of(band(200, 3, 9.0, -1.0), band(200, 3, 5.0, 0.5), true, "sparse_lu"), 1e-14);
}

// Large entries run from corner to corner the other way: every pivot has to be looked for.
TEST(ComplexSolver, SwapsRowsWhereTheDiagonalIsSmall) {
  constexpr Index n = 9;
  SparseMatrix A = band(n, 2, 0.0, 0.3), B = band(n, 3, 0.0, -0.2);
  for (Index i = 0; i < n; ++i) A.coeffRef(i, n - 1 - i) += 4.0 + static_cast<double>((3 * i) % 5);
  A.makeCompressed();
  EXPECT_LT(error_of(A, B, false, "dense_lu"), 1e-14);  // condition number below 20
}

TEST(ComplexSolver, SaysWhereAMatrixIsSingular) {
  SparseMatrix A = band(5, 1, 1.0, 0.0), none(5, 5);
  A.coeffRef(2, 2) = 0.0;
  const auto solver = make_complex_solver(A, none, true);
  const auto report = solver->factorize(A, none);
  EXPECT_EQ(report.status, Status::singular);
  EXPECT_NE(report.message.find("row 2"), std::string::npos) << report.message;
  SparseMatrix dense = band(5, 3, 0.0, 0.0);
  for (Index i = 0; i < 5; ++i) dense.coeffRef(i, i) = 0.0;
  EXPECT_EQ(make_complex_solver(dense, none, true)->factorize(dense, none).status, Status::singular);
}

}  // namespace complex_factor_test

}  // namespace percuss
