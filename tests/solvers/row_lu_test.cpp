// SPDX-License-Identifier: Apache-2.0
#include "solvers/linear/row_lu.hpp"

#include <gtest/gtest.h>

#include "core/decompositions.hpp"
#include "tests/solvers/block_matrices.hpp"

namespace percuss {
namespace row_lu_test {

// By hand: 2 x + y = 4, x + 3 y = 7 in an order of one's own.
TEST(RowLU, SolvesTwoEquations) {
  BlockPattern pattern;
  pattern.start = {0, 2, 4};
  pattern.col = {0, 1, 0, 1};
  Elimination elimination;
  ASSERT_TRUE(elimination.find(pattern, 4));
  RowLU lu;
  lu.analyse(pattern, 1, elimination);
  const std::vector<double> values{2.0, 1.0, 1.0, 3.0};
  EXPECT_GT(lu.factorise(values.data()), 0.0);
  EXPECT_EQ(lu.sign(), 1);
  Vector x = in_order(elimination, Eigen::Vector2d(4.0, 7.0), 1);
  lu.solve(x.data());
  EXPECT_NEAR(x[elimination.place[0]], 1.0, 1e-15);
  EXPECT_NEAR(x[elimination.place[1]], 2.0, 1e-15);
}

TEST(RowLU, SkipsRowsThatDoNotCouple) {
  std::mt19937 random(1);
  for (const double uncoupled : {0.0, 0.5, 0.9, 1.0}) {
    const auto A = random_matrix(random, 50, 3, 0.2, uncoupled);
    Elimination elimination;
    ASSERT_TRUE(elimination.find(A.pattern, 1 << 20));
    RowLU lu;
    lu.analyse(A.pattern, 3, elimination);
    EXPECT_GT(lu.factorise(A.values.data()), 0.0);
    EXPECT_EQ(lu.sign(), A.dense.determinant() > 0.0 ? 1 : -1);
    const Vector x = Vector::Random(150);
    Vector y = in_order(elimination, A.dense * x, 3);
    lu.solve(y.data());
    // Condition numbers below 1e3.
    EXPECT_LE((y - in_order(elimination, x, 3)).norm(), 1e-11 * x.norm());
  }
}

}  // namespace row_lu_test
}  // namespace percuss
