// SPDX-License-Identifier: Apache-2.0
#include "solvers/linear/elimination.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <set>
#include <vector>

#include "core/at.hpp"

namespace percuss {
namespace elimination_test {

/// Neighbours of a lattice of n^3 places, each stored once, with the diagonal.
BlockPattern lattice(Index n) {
  BlockPattern pattern;
  const auto add = [&](Index j) { pattern.col.push_back(static_cast<std::int32_t>(j)); };
  for (Index i = 0; i < n * n * n; ++i) {
    const Index x = i % n, y = i / n % n, z = i / (n * n);
    add(i);
    if (x + 1 < n) add(i + 1);
    if (y + 1 < n) add(i + n);
    if (z + 1 < n) add(i + n * n);
    pattern.start.push_back(static_cast<std::int32_t>(pattern.col.size()));
  }
  return pattern;
}

BlockPattern random_pattern(std::mt19937& random, Index n, double share) {
  std::uniform_real_distribution<double> unit;
  BlockPattern pattern;
  for (Index i = 0; i < n; ++i) {
    for (Index j = 0; j < n; ++j)
      if (i == j || unit(random) < share) pattern.col.push_back(static_cast<std::int32_t>(j));
    pattern.start.push_back(static_cast<std::int32_t>(pattern.col.size()));
  }
  return pattern;
}

/// The later places that each place is coupled with when its turn comes, by eliminating one after the other on sets.
std::vector<std::set<std::int32_t>> eliminate(const BlockPattern& pattern, const Elimination& order) {
  std::vector<std::set<std::int32_t>> neighbours(at(pattern.size()));
  for (Index i = 0; i < pattern.size(); ++i)
    for (auto e = pattern.start[at(i)]; e < pattern.start[at(i) + 1]; ++e) {
      const auto a = order.place[at(i)], b = order.place[at(pattern.col[at(e)])];
      if (a != b) neighbours[at(std::min(a, b))].insert(std::max(a, b));
    }
  for (auto& row : neighbours) {
    if (row.empty()) continue;
    auto& heir = neighbours[at(*row.begin())];
    heir.insert(std::next(row.begin()), row.end());
  }
  return neighbours;
}

void expect_right(const BlockPattern& pattern, const Elimination& elimination) {
  std::vector<std::int32_t> sorted = elimination.order;
  std::sort(sorted.begin(), sorted.end());
  ASSERT_EQ(static_cast<Index>(sorted.size()), pattern.size());
  for (Index i = 0; i < pattern.size(); ++i) {
    ASSERT_EQ(sorted[at(i)], i);
    ASSERT_EQ(elimination.place[at(elimination.order[at(i)])], i);
  }
  const auto truth = eliminate(pattern, elimination);
  double products = 0.0;
  for (Index p = 0; p < pattern.size(); ++p) {
    const std::vector<std::int32_t> row(elimination.col.begin() + elimination.start[at(p)],
                                        elimination.col.begin() + elimination.start[at(p) + 1]);
    ASSERT_EQ(row, std::vector<std::int32_t>(truth[at(p)].begin(), truth[at(p)].end())) << p;
    products += static_cast<double>(row.size() * (row.size() + 1));
  }
  EXPECT_EQ(elimination.products, products);
}

TEST(Elimination, LeavesThePatternThatEliminatingOneAfterTheOtherLeaves) {
  std::mt19937 random(1);
  for (Index n = 0; n <= 60; ++n) {
    const auto pattern = random_pattern(random, n, n % 3 == 0 ? 0.02 : 0.1);
    Elimination elimination;
    ASSERT_TRUE(elimination.find(pattern, n * n));
    expect_right(pattern, elimination);
  }
}

// Twelve thousand places of a lattice, where nested dissection takes 6 n^2 log n products less: both orders are right,
// and the one taken costs less than a third of the natural one, a band of 530 places.
TEST(Elimination, OfALatticeCostsFarLessThanItsBand) {
  const Index n = 23;
  const auto pattern = lattice(n);
  Elimination elimination;
  ASSERT_TRUE(elimination.find(pattern, 1 << 24));
  expect_right(pattern, elimination);
  EXPECT_LT(elimination.products, std::pow(static_cast<double>(n), 7) / 3.0);
}

// Twenty that all know each other leave 190 blocks in any order.
TEST(Elimination, EndsWhereItWouldTakeTooMuch) {
  std::mt19937 random(1);
  const auto pattern = random_pattern(random, 20, 2.0);
  Elimination elimination;
  EXPECT_TRUE(elimination.find(pattern, 190));
  EXPECT_EQ(elimination.col.size(), 190U);
  EXPECT_FALSE(elimination.find(pattern, 189));
}

}  // namespace elimination_test
}  // namespace percuss
