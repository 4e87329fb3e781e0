// SPDX-License-Identifier: Apache-2.0
// Every backend of this build against a dense factor.
#include "solvers/linear/linear_solver.hpp"
#include "core/decompositions.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/fault.hpp"
#include "tests/solvers/linear_systems.hpp"

namespace percuss {
namespace linear_solver_test {

using Kind = LinearSolverKind;

class Backend : public testing::TestWithParam<Kind> {
 protected:
  /// Iterative ones go on to what double precision allows.
  static std::unique_ptr<LinearSolver> solver_for(const SparseMatrix& A) {
    LinearSolverOptions options(GetParam());
    options.tolerance = 1e-15;
    return make_linear_solver(options, A);
  }
  static bool fits(const SparseMatrix& A) { return half_bandwidth(A) <= widest_band(GetParam()); }
};

/// The matrices of the house, small to middling, n even and odd.
std::vector<SparseMatrix> matrices() {
  std::vector<SparseMatrix> all;
  for (const Index n : {1, 2, 3, 4, 7, 40, 41})
    for (const Index band : {0, 1, 2, 5, 23, 24})  // from 24 on `banded` solves by LAPACK
      if (band < n) all.push_back(banded_matrix(n, band, static_cast<unsigned>(10 * n + band)));
  all.push_back(grid_matrix(5, 4));
  all.push_back(grid_matrix(13, 11));
  return all;
}

/// Condition numbers stay below 100 and the solutions below 1: 1e-13 is some ten eps times that.
constexpr double backend_tolerance = 1e-13;

void expect_solves(const LinearSolver& solver, const SparseMatrix& A, Index columns) {
  const Matrix B = random_matrix(A.rows(), columns, 7);
  Matrix X = B;
  solver.solve_in_place(X);
  const Matrix exact = Matrix(A).ldlt().solve(B);
  EXPECT_LE((X - exact).cwiseAbs().maxCoeff(), backend_tolerance);
}

TEST_P(Backend, GivesItsOwnName) {
  const auto A = banded_matrix(3, 0, 1);
  EXPECT_EQ(solver_for(A)->name(), name_of(GetParam()));
}

TEST_P(Backend, SolvesOneEquation) {
  SparseMatrix A(1, 1);
  A.insert(0, 0) = 4.0;
  A.makeCompressed();
  const auto solver = solver_for(A);
  ASSERT_TRUE(solver->factorize(A).ok());
  Matrix x = Matrix::Constant(1, 1, 2.0);
  solver->solve_in_place(x);
  EXPECT_NEAR(x(0, 0), 0.5, 2e-16);  // one rounding of a square root or an inverse
  EXPECT_GT(solver->bytes(), 0U);
}

TEST_P(Backend, SolvesNothingOfSizeZero) {
  const SparseMatrix A(0, 0);
  const auto solver = solver_for(A);
  testing::internal::CaptureStdout();  // LAPACK complains there
  testing::internal::CaptureStderr();
  EXPECT_TRUE(solver->factorize(A).ok());
  Matrix X(0, 3), none(0, 0);
  solver->solve_in_place(X);
  solver->solve_in_place(none);
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
}

TEST_P(Backend, AgreesWithTheDenseFactor) {
  for (const auto& A : matrices()) {
    if (!fits(A)) continue;
    SCOPED_TRACE("n = " + std::to_string(A.rows()) + ", band " + std::to_string(half_bandwidth(A)));
    const auto solver = solver_for(A);
    ASSERT_TRUE(solver->factorize(A).ok());
    for (const Index columns : {0, 1, 2, 17}) {
      if (columns == 0) {
        Matrix none(A.rows(), 0);
        solver->solve_in_place(none);
      } else {
        expect_solves(*solver, A, columns);
      }
    }
  }
}

TEST_P(Backend, SolvesIntoTheMiddleOfALargerMatrix) {
  const auto A = banded_matrix(6, widest_band(GetParam()) > 1 ? 2 : widest_band(GetParam()), 3);
  const auto solver = solver_for(A);
  ASSERT_TRUE(solver->factorize(A).ok());
  const Matrix B = random_matrix(10, 5, 1);
  Matrix X = B;
  solver->solve_in_place(X.block(2, 1, 6, 3));
  EXPECT_LE((X.block(2, 1, 6, 3) - Matrix(A).ldlt().solve(B.block(2, 1, 6, 3))).cwiseAbs().maxCoeff(),
            backend_tolerance);
  X.block(2, 1, 6, 3) = B.block(2, 1, 6, 3);
  EXPECT_EQ(X, B);  // the rim is untouched
}

TEST_P(Backend, TakesAPieceOfAVector) {
  const auto A = banded_matrix(5, std::min<Index>(1, widest_band(GetParam())), 4);
  const auto solver = solver_for(A);
  ASSERT_TRUE(solver->factorize(A).ok());
  Vector x = random_vector(9, 5);
  const Vector b = x;
  solver->solve_in_place(x.segment(2, 5));
  EXPECT_LE((A * x.segment(2, 5) - b.segment(2, 5)).cwiseAbs().maxCoeff(), 10.0 * backend_tolerance);  // |A| < 10
  EXPECT_EQ(x.head(2), b.head(2));
  EXPECT_EQ(x.tail(2), b.tail(2));
}

TEST_P(Backend, FactorsAgainWithTheSamePattern) {
  const Index band = std::min<Index>(3, widest_band(GetParam()));
  const auto A = banded_matrix(20, band, 1);
  const auto solver = solver_for(A);
  for (const double factor : {1.0, 3.0, 0.25}) {
    const SparseMatrix scaled = factor * A;
    ASSERT_TRUE(solver->factorize(scaled).ok());
    Matrix X = random_matrix(20, 2, 9);
    const Matrix exact = Matrix(scaled).ldlt().solve(X);
    solver->solve_in_place(X);
    EXPECT_LE((X - exact).cwiseAbs().maxCoeff(), 4.0 * backend_tolerance);
  }
}

TEST_P(Backend, FactorsAgainWithAnotherPatternAndSize) {
  const Index widest = std::min<Index>(4, widest_band(GetParam()));
  const auto solver = solver_for(banded_matrix(20, widest, 1));
  for (const Index n : {20, 21, 5, 20, 1, 30})
    for (Index band = 0; band <= std::min(widest, n - 1); ++band) {
      SCOPED_TRACE("n = " + std::to_string(n) + ", band " + std::to_string(band));
      const auto A = banded_matrix(n, band, 2);
      ASSERT_TRUE(solver->factorize(A).ok());
      expect_solves(*solver, A, 3);
    }
}

/// The row in the message of a failed factorisation, -1 when there is none.
Index reported_row(const Report& report) {
  const std::string before = "pivot of row ";
  const auto at = report.message.find(before);
  return at == std::string::npos ? -1 : std::stol(report.message.substr(at + before.size()));
}

// An isolated row is its own pivot in every order of elimination: the row must be named whatever the ordering.
TEST_P(Backend, NamesTheRowThatIsNotPositive) {
  for (const Index n : {1, 2, 9, 10})
    for (Index row = 0; row < n; ++row)
      for (const double bad : {0.0, -1.0}) {
        SCOPED_TRACE("n = " + std::to_string(n) + ", row " + std::to_string(row) + ", pivot " + std::to_string(bad));
        Matrix A = banded_matrix(n, std::min(widest_band(GetParam()), n - 1), 5);
        A.row(row).setZero();
        A.col(row).setZero();
        SparseMatrix S = A.sparseView();
        S.coeffRef(row, row) = bad;  // stored, zero or not
        S.makeCompressed();
        const auto report = solver_for(S)->factorize(S);
        if (GetParam() == Kind::dense_lu && bad < 0.0) {
          EXPECT_TRUE(report.ok()) << "an LU takes any pivot but zero";
          continue;
        }
        EXPECT_EQ(report.status, Status::singular);
        EXPECT_EQ(reported_row(report), row) << report.message;
      }
}

TEST_P(Backend, RefusesAMatrixThatIsNotPositiveDefinite) {
  if (GetParam() == Kind::dense_lu || is_iterative(GetParam()))
    return;  // UnsymmetricMatrices below; what meets such a matrix in a solve alone has a test of its own
  // -1 d -1 has the eigenvalues d - 2 cos(k pi/12), of both signs here; a pivot of d = 1 turns exactly zero.
  for (const double diagonal : {0.5, 1.0}) {
    const SparseMatrix A = widest_band(GetParam()) < 1 ? SparseMatrix(-diagonal * banded_matrix(11, 0, 1))
                                                       : tridiagonal_matrix(11, diagonal, -1.0);
    const auto report = solver_for(A)->factorize(A);
    EXPECT_EQ(report.status, Status::singular);
    EXPECT_GE(reported_row(report), 0) << report.message;
  }
}

TEST_P(Backend, RecoversFromAMatrixThatItRefused) {
  const Index band = std::min<Index>(2, widest_band(GetParam()));
  const auto A = banded_matrix(8, band, 1);
  const auto solver = solver_for(A);
  EXPECT_FALSE(solver->factorize(GetParam() == Kind::dense_lu ? SparseMatrix(0.0 * A) : SparseMatrix(-A)).ok());
  ASSERT_TRUE(solver->factorize(A).ok());
  expect_solves(*solver, A, 2);
}

TEST_P(Backend, RefusesAMatrixWithoutNumbers) {
  const Index band = std::min<Index>(2, widest_band(GetParam()));
  SparseMatrix A = banded_matrix(8, band, 1);
  A.coeffRef(3, 3) = std::nan("");
  EXPECT_FALSE(solver_for(A)->factorize(A).ok());
}

INSTANTIATE_TEST_SUITE_P(BuiltIn, Backend, testing::ValuesIn(built_in_kinds()),
                         [](const auto& test) { return name_of(test.param); });

TEST(HalfBandwidth, IsTheLargestDistanceFromTheDiagonal) {
  EXPECT_EQ(half_bandwidth(SparseMatrix(0, 0)), 0);
  EXPECT_EQ(half_bandwidth(SparseMatrix(4, 4)), 0);
  EXPECT_EQ(half_bandwidth(banded_matrix(9, 0, 1)), 0);
  EXPECT_EQ(half_bandwidth(banded_matrix(9, 3, 1)), 3);
  EXPECT_EQ(half_bandwidth(grid_matrix(5, 3)), 5);
}

TEST(MakeLinearSolver, PicksByTheStructureOfTheMatrix) {
  const auto picked = [](const SparseMatrix& A) { return std::string(make_linear_solver(Kind::automatic, A)->name()); };
  EXPECT_EQ(picked(banded_matrix(20, 0, 1)), "diagonal");
  EXPECT_EQ(picked(banded_matrix(20, 1, 1)), "tridiagonal");
  EXPECT_EQ(picked(banded_matrix(3, 2, 1)), "dense");
  EXPECT_EQ(picked(banded_matrix(32, 31, 1)), "dense");
  EXPECT_EQ(picked(banded_matrix(33, 2, 1)), "banded");
  EXPECT_EQ(picked(banded_matrix(40, 16, 1)), "banded");
  const auto sparse = picked(banded_matrix(40, 17, 1));
  const auto kinds = built_in_kinds();
  const bool have_cholmod = std::find(kinds.begin(), kinds.end(), Kind::cholmod) != kinds.end();
  EXPECT_EQ(sparse, have_cholmod ? "cholmod" : "eigen_ldlt");
}

TEST(DenseLu, SolvesUnsymmetricMatrices) {
  for (const Index n : {1, 2, 3, 6, 30, 70}) {
    SCOPED_TRACE("n = " + std::to_string(n));
    const Matrix full = random_matrix(n, n, 3) + std::sqrt(static_cast<double>(n)) * Matrix::Identity(n, n);
    const SparseMatrix A = full.sparseView();
    const auto solver = make_linear_solver(Kind::dense_lu, A);
    ASSERT_TRUE(solver->factorize(A).ok());
    const Matrix B = random_matrix(n, 3, 4);
    Matrix X = B;
    solver->solve_in_place(X);
    EXPECT_LE((full * X - B).cwiseAbs().maxCoeff(), 1e-12);  // some n eps times entries of X of order 1 to 10
  }
}

TEST(DenseLu, RefusesAMatrixWithoutAnInverse) {
  SparseMatrix A(2, 2);
  A.insert(0, 0) = A.insert(1, 0) = 1.0;
  A.insert(0, 1) = A.insert(1, 1) = 2.0;
  A.makeCompressed();
  const auto report = make_linear_solver(Kind::dense_lu, A)->factorize(A);
  EXPECT_EQ(report.status, Status::singular);
  EXPECT_EQ(reported_row(report), 1) << report.message;
}

TEST(MakeLinearSolver, RefusesAKindThatCannotHoldTheBand) {
  const auto wide = banded_matrix(6, 2, 1), narrow = banded_matrix(6, 1, 1);
  EXPECT_THROW(make_linear_solver(Kind::diagonal, narrow), InputError);
  EXPECT_THROW(make_linear_solver(Kind::tridiagonal, wide), InputError);
  EXPECT_THROW(make_linear_solver(Kind::tridiagonal_lapack, wide), InputError);
  try {
    make_linear_solver(Kind::tridiagonal, wide);
  } catch (const InputError& error) {
    ASSERT_EQ(error.faults().size(), 1U);
    EXPECT_EQ(error.faults()[0].key, "simulation.linear_solver");
    EXPECT_EQ(error.faults()[0].message, "`tridiagonal` cannot factor a matrix of half bandwidth 2");
    EXPECT_NE(error.faults()[0].remedy.find("banded"), std::string::npos) << error.faults()[0].remedy;
  }
}

TEST(MakeLinearSolver, RefusesWhatIsNotBuiltIn) {
  for (const auto& type : linear_solver_types())
    if (!type.available) {
      EXPECT_THROW(make_linear_solver(type.kind, banded_matrix(3, 0, 1)), InputError) << type.name;
    }
}

}  // namespace linear_solver_test
}  // namespace percuss
