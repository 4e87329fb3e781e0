// SPDX-License-Identifier: Apache-2.0
#include "core/symmetric_matrix.hpp"

#include <gtest/gtest.h>

#include <array>
#include <random>

namespace percuss {
namespace symmetric_matrix_test {

using Structure = SymmetricMatrix::Structure;

SparseMatrix sparse(const Matrix& A) { return A.sparseView(); }

Matrix dense(const SymmetricMatrix& A) { return Matrix(A.to_sparse()); }

/// Random symmetric matrix whose entries vanish beyond the given half bandwidth.
Matrix random_symmetric(Index n, Index band, unsigned seed) {
  std::mt19937 random(seed);
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  Matrix A = Matrix::Zero(n, n);
  for (Index i = 0; i < n; ++i)
    for (Index j = i; j < std::min(n, i + band + 1); ++j) A(i, j) = A(j, i) = number(random);
  return A;
}

TEST(SymmetricMatrix, ByDefaultIsZero) {
  const SymmetricMatrix none, zero(3);
  EXPECT_EQ(none.size(), 0);
  EXPECT_TRUE(zero.is_zero());
  EXPECT_EQ(zero.size(), 3);
  const Vector x = Vector::Ones(3);
  Vector y = Vector::Constant(3, 5.0);
  zero.multiply_add(2.0, x, y);
  EXPECT_EQ(y, Vector::Constant(3, 5.0));
  zero.multiply(2.0, x, y);
  EXPECT_EQ(y, Vector::Zero(3));
  EXPECT_EQ(zero.quadratic(x), 0.0);
  EXPECT_EQ(zero.coefficient(1, 2), 0.0);
  EXPECT_EQ(zero.to_sparse().nonZeros(), 0);
}

TEST(SymmetricMatrix, OfSizeZeroMultipliesNothing) {
  const SymmetricMatrix A{SparseMatrix(0, 0)};
  EXPECT_TRUE(A.is_zero());
  Vector none(0);
  A.multiply(1.0, none, none);
  A.multiply_add(1.0, none, none);
  EXPECT_EQ(A.quadratic(none), 0.0);
}

TEST(SymmetricMatrix, PicksItsStructureFromTheNonZeros) {
  EXPECT_EQ(SymmetricMatrix(sparse(Matrix::Zero(3, 3))).structure(), Structure::zero);
  EXPECT_EQ(SymmetricMatrix(sparse(Matrix::Identity(3, 3))).structure(), Structure::diagonal);
  EXPECT_EQ(SymmetricMatrix(sparse(random_symmetric(5, 1, 1))).structure(), Structure::tridiagonal);
  EXPECT_EQ(SymmetricMatrix(sparse(random_symmetric(5, 2, 1))).structure(), Structure::sparse);
  EXPECT_EQ(SymmetricMatrix(sparse(Matrix::Identity(1, 1))).structure(), Structure::diagonal);
  EXPECT_EQ(SymmetricMatrix(sparse(Matrix::Ones(2, 2))).structure(), Structure::tridiagonal);
}

TEST(SymmetricMatrix, DoesNotCountZerosThatAreStored) {
  SparseMatrix A(3, 3);
  A.insert(0, 0) = 1.0;
  A.insert(0, 2) = 0.0;
  A.insert(2, 0) = 0.0;
  A.makeCompressed();
  EXPECT_EQ(SymmetricMatrix(A).structure(), Structure::diagonal);
  A *= 0.0;
  EXPECT_TRUE(SymmetricMatrix(A).is_zero());
}

TEST(SymmetricMatrix, HasNoRowSumsForAFreeBar) {
  const Matrix A = (Matrix(3, 3) << 1.0, -1.0, 0.0, -1.0, 2.0, -1.0, 0.0, -1.0, 1.0).finished();
  const SymmetricMatrix K(sparse(A));
  EXPECT_EQ(dense(K), A);
  EXPECT_EQ(K.coefficient(1, 1), 2.0);
  EXPECT_EQ(K.coefficient(0, 2), 0.0);
  Vector force(3);
  K.multiply(-1.0, Vector::Constant(3, 1e12 / 3.0), force);
  EXPECT_EQ(force, Vector::Zero(3));  // exactly, however far away the bar is
  EXPECT_EQ(K.quadratic(Vector::Constant(3, 1e12 / 3.0)), 0.0);
  EXPECT_EQ(K.quadratic((Vector(3) << 0.0, 1.0, 3.0).finished()), 1.0 + 4.0);
}

TEST(SymmetricMatrix, RefusesWhatIsNotSymmetricOrSquare) {
  Matrix A = random_symmetric(4, 3, 1);
  A(0, 3) += 1e-9;
  EXPECT_THROW(SymmetricMatrix(sparse(A)), std::invalid_argument);
  Matrix one_sided = Matrix::Identity(3, 3);
  one_sided(2, 1) = 1.0;  // an entry without a partner
  EXPECT_THROW(SymmetricMatrix(sparse(one_sided)), std::invalid_argument);
  EXPECT_THROW(SymmetricMatrix(sparse(one_sided.transpose())), std::invalid_argument);
  EXPECT_THROW(SymmetricMatrix(sparse(Matrix::Ones(2, 3))), std::invalid_argument);
  Matrix no_number = Matrix::Identity(2, 2);
  no_number(0, 1) = no_number(1, 0) = std::nan("");
  EXPECT_THROW(SymmetricMatrix(sparse(no_number)), std::invalid_argument);
}

TEST(SymmetricMatrix, ForgivesRoundOffOfTheLargestEntry) {
  Matrix A = random_symmetric(4, 3, 1);
  A(0, 0) = 1e3;
  A(0, 3) += 1e-10;  // 1e-13 of the largest
  EXPECT_NO_THROW(SymmetricMatrix(sparse(A)));
}

struct Case {
  Index n, band;
};
class RandomSymmetricMatrix : public testing::TestWithParam<Case> {};

TEST_P(RandomSymmetricMatrix, AgreesWithTheDenseMatrix) {
  const auto [n, band] = GetParam();
  for (const unsigned seed : {1U, 2U, 3U, 4U, 5U}) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    const Matrix A = random_symmetric(n, band, seed);
    const SymmetricMatrix S(sparse(A));
    // Row sums are formed from three numbers and taken apart again: a few eps of numbers below 1.
    constexpr double tolerance = 1e-14;
    EXPECT_LE((dense(S) - A).cwiseAbs().maxCoeff(), tolerance);
    for (Index i = 0; i < n; ++i)
      for (Index j = 0; j < n; ++j) EXPECT_NEAR(S.coefficient(i, j), A(i, j), tolerance) << i << ' ' << j;
    const Vector x = Matrix(random_symmetric(n, n, seed + 100)).col(0), y = Matrix(random_symmetric(n, n, seed)).col(0);
    const double sum = 1e-14 * static_cast<double>(n * std::min(n, 2 * band + 1));  // one eps and a bit per product
    Vector z(n);
    S.multiply(-0.7, x, z);
    EXPECT_LE((z + 0.7 * A * x).cwiseAbs().maxCoeff(), tolerance);
    z = y;
    S.multiply_add(0.3, x, z);
    EXPECT_LE((z - y - 0.3 * A * x).cwiseAbs().maxCoeff(), tolerance);
    EXPECT_NEAR(S.quadratic(x), x.dot(A * x), sum);
    const Vector mixed = 0.25 * x - 0.5 * y;
    EXPECT_NEAR(S.quadratic(0.25, x, -0.5, y), mixed.dot(A * mixed), sum);
  }
}

INSTANTIATE_TEST_SUITE_P(Structures, RandomSymmetricMatrix,
                         testing::Values(Case{1, 0}, Case{2, 0}, Case{9, 0}, Case{2, 1}, Case{3, 1}, Case{10, 1},
                                         Case{11, 1}, Case{3, 2}, Case{12, 3}, Case{8, 7}),
                         [](const auto& test) {
                           return "n" + std::to_string(test.param.n) + "band" + std::to_string(test.param.band);
                         });

TEST(SymmetricMatrix, ProductsActOnSegmentsOfLongerVectors) {
  const Matrix A = random_symmetric(4, 1, 3);
  const Vector x = Vector::LinSpaced(10, 1.0, 10.0);
  Vector y = Vector::Zero(10);
  SymmetricMatrix(sparse(A)).multiply(1.0, x.segment(2, 4), y.segment(5, 4));
  EXPECT_LE((y.segment(5, 4) - A * x.segment(2, 4)).cwiseAbs().maxCoeff(), 1e-14);  // a few eps of sums below 20
  EXPECT_EQ(y.head(5), Vector::Zero(5));
  EXPECT_EQ(y[9], 0.0);
}

TEST(WeightedSum, AddsWhatHasAWeight) {
  const Matrix A = random_symmetric(4, 0, 1), B = random_symmetric(4, 1, 2), C = random_symmetric(4, 3, 3);
  const SymmetricMatrix a(sparse(A)), b(sparse(B)), c(sparse(C)), zero(4);
  const std::array<const SymmetricMatrix*, 4> matrices{&a, &b, &c, &zero};
  const std::array<double, 4> all{2.0, -3.0, 0.5, 1.0}, first{2.0, 0.0, 0.0, 1.0}, none{};
  const auto sum = weighted_sum(all, matrices);
  EXPECT_TRUE(sum.isCompressed());
  EXPECT_LE((Matrix(sum) - (2.0 * A - 3.0 * B + 0.5 * C)).cwiseAbs().maxCoeff(), 1e-14);  // a few eps of 5
  EXPECT_EQ(weighted_sum(first, matrices).nonZeros(), 4);  // C and B leave no entries behind
  EXPECT_EQ(weighted_sum(none, matrices).nonZeros(), 0);
}

TEST(SymmetricMatrix, TakesAMatrixWhoseEntriesWereInsertedOneByOne) {
  SparseMatrix A(3, 3);
  for (int i = 0; i < 3; ++i) A.insert(i, i) = i + 1.0;
  ASSERT_FALSE(A.isCompressed());
  const SymmetricMatrix M(A);
  EXPECT_EQ(M.structure(), SymmetricMatrix::Structure::diagonal);
  EXPECT_EQ(M.quadratic(Vector::Ones(3)), 6.0);
}

}  // namespace symmetric_matrix_test
}  // namespace percuss
