// SPDX-License-Identifier: Apache-2.0
#include "solvers/linear/inverse_chain.hpp"
#include "core/decompositions.hpp"

#include <gtest/gtest.h>

#include "tests/solvers/linear_systems.hpp"

namespace percuss {
namespace inverse_chain_test {

std::unique_ptr<LinearSolver> factored(LinearSolverKind kind, const SparseMatrix& A) {
  auto solver = make_linear_solver(kind, A);
  EXPECT_TRUE(solver->factorize(A).ok());
  return solver;
}

Matrix chosen(const Matrix& inverse, const std::vector<Index>& rows) {
  Matrix Z(rows.size(), rows.size());
  for (std::size_t i = 0; i < rows.size(); ++i)
    for (std::size_t j = 0; j < rows.size(); ++j)
      Z(static_cast<Index>(i), static_cast<Index>(j)) = inverse(rows[i], rows[j]);
  return Z;
}

Matrix matrix_of(const InverseChain& chain) {
  Matrix Z = Matrix::Zero(chain.size(), chain.size());
  Vector w = Vector::Zero(chain.size());
  for (Index q = 0; q < chain.size(); ++q) {
    w[q] = 1.0;
    chain.multiply(w.data(), q, q, chain.reach_begin(q), chain.reach_end(q), Z.col(q).data());
    w[q] = 0.0;
  }
  return Z;
}

struct Case {
  LinearSolverKind kind;
  Index band;
};

std::vector<Case> banded_cases() {
  using K = LinearSolverKind;
  std::vector<Case> cases{{K::diagonal, 0}, {K::tridiagonal, 1}, {K::tridiagonal_lapack, 1}};
  for (Index band = 1; band <= InverseChain::widest; ++band) cases.push_back({K::banded, band});
  return cases;
}

// Well conditioned with entries of order 1: 1e-13 is some hundred eps.
TEST(InverseChain, IsTheInverseBetweenTheChosenRows) {
  for (const auto& [kind, band] : banded_cases())
    for (unsigned seed = 1; seed <= 12; ++seed) {
      SCOPED_TRACE(name_of(kind) + ", band " + std::to_string(band) + ", seed " + std::to_string(seed));
      std::mt19937 random(seed);
      const Index n = band + 1 + static_cast<Index>(random() % 30);
      const auto A = banded_matrix(n, band, seed);
      const auto solver = factored(kind, A);
      std::vector<Index> rows;
      for (Index i = 0; i < n; ++i)
        if (random() % 3 == 0) rows.push_back(i);
      InverseChain chain;
      solver->condense(rows, chain);
      chain.close();
      ASSERT_EQ(chain.size(), static_cast<Index>(rows.size()));
      if (rows.empty()) continue;
      const Matrix exact = chosen(Matrix(A).inverse(), rows);
      EXPECT_LE((matrix_of(chain) - exact).cwiseAbs().maxCoeff(), 1e-13);
      const Vector w = random_vector(chain.size(), seed);
      Vector t(chain.size());
      chain.multiply(w.data(), 0, chain.size() - 1, 0, chain.size(), t.data());
      EXPECT_LE((t - exact * w).cwiseAbs().maxCoeff(), 1e-13);
    }
}

// The stiffness of a bar on a soft ground: all of A^-1 is of the size of its largest entry, 1/(n 1e-4), and nothing
// decays. The condition number of 4e4 leaves eleven digits.
TEST(InverseChain, HoldsWhereNothingDecays) {
  SparseMatrix A = tridiagonal_matrix(60, 2.0 + 1e-4, -1.0);
  A.coeffRef(0, 0) = A.coeffRef(59, 59) = 1.0 + 1e-4;
  const std::vector<Index> rows{0, 7, 29, 30, 31, 58, 59};
  const Matrix exact = chosen(Matrix(A).inverse(), rows);
  for (const auto kind :
       {LinearSolverKind::tridiagonal, LinearSolverKind::tridiagonal_lapack, LinearSolverKind::banded}) {
    SCOPED_TRACE(name_of(kind));
    InverseChain chain;
    factored(kind, A)->condense(rows, chain);
    chain.close();
    EXPECT_TRUE(chain.whole());
    EXPECT_LE((matrix_of(chain) - exact).cwiseAbs().maxCoeff(), 1e-11 * exact.maxCoeff());
  }
}

// Entries of the inverse of (1, 4, 1) fall by 2 + sqrt(3) a row: below 1e-291 after some 510 rows.
TEST(InverseChain, EndsWhereNothingCouldBeSeen) {
  const auto A = tridiagonal_matrix(3000, 4.0, 1.0);
  std::vector<Index> rows;
  for (Index i = 5; i < 3000; i += 100) rows.push_back(i);
  for (const auto kind : {LinearSolverKind::tridiagonal, LinearSolverKind::banded}) {
    SCOPED_TRACE(name_of(kind));
    InverseChain chain;
    factored(kind, A)->condense(rows, chain);
    chain.close();
    EXPECT_FALSE(chain.whole());
    for (Index p = 0; p < chain.size(); ++p) {
      EXPECT_EQ(chain.reach_begin(p), std::max<Index>(p - 5, 0));
      EXPECT_EQ(chain.reach_end(p), std::min<Index>(p + 6, chain.size()));
    }
  }
}

TEST(InverseChain, OfADiagonalMatrixReachesNobodyElse) {
  InverseChain chain;
  factored(LinearSolverKind::diagonal, banded_matrix(5, 0, 1))->condense(std::vector<Index>{1, 2, 4}, chain);
  chain.close();
  for (Index p = 0; p < 3; ++p) {
    EXPECT_EQ(chain.reach_begin(p), p);
    EXPECT_EQ(chain.reach_end(p), p + 1);
  }
}

TEST(InverseChain, IsOfferedByBandedFactorsAlone) {
  const auto A = banded_matrix(40, InverseChain::widest + 1, 1);
  for (const auto kind : {LinearSolverKind::banded, LinearSolverKind::dense, LinearSolverKind::eigen_ldlt}) {
    SCOPED_TRACE(name_of(kind));
    const auto solver = factored(kind, A);
    EXPECT_EQ(solver->chain_width(), 0);
  }
  InverseChain chain;
  EXPECT_THROW(factored(LinearSolverKind::dense, A)->condense(std::vector<Index>{0}, chain), std::logic_error);
}

}  // namespace inverse_chain_test
}  // namespace percuss
