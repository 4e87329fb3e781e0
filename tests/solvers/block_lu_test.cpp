// SPDX-License-Identifier: Apache-2.0
#include "solvers/linear/block_lu.hpp"
#include "core/decompositions.hpp"
#include "tests/solvers/block_matrices.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

namespace percuss {
namespace block_lu_test {

TEST(BlockLU, SolvesWhatADenseSolverSolves) {
  std::mt19937 random(1);
  for (Index i = 0; i < 60; ++i) {
    const Index width = 1 + i % 3, n = 1 + i;
    const auto A = random_matrix(random, n, width, i % 2 == 0 ? 0.1 : 0.5, 0.3);
    BlockLU lu;
    ASSERT_TRUE(lu.analyse(A.pattern, width, 1 << 20));
    EXPECT_GT(lu.factorise(A.values), 0.0);
    const Vector b = Vector::Random(n * width);
    Vector x = b;
    lu.solve(x);
    EXPECT_EQ(lu.sign(), A.dense.determinant() > 0.0 ? 1 : -1);
    // Condition numbers below 1e3.
    EXPECT_LE((A.dense * x - b).norm(), 1e-11 * b.norm()) << n << " blocks of " << width;
  }
}

TEST(BlockLU, ServesOneAnalysisAgain) {
  std::mt19937 random(2);
  auto A = random_matrix(random, 30, 3, 0.1, 0.0);
  BlockLU lu;
  ASSERT_TRUE(lu.analyse(A.pattern, 3, 1 << 20));
  for (int i = 0; i < 2; ++i) {
    lu.factorise(A.values);
    const Vector b = Vector::Random(90);
    Vector x = b;
    lu.solve(x);
    EXPECT_LE((A.dense * x - b).norm(), 1e-11 * b.norm());
    for (auto& value : A.values) value *= 3.0;
    A.dense *= 3.0;
  }
}

// A diagonal block that only interchanges can invert.
TEST(BlockLU, InterchangesInsideABlock) {
  BlockPattern pattern;
  pattern.col = {0};
  pattern.start = {0, 1};
  std::vector<double> values{0.0, 0.0, 2.0, 0.0, 3.0, 0.0, 0.0, 0.0, 0.0, 5.0, 1.0, 0.0};
  BlockLU lu;
  ASSERT_TRUE(lu.analyse(pattern, 3, 1 << 20));
  EXPECT_EQ(lu.factorise(values), 2.0);
  Vector b = Eigen::Vector3d(4.0, 3.0, 7.0);  // 2 z = 4, 3 x = 3, 5 y + z = 7
  lu.solve(b);
  EXPECT_LE((b - Eigen::Vector3d(1.0, 1.0, 2.0)).norm(), 1e-15);
}

TEST(BlockLU, SaysWhenThereIsNoInverse) {
  BlockPattern pattern;
  pattern.col = {0, 1, 0, 1};
  pattern.start = {0, 2, 4};
  BlockLU lu;
  ASSERT_TRUE(lu.analyse(pattern, 1, 1 << 20));
  EXPECT_EQ(lu.factorise({1.0, 1.0, 1.0, 1.0}), 0.0);
}

// A chain has no fill when its ends go first, whatever the numbering.
TEST(BlockLU, FindsAnOrderWithoutFill) {
  const std::int32_t n = 101;
  BlockPattern pattern;
  for (std::int32_t i = 0; i < n; ++i) {
    std::vector<std::int32_t> cols;
    const std::int32_t stride = 37;  // neighbours in the chain stand 37 apart in the numbering
    for (const std::int32_t j : {i, (i + stride) % n, (i + n - stride) % n})
      if (std::abs(i - j) == 0 || !((i == 0 && j == n - stride) || (j == 0 && i == n - stride))) cols.push_back(j);
    std::sort(cols.begin(), cols.end());
    pattern.col.insert(pattern.col.end(), cols.begin(), cols.end());
    pattern.start.push_back(static_cast<std::int32_t>(pattern.col.size()));
  }
  BlockLU lu;
  const auto stored = static_cast<Index>(pattern.col.size());
  EXPECT_FALSE(lu.analyse(pattern, 2, stored - 1));
  EXPECT_TRUE(lu.analyse(pattern, 2, stored));
}

// Large factors, in which none, some or most of the rows couple to others: by fronts, by fronts, and row by row, with
// one analysis.
TEST(BlockLU, SolvesLargeOnes) {
  std::mt19937 random(3);
  const auto pattern = both_triangles(lattice(11));
  for (const Index width : {1, 2, 3}) {
    BlockLU lu;
    ASSERT_TRUE(lu.analyse(pattern, width, 1 << 22));
    for (const double uncoupled : {0.0, 0.1, 0.8, 0.05}) {
      const auto values = random_values(random, pattern, width, uncoupled);
      EXPECT_GT(lu.factorise(values), 0.0);
      const Vector x = Vector::Random(pattern.size() * width);
      Vector y = product(pattern, values, width, x);
      lu.solve(y);
      // Condition numbers below 1e3.
      EXPECT_LE((y - x).norm(), 1e-11 * x.norm()) << width << ", " << uncoupled;
    }
  }
}

}  // namespace block_lu_test
}  // namespace percuss
