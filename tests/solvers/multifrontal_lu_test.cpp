// SPDX-License-Identifier: Apache-2.0
#include "solvers/linear/multifrontal_lu.hpp"

#include <gtest/gtest.h>

#include "core/at.hpp"
#include "core/decompositions.hpp"
#include "solvers/linear/row_lu.hpp"
#include "tests/solvers/block_matrices.hpp"

namespace percuss {
namespace multifrontal_lu_test {

struct Analysed {
  Elimination elimination;
  MultifrontalLU lu;
  Analysed(const BlockPattern& pattern, Index width) {
    EXPECT_TRUE(elimination.find(pattern, 1 << 22));
    elimination.take_postorder();
    lu.analyse(pattern, width, elimination);
  }
};

TEST(MultifrontalLU, SolvesWhatADenseSolverSolves) {
  std::mt19937 random(1);
  for (Index i = 0; i < 60; ++i) {
    const Index width = 1 + i % 3, n = 1 + i;
    const auto A = random_matrix(random, n, width, i % 2 == 0 ? 0.1 : 0.5, 0.3);
    Analysed its(A.pattern, width);
    EXPECT_GT(its.lu.factorise(A.values.data()), 0.0);
    EXPECT_EQ(its.lu.sign(), A.dense.determinant() > 0.0 ? 1 : -1);
    const Vector b = Vector::Random(n * width), truth = A.dense.partialPivLu().solve(b);
    Vector x = in_order(its.elimination, b, width);
    its.lu.solve(x.data());
    // Condition numbers below 1e4.
    EXPECT_LE((x - in_order(its.elimination, truth, width)).norm(), 1e-10 * truth.norm()) << n << " of " << width;
  }
}

// Pivots are those of the same elimination row by row, and so are the numbers but for rounding.
TEST(MultifrontalLU, FindsWhatIsFoundRowByRow) {
  std::mt19937 random(2);
  const auto pattern = both_triangles(lattice(9));
  for (const Index width : {1, 2, 3}) {
    const auto values = random_values(random, pattern, width, 0.2);
    Analysed its(pattern, width);
    RowLU rows;
    rows.analyse(pattern, width, its.elimination);
    const double pivot = rows.factorise(values.data());
    EXPECT_NEAR(its.lu.factorise(values.data()), pivot, 1e-12 * pivot);
    EXPECT_EQ(its.lu.sign(), rows.sign());
    const Vector b = Vector::Random(pattern.size() * width);
    Vector x = b, y = b;
    its.lu.solve(x.data());
    rows.solve(y.data());
    EXPECT_LE((x - y).norm(), 1e-12 * y.norm());
  }
}

TEST(MultifrontalLU, ServesOneAnalysisAgain) {
  std::mt19937 random(3);
  auto A = random_matrix(random, 60, 3, 0.05, 0.0);
  Analysed its(A.pattern, 3);
  for (int i = 0; i < 3; ++i) {
    its.lu.factorise(A.values.data());
    const Vector x = Vector::Random(180);
    Vector y = in_order(its.elimination, A.dense * x, 3);
    its.lu.solve(y.data());
    EXPECT_LE((y - in_order(its.elimination, x, 3)).norm(), 1e-11 * x.norm());
    for (auto& value : A.values) value *= 3.0;
    A.dense *= 3.0;
  }
}

// In a subtree and above them: the first and the last place, each without an entry.
TEST(MultifrontalLU, SaysWhenThereIsNoInverse) {
  std::mt19937 random(4);
  const auto pattern = both_triangles(lattice(9));
  const auto values = random_values(random, pattern, 2);
  Analysed its(pattern, 2);
  for (const auto row : {its.elimination.order.front(), its.elimination.order.back()}) {
    auto singular = values;
    for (auto e = pattern.start[at(row)]; e < pattern.start[at(row) + 1]; ++e)
      std::fill_n(singular.begin() + e * block_stride(2), block_stride(2), 0.0);
    EXPECT_EQ(its.lu.factorise(singular.data()), 0.0);
    EXPECT_GT(its.lu.factorise(values.data()), 0.0);
  }
}

TEST(MultifrontalLU, OfNothing) {
  Analysed its(BlockPattern{}, 3);
  EXPECT_GT(its.lu.factorise(nullptr), 0.0);
  its.lu.solve(nullptr);
}

}  // namespace multifrontal_lu_test
}  // namespace percuss
