// SPDX-License-Identifier: Apache-2.0
#include "solvers/linear/front.hpp"

#include <gtest/gtest.h>

#include <vector>

#include "core/at.hpp"
#include "core/decompositions.hpp"

namespace percuss {
namespace front_test {

using RowMajor = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

TEST(Front, SubtractsProductsOfAnyShape) {
  for (Index rows = 0; rows <= 9; ++rows)
    for (Index cols = 0; cols <= 29; cols += rows % 2 == 0 ? 1 : 5)
      for (const Index depth : {0, 1, 7}) {
        const RowMajor A = RowMajor::Random(rows + 1, depth + 2), B = RowMajor::Random(depth + 1, cols + 3);
        RowMajor C = RowMajor::Random(rows + 2, cols + 1);
        RowMajor truth = C;
        truth.topLeftCorner(rows, cols) -= A.topLeftCorner(rows, depth) * B.topLeftCorner(depth, cols);
        subtract_product({C.data(), C.cols()}, {A.data(), A.cols()}, {B.data(), B.cols()}, rows, cols, depth);
        EXPECT_LE((C - truth).cwiseAbs().maxCoeff(), 1e-14) << rows << " x " << cols << " x " << depth;
      }
}

TEST(Front, SubtractsProductsWithAVector) {
  for (Index rows = 0; rows <= 9; ++rows)
    for (Index cols = 0; cols <= 13; ++cols) {
      const RowMajor A = RowMajor::Random(rows + 1, cols + 2);
      const Vector x = Vector::Random(cols + 1);
      Vector y = Vector::Random(rows + 1), truth = y;
      truth.head(rows) -= A.topLeftCorner(rows, cols) * x.head(cols);
      subtract_product(y.data(), {A.data(), A.cols()}, x.data(), rows, cols);
      EXPECT_LE((y - truth).cwiseAbs().maxCoeff(), 1e-14) << rows << " x " << cols;
    }
}

/// L U of the pivots, whose blocks on the diagonal are left in `inverse`.
template <Index width>
RowMajor product_of_factors(const RowMajor& F, Index pivots, const std::vector<double>& inverse) {
  RowMajor L = RowMajor::Zero(pivots, pivots), U = RowMajor::Identity(pivots, pivots);
  for (Index i = 0; i < pivots; ++i)
    for (Index j = 0; j < pivots; ++j) {
      if (i / width > j / width) L(i, j) = F(i, j);
      if (i / width < j / width) U(i, j) = F(i, j);
    }
  for (Index k = 0; k < pivots / width; ++k) {
    const Eigen::Map<const Eigen::Matrix<double, width, width, width == 1 ? 0 : Eigen::RowMajor>> its(
        inverse.data() + k * width * width);
    L.block(k * width, k * width, width, width) = its.inverse();
  }
  return L * U;
}

template <Index width>
void eliminates(Index blocks, Index pivot_blocks) {
  SCOPED_TRACE(testing::Message() << pivot_blocks << " of " << blocks << " blocks of " << width);
  const Index size = blocks * width, pivots = pivot_blocks * width;
  RowMajor F = RowMajor::Random(size, size);
  F.diagonal().array() += static_cast<double>(size);
  const RowMajor A = F;
  std::vector<double> inverse(at(pivots * width));
  int sign = 1;
  EXPECT_GT(eliminate<width>({F.data(), size}, size, pivots, inverse.data(), sign), 0.0);
  // Condition numbers of A of some ten, so that only rounding is left.
  const double small = 1e-13 * static_cast<double>(size);
  const Index rest = size - pivots;
  EXPECT_EQ(sign, 1);  // a diagonal that dominates
  EXPECT_LE((product_of_factors<width>(F, pivots, inverse) - A.topLeftCorner(pivots, pivots)).norm(), small);
  if (rest == 0) return;
  const Matrix inner = Matrix(A.topLeftCorner(pivots, pivots)).inverse();
  const Matrix schur =
      A.bottomRightCorner(rest, rest) - A.bottomLeftCorner(rest, pivots) * inner * A.topRightCorner(pivots, rest);
  EXPECT_LE((F.bottomRightCorner(rest, rest) - schur).norm(), small);
}

// Below, at and beyond the widths of strips and panels.
TEST(Front, EliminatesPivotsAndLeavesTheSchurComplement) {
  for (const Index blocks : {1, 2, 4, 5, 13, 17, 31, 70}) {
    for (const Index pivots : {Index{1}, (blocks + 1) / 2, blocks}) {
      eliminates<1>(3 * blocks, 3 * pivots - 2);
      eliminates<2>(blocks, pivots);
      eliminates<3>(blocks, pivots);
    }
  }
}

TEST(Front, InterchangesInsideABlockAlone) {
  RowMajor F(2, 2);
  F << 0.0, 2.0, 3.0, 0.0;
  const RowMajor A = F;
  std::vector<double> inverse(4);
  int sign = 1;
  EXPECT_EQ(eliminate<2>({F.data(), 2}, 2, 2, inverse.data(), sign), 2.0);
  EXPECT_EQ(sign, -1);
  EXPECT_EQ(inverse, (std::vector<double>{0.0, 1.0 / 3.0, 0.5, 0.0}));
  F = A;
  EXPECT_EQ(eliminate<1>({F.data(), 2}, 2, 2, inverse.data(), sign), 0.0);
}

TEST(Front, SaysWhereThereIsNoInverse) {
  for (const Index size : {6, 60}) {
    RowMajor F = RowMajor::Identity(size, size);
    F(size - 1, size - 1) = 0.0;
    std::vector<double> inverse(at(3 * size));
    int sign = 1;
    EXPECT_EQ(eliminate<3>({F.data(), size}, size, size, inverse.data(), sign), 0.0);
  }
}

}  // namespace front_test
}  // namespace percuss
