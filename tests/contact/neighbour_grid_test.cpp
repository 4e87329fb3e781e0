// SPDX-License-Identifier: Apache-2.0
#include "contact/neighbour_grid.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>
#include <set>
#include <utility>

namespace percuss {
namespace neighbour_grid_test {

using Pairs = std::set<std::pair<Index, Index>>;

Pairs found(NeighbourGrid& grid, const Vector& x, const Vector& radius, double reach, Index dimension = 2) {
  std::vector<NearPair> pairs;
  EXPECT_TRUE(grid.find_pairs(dimension, x, radius, reach, 1000000, pairs));
  Pairs names;
  for (const auto& pair : pairs) {
    EXPECT_LT(pair.i, pair.j);
    EXPECT_TRUE(names.emplace(pair.i, pair.j).second) << "a pair was found twice";
    const double distance =
        (x.segment(dimension * pair.j, dimension) - x.segment(dimension * pair.i, dimension)).norm();
    // A few eps of the distance.
    EXPECT_NEAR(pair.gap, distance - radius[pair.i] - radius[pair.j], 1e-15 * (1.0 + x.lpNorm<Eigen::Infinity>()));
  }
  return names;
}

/// Every pair looked at: the oracle.
Pairs expected(const Vector& x, const Vector& radius, double reach, Index d = 2) {
  Pairs names;
  for (Index i = 0; i < radius.size(); ++i)
    for (Index j = i + 1; j < radius.size(); ++j)
      if ((x.segment(d * j, d) - x.segment(d * i, d)).norm() - radius[i] - radius[j] <= reach) names.emplace(i, j);
  return names;
}

TEST(NeighbourGrid, FindsThePairsThatAComparisonOfAllFinds) {
  NeighbourGrid grid;
  std::size_t pairs = 0;
  for (unsigned seed = 1; seed <= 40; ++seed) {
    std::mt19937 random(seed);
    const Index n = 2 + static_cast<Index>(random() % 120);
    std::uniform_real_distribution<double> place(-1.0, 2.0), size(0.01, 0.1);
    Vector x(2 * n), radius(n);
    for (auto& xi : x) xi = place(random);
    for (auto& r : radius) r = size(random);
    const double reach = seed % 3 == 0 ? 0.0 : 0.05;
    const auto seen = found(grid, x, radius, reach);
    EXPECT_EQ(seen, expected(x, radius, reach)) << "seed " << seed;
    pairs += seen.size();
  }
  EXPECT_GT(pairs, 300u) << "the test must have something to find";
}

TEST(NeighbourGrid, FindsSpheresAsAComparisonOfAllDoes) {
  NeighbourGrid grid;
  std::size_t pairs = 0;
  for (unsigned seed = 1; seed <= 40; ++seed) {
    std::mt19937 random(seed);
    const Index n = 2 + static_cast<Index>(random() % 200);
    std::uniform_real_distribution<double> place(-1.0, 1.0), size(0.01, 0.15);
    Vector x(3 * n), radius(n);
    for (auto& xi : x) xi = place(random);
    if (seed % 4 == 0)
      for (Index i = 0; i < n; ++i) x[3 * i + static_cast<Index>(seed / 4 % 3)] = 0.0;  // all in a plane
    for (auto& r : radius) r = size(random);
    const double reach = seed % 3 == 0 ? 0.0 : 0.05;
    const auto seen = found(grid, x, radius, reach, 3);
    EXPECT_EQ(seen, expected(x, radius, reach, 3)) << "seed " << seed;
    pairs += seen.size();
  }
  EXPECT_GT(pairs, 1000u) << "the test must have something to find";
}

TEST(NeighbourGrid, FindsDiscsOfARegularRowAcrossTheBordersOfCells) {
  // Centres on multiples of the reach: every border of a cell is met.
  const Index n = 50;
  Vector x = Vector::Zero(2 * n), radius = Vector::Constant(n, 0.5);
  for (Index i = 0; i < n; ++i) x[2 * i] = static_cast<double>(i) - 25.0;
  NeighbourGrid grid;
  EXPECT_EQ(found(grid, x, radius, 0.0).size(), 49u);
  for (Index i = 0; i < n; ++i) std::swap(x[2 * i], x[2 * i + 1]);  // upright
  EXPECT_EQ(found(grid, x, radius, 0.0).size(), 49u);
}

TEST(NeighbourGrid, TakesDiscsHoweverFarTheyAreApart) {
  Vector x(8), radius = Vector::Constant(4, 1.0);
  x << 0.0, 0.0, 1e300, -1e300, 1.5, 0.0, std::numeric_limits<double>::quiet_NaN(), 0.0;
  NeighbourGrid grid;
  std::vector<NearPair> pairs;
  EXPECT_TRUE(grid.find_pairs(2, x, radius, 0.1, 1000000, pairs));
  ASSERT_EQ(pairs.size(), 1u);
  EXPECT_EQ(pairs[0].i, 0);
  EXPECT_EQ(pairs[0].j, 2);
  EXPECT_EQ(pairs[0].gap, -0.5);
}

TEST(NeighbourGrid, FindsNothingAmongLessThanTwo) {
  NeighbourGrid grid;
  EXPECT_TRUE(found(grid, Vector(), Vector(), 1.0).empty());
  EXPECT_TRUE(found(grid, Vector::Zero(2), Vector::Ones(1), 1.0).empty());
}

}  // namespace neighbour_grid_test
}  // namespace percuss
