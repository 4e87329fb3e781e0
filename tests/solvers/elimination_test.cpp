// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/elimination.hpp"

#include <gtest/gtest.h>

namespace percuss {
namespace {

TEST(Elimination, SolvesWhatNeedsRowsAndColumnsSwapped) {
  Matrix J(3, 3);
  J << 0.0, 1.0, 0.0, 0.0, 2.0, 8.0, 4.0, 0.0, 2.0;
  const Vector y = Eigen::Vector3d(1.0, -2.0, 0.5);
  Vector b = J * y;
  std::vector<Index> order;
  eliminate(J, b, order);
  EXPECT_LE((b - y).cwiseAbs().maxCoeff(), 1e-15);  // round-off
}

TEST(Elimination, LeavesUnknownsPastTheRankAtZero) {
  Matrix J(3, 3);
  J << 2.0, 0.0, 2.0, 0.0, 4.0, 0.0, 2.0, 0.0, 2.0;
  Vector b = Eigen::Vector3d(2.0, 4.0, 2.0);
  std::vector<Index> order;
  eliminate(J, b, order);
  EXPECT_EQ(b, Eigen::Vector3d(1.0, 1.0, 0.0));
}

TEST(Elimination, OfNothingIsNothing) {
  Matrix J(0, 0);
  Vector b(0);
  std::vector<Index> order;
  eliminate(J, b, order);
  EXPECT_EQ(b.size(), 0);
}

}  // namespace
}  // namespace percuss
