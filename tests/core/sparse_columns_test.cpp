// SPDX-License-Identifier: Apache-2.0
#include "core/sparse_columns.hpp"

#include <gtest/gtest.h>

#include <random>

namespace percuss {
namespace sparse_columns_test {

/// [1 0; 0 0; 2 -3]
SparseColumns three_by_two() {
  SparseColumns W;
  W.clear(3);
  W.push(2, 2.0);  // any order
  W.push(0, 1.0);
  W.finish_column();
  W.push(2, -3.0);
  W.finish_column();
  return W;
}

TEST(SparseColumns, StartWithoutRowsAndColumns) {
  const SparseColumns W;
  EXPECT_EQ(W.rows(), 0);
  EXPECT_EQ(W.cols(), 0);
  EXPECT_EQ(W.non_zeros(), 0);
  Vector nothing(0);
  W.transpose_multiply(nothing, nothing);
}

TEST(SparseColumns, MultiplyAsTheMatrixTheyHold) {
  const auto W = three_by_two();
  EXPECT_EQ(W.rows(), 3);
  EXPECT_EQ(W.cols(), 2);
  EXPECT_EQ(W.non_zeros(), 3);
  const Vector v = (Vector(3) << 10.0, 20.0, 30.0).finished();
  EXPECT_EQ(W.column_dot(0, v), 70.0);
  Vector y(2);
  W.transpose_multiply(v, y);
  EXPECT_EQ(y, (Vector(2) << 70.0, -90.0).finished());
  Vector z = Vector::Ones(3);
  W.add_column(0, 5.0, z);
  EXPECT_EQ(z, (Vector(3) << 6.0, 1.0, 11.0).finished());
}

TEST(SparseColumns, AddUpEntriesOfTheSameRow) {
  SparseColumns W;
  W.clear(2);
  W.push(1, 2.0);
  W.push(1, 3.0);
  W.finish_column();
  EXPECT_EQ(W.column_dot(0, Vector::Ones(2)), 5.0);
  Vector y = Vector::Zero(2);
  W.add_column(0, 1.0, y);
  EXPECT_EQ(y[1], 5.0);
}

TEST(SparseColumns, MayHaveEmptyColumns) {
  SparseColumns W;
  W.clear(2);
  W.finish_column();
  EXPECT_EQ(W.cols(), 1);
  EXPECT_EQ(W.column_dot(0, Vector::Ones(2)), 0.0);
}

TEST(SparseColumns, AreEqualWhenEveryNumberIs) {
  const auto W = three_by_two();
  auto other = three_by_two();
  EXPECT_EQ(W, other);
  other.finish_column();
  EXPECT_NE(W, other);
  other.clear(3);
  EXPECT_NE(W, other);
  SparseColumns taller = three_by_two();
  taller.clear(4);
  other.clear(3);
  EXPECT_NE(taller, other);  // the number of rows counts
}

TEST(SparseColumns, ClearForgetsColumnsAndSetsTheRows) {
  auto W = three_by_two();
  W.clear(5);
  EXPECT_EQ(W.rows(), 5);
  EXPECT_EQ(W.cols(), 0);
  EXPECT_EQ(W.non_zeros(), 0);
  W.push(4, 1.0);
  W.finish_column();
  EXPECT_EQ(W.column_dot(0, Vector::Ones(5)), 1.0);
}

TEST(SparseColumns, AgreeWithTheDenseMatrix) {
  for (const unsigned seed : {1U, 2U, 3U}) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> number(-1.0, 1.0);
    const Index rows = 20, cols = 7;
    Matrix dense = Matrix::Zero(rows, cols);
    SparseColumns W;
    W.clear(rows);
    for (Index j = 0; j < cols; ++j) {
      for (int k = 0; k < 5; ++k) {
        const auto i = static_cast<Index>(random() % rows);
        const double a = number(random);
        dense(i, j) += a;
        W.push(i, a);
      }
      W.finish_column();
    }
    const Vector v = Vector::NullaryExpr(rows, [&] { return number(random); });
    Vector y(cols), z = v;
    W.transpose_multiply(v, y);
    EXPECT_LT((y - dense.transpose() * v).cwiseAbs().maxCoeff(), 1e-14);  // sums of 5 numbers below 1: a few eps
    for (Index j = 0; j < cols; ++j) W.add_column(j, y[j], z);
    EXPECT_LT((z - v - dense * y).cwiseAbs().maxCoeff(), 1e-14);
  }
}

}  // namespace sparse_columns_test
}  // namespace percuss
