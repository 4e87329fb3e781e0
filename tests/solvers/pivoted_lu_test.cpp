// SPDX-License-Identifier: Apache-2.0
#include "solvers/linear/pivoted_lu.hpp"
#include "core/decompositions.hpp"

#include <gtest/gtest.h>

#include <random>

namespace percuss {
namespace pivoted_lu_test {

using Pivots = PivotedLU::Pivots;

Matrix random_matrix(unsigned seed, Index rows, Index cols) {
  std::mt19937 random(seed);
  std::normal_distribution<double> number;
  return Matrix::NullaryExpr(rows, cols, [&] { return number(random); });
}

Index factorize(PivotedLU& lu, const Matrix& A, Pivots pivots) {
  double* const a = lu.matrix(A.rows());
  for (Index i = 0; i < A.rows(); ++i)
    for (Index j = 0; j < A.cols(); ++j) a[i * A.cols() + j] = A(i, j);
  return lu.factorize(pivots, 1e-11);
}

TEST(PivotedLU, SolvesMatricesOfChangingSize) {
  PivotedLU lu;
  for (const auto pivots : {Pivots::partial, Pivots::complete})
    for (const Index n : {5, 1, 30, 8}) {
      const Matrix A = random_matrix(static_cast<unsigned>(n), n, n);
      EXPECT_EQ(factorize(lu, A, pivots), n);
      const Vector b = random_matrix(7, n, 1);
      Vector x = b;
      lu.solve_in_place(x);
      EXPECT_LE((A * x - b).cwiseAbs().maxCoeff(), 1e-11);  // rounding times a condition of some hundreds
    }
}

TEST(PivotedLU, FindsTheRankAndASolutionWhereThereIsOne) {
  PivotedLU lu;
  for (unsigned seed = 1; seed <= 20; ++seed) {
    const Matrix W = random_matrix(seed, 4, 9), A = W.transpose() * W;
    EXPECT_EQ(factorize(lu, A, Pivots::complete), 4);
    const Vector b = A * random_matrix(seed + 100, 9, 1);
    Vector x = b;
    lu.solve_in_place(x);
    EXPECT_LE((A * x - b).cwiseAbs().maxCoeff(), 1e-10);  // rounding of entries of some tens
  }
}

TEST(PivotedLU, HasHalvesWhoseProductIsTheSolution) {
  PivotedLU lu;
  const Matrix regular = random_matrix(3, 6, 6), W = random_matrix(4, 4, 6), singular = W.transpose() * W;
  for (const Matrix& A : {regular, singular}) {
    factorize(lu, A, Pivots::complete);
    const Vector b = A * random_matrix(5, 6, 1), c = A.transpose() * random_matrix(6, 6, 1);
    Vector x = b, lower = b, upper = c;
    lu.solve_in_place(x);
    lu.lower_in_place(lower);
    lu.upper_in_place(upper);
    EXPECT_EQ(lower.tail(6 - lu.rank()), Vector::Zero(6 - lu.rank()));
    EXPECT_NEAR(upper.dot(lower), c.dot(x), 1e-11);  // rounding times a condition of some hundreds
    lu.finish_in_place(lower);
    EXPECT_EQ(lower, x);
  }
}

TEST(PivotedLU, TakesPivotsFromBelowTheDiagonal) {
  PivotedLU lu;
  const Matrix A = (Matrix(3, 3) << 0.0, 2.0, 0.0, 0.0, 0.0, 4.0, 1.0, 0.0, 0.0).finished();
  for (const auto pivots : {Pivots::partial, Pivots::complete}) {
    ASSERT_EQ(factorize(lu, A, pivots), 3);
    Vector x = Eigen::Vector3d(2.0, 4.0, 3.0);
    lu.solve_in_place(x);
    EXPECT_EQ(x, Eigen::Vector3d(3.0, 1.0, 1.0));
  }
}

TEST(PivotedLU, HasNoRankWhereAllIsZero) {
  PivotedLU lu;
  EXPECT_EQ(factorize(lu, Matrix::Zero(3, 3), Pivots::complete), 0);
  Vector x = Eigen::Vector3d(1.0, 2.0, 3.0);
  lu.solve_in_place(x);
  EXPECT_EQ(x, Vector::Zero(3));
}

}  // namespace pivoted_lu_test
}  // namespace percuss
