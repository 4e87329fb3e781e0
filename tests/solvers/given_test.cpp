// SPDX-License-Identifier: Apache-2.0
#include "solvers/delassus/given.hpp"

#include <gtest/gtest.h>

#include <stdexcept>

#include "tests/solvers/contact_problems.hpp"

namespace percuss {
namespace given_test {

/// Contacts of 2, 1 and 3 rows; G unsymmetric, the first and the last contact coupled one way by a single entry.
struct Small {
  ContactSet contacts;
  Matrix G = Matrix::Zero(6, 6);
  Small() {
    for (const Index rows : {2, 1, 3}) push(contacts, Cone::bilateral, rows);
    for (Index i = 0; i < 6; ++i) G(i, i) = 2.0 + static_cast<double>(i);
    G(0, 4) = 0.5;
    G(3, 5) = -1.0;
  }
};

TEST(GivenDelassus, IsTheDenseMatrixGiven) {
  std::mt19937 random(3);
  const Matrix G = Matrix::NullaryExpr(5, 5, [&] { return static_cast<double>(random() % 100) - 50.0; });
  const GivenDelassus given(G);
  ASSERT_EQ(given.size(), 5);
  EXPECT_EQ(Vector(given.diagonal()), Vector(G.diagonal()));
  const Vector x = Vector::LinSpaced(5, 1.0, 5.0);
  Vector y(5);
  given.apply(x, y);
  EXPECT_EQ(y, G * x);  // whole numbers: exact in any order
  for (Index i = 0; i < 5; ++i)
    for (Index j = 0; j < 5; ++j) EXPECT_EQ(given.rows()->coefficient(i, j), G(i, j));
}

TEST(GivenDelassus, TakesWholeBlocksFromASparseMatrix) {
  const Small small;
  const GivenDelassus given(SparseMatrix(small.G.sparseView()), small.contacts);
  EXPECT_EQ(given.rows()->start, (std::vector<Index>{0, 5, 10, 11, 14, 17, 20}));
  EXPECT_EQ(given.rows()->col, (std::vector<Index>{0, 1, 3, 4, 5, 0, 1, 3, 4, 5, 2, 3, 4, 5, 3, 4, 5, 3, 4, 5}));
  for (Index i = 0; i < 6; ++i)
    for (Index j = 0; j < 6; ++j) EXPECT_EQ(given.rows()->coefficient(i, j), small.G(i, j)) << i << ' ' << j;
  EXPECT_EQ(Vector(given.diagonal()), Vector(small.G.diagonal()));
}

TEST(GivenDelassus, StoresItsOwnBlocksWhereTheMatrixIsEmpty) {
  const Small small;
  const GivenDelassus given(SparseMatrix(6, 6), small.contacts);
  EXPECT_EQ(given.rows()->col, (std::vector<Index>{0, 1, 0, 1, 2, 3, 4, 5, 3, 4, 5, 3, 4, 5}));
  EXPECT_EQ(Vector(given.diagonal()), Vector::Zero(6));
}

TEST(GivenDelassus, FollowsAssignmentsOfAnySize) {
  const Small small;
  GivenDelassus given(small.G);
  given.assign(Matrix::Constant(1, 1, 7.0));
  EXPECT_EQ(given.size(), 1);
  EXPECT_EQ(given.diagonal()[0], 7.0);
  given.assign(Matrix(0, 0));
  EXPECT_EQ(given.size(), 0);
  given.assign(SparseMatrix(small.G.sparseView()), small.contacts);
  EXPECT_EQ(given.rows()->coefficient(0, 4), 0.5);
}

TEST(GivenDelassus, RefusesAMatrixThatDoesNotFit) {
  const Small small;
  EXPECT_THROW(GivenDelassus(Matrix::Zero(2, 3)), std::invalid_argument);
  EXPECT_THROW(GivenDelassus(SparseMatrix(5, 5), small.contacts), std::invalid_argument);
}

}  // namespace given_test
}  // namespace percuss
