// SPDX-License-Identifier: Apache-2.0
#include "fem/assembly.hpp"

#include <gtest/gtest.h>

#include <random>

namespace percuss::fem {
namespace assembly_test {

TEST(Assembler, AddsElementsWhereTheyMeet) {
  const Eigen::Matrix2d element = (Eigen::Matrix2d() << 1.0, -1.0, -1.0, 1.0).finished();
  Assembler assembler(3, 8);
  assembler.add<2>({0, 1}, element);
  assembler.add<2>({1, 2}, element);
  const auto A = assembler.finish();
  EXPECT_TRUE(A.isCompressed());
  EXPECT_EQ(Matrix(A), (Matrix(3, 3) << 1.0, -1.0, 0.0, -1.0, 2.0, -1.0, 0.0, -1.0, 1.0).finished());
}

TEST(Assembler, OfNothingGivesTheZeroMatrix) {
  EXPECT_EQ(Assembler(0).finish().size(), 0);
  const auto A = Assembler(3).finish();
  EXPECT_EQ(A.rows(), 3);
  EXPECT_EQ(A.nonZeros(), 0);
}

TEST(Assembler, IsEmptyAfterwards) {
  Assembler assembler(2);
  assembler.add<2>({0, 1}, Eigen::Matrix2d::Ones());
  assembler.finish();
  EXPECT_EQ(assembler.finish().nonZeros(), 0);
}

TEST(Assembler, KeepsRowsAndColumnsApart) {
  Assembler assembler(2);
  assembler.add<2>({1, 0}, (Eigen::Matrix2d() << 1.0, 2.0, 3.0, 4.0).finished());
  EXPECT_EQ(Matrix(assembler.finish()), (Matrix(2, 2) << 4.0, 3.0, 2.0, 1.0).finished());
}

TEST(Assembler, StoresNoZerosOfTheElements) {
  Assembler assembler(2);
  assembler.add<2>({0, 1}, Eigen::Matrix2d::Identity());
  EXPECT_EQ(assembler.finish().nonZeros(), 2);
}

TEST(Assembler, AgreesWithTheDenseSum) {
  for (const unsigned seed : {1U, 2U, 3U}) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> number(-1.0, 1.0);
    Assembler assembler(6, 9 * 10);
    Matrix dense = Matrix::Zero(6, 6);
    for (int e = 0; e < 10; ++e) {
      const auto first = static_cast<Index>(random() % 4);
      const std::array<Index, 3> dofs{first + 2, first, first + 1};
      const Eigen::Matrix3d element = Eigen::Matrix3d::NullaryExpr([&] { return number(random); });
      assembler.add<3>(dofs, element);
      for (std::size_t i = 0; i < 3; ++i)
        for (std::size_t j = 0; j < 3; ++j)
          dense(dofs[i], dofs[j]) += element(static_cast<Index>(i), static_cast<Index>(j));
    }
    EXPECT_LE((Matrix(assembler.finish()) - dense).cwiseAbs().maxCoeff(), 1e-14);  // at most 10 numbers below 1
  }
}

}  // namespace assembly_test
}  // namespace percuss::fem
