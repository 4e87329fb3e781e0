// SPDX-License-Identifier: Apache-2.0
#include "solvers/linear/elimination.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <set>
#include <vector>

#include "core/at.hpp"
#include "tests/solvers/block_matrices.hpp"

namespace percuss {
namespace elimination_test {

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

/// Whether each place comes right after the subtrees of those that it inherits from.
bool is_postorder(const Elimination& elimination) {
  const auto n = elimination.order.size();
  std::vector<std::size_t> first(n);
  for (std::size_t p = 0; p < n; ++p) first[p] = p;
  for (std::size_t p = 0; p < n; ++p) {
    std::size_t begin = p;  // walk back over the subtrees that end right before
    while (begin > 0) {
      const auto child = begin - 1;
      if (elimination.start[child] == elimination.start[child + 1] ||
          at(elimination.col[at(elimination.start[child])]) != p)
        break;
      begin = first[child];
    }
    for (std::size_t child = 0; child < begin; ++child)
      if (elimination.start[child] != elimination.start[child + 1] &&
          at(elimination.col[at(elimination.start[child])]) == p)
        return false;
    first[p] = begin;
  }
  return true;
}

TEST(Elimination, InPostorderFillsAsMuch) {
  std::mt19937 random(4);
  for (Index n = 0; n <= 40; ++n) {
    const auto pattern = n == 40 ? lattice(7) : random_pattern(random, n, n % 3 == 0 ? 0.02 : 0.1);
    Elimination elimination;
    ASSERT_TRUE(elimination.find(pattern, 1 << 20));
    const auto blocks = elimination.col.size();
    elimination.take_postorder();
    EXPECT_EQ(elimination.col.size(), blocks);
    EXPECT_TRUE(is_postorder(elimination)) << n;
    expect_right(pattern, elimination);
  }
}

}  // namespace elimination_test
}  // namespace percuss
