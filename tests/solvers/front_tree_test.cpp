// SPDX-License-Identifier: Apache-2.0
#include "solvers/linear/front_tree.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <set>
#include <vector>

#include "core/at.hpp"
#include "tests/solvers/block_matrices.hpp"

namespace percuss {
namespace front_tree_test {

/// The places of a front: its pivots, then its rest.
std::vector<std::int32_t> places_of(const FrontTree& tree, std::size_t f) {
  const auto& front = tree.fronts()[f];
  std::vector<std::int32_t> places;
  for (std::int32_t k = 0; k < front.pivots; ++k) places.push_back(front.first + k);
  for (const auto p : tree.rest(front)) places.push_back(p);
  return places;
}

/// Every place is a pivot once, every entry of the matrix and of U is in the front of its earlier place, and children
/// come before their parents, in which their rest is found.
void expect_whole(const BlockPattern& pattern, const Elimination& elimination, const FrontTree& tree) {
  std::int32_t next = 0;
  std::multiset<std::int32_t> numbers;
  for (std::size_t f = 0; f < tree.fronts().size(); ++f) {
    const auto& front = tree.fronts()[f];
    ASSERT_EQ(front.first, next);
    next += front.pivots;
    const auto places = places_of(tree, f);
    ASSERT_EQ(static_cast<std::int32_t>(places.size()), front.size);
    ASSERT_TRUE(std::is_sorted(places.begin(), places.end()));
    for (auto p = front.first; p < next; ++p)
      for (auto e = elimination.start[at(p)]; e < elimination.start[at(p) + 1]; ++e)
        ASSERT_TRUE(std::binary_search(places.begin(), places.end(), elimination.col[at(e)]));
    for (const auto& entry : tree.entries(f)) {
      numbers.insert(entry.number);
      const auto row = elimination.order[at(places[at(entry.row)])], col = elimination.order[at(places[at(entry.col)])];
      ASSERT_EQ(pattern.col[at(entry.number)], col);
      ASSERT_GE(entry.number, pattern.start[at(row)]);
      ASSERT_LT(entry.number, pattern.start[at(row) + 1]);
    }
    ASSERT_EQ(front.parent < 0, front.size == front.pivots);
    if (front.parent < 0) continue;
    ASSERT_GT(front.parent, static_cast<std::int32_t>(f));
    const auto others = places_of(tree, at(front.parent)), its = places_of(tree, f);
    const auto in_parent = tree.places_in_parent(f);
    ASSERT_EQ(in_parent.size(), at(front.size - front.pivots));
    for (std::size_t i = 0; i < in_parent.size(); ++i) ASSERT_EQ(others[at(in_parent[i])], its[at(front.pivots) + i]);
    const auto siblings = tree.children(at(front.parent));
    ASSERT_EQ(std::count(siblings.begin(), siblings.end(), static_cast<std::int32_t>(f)), 1);
  }
  ASSERT_EQ(at(next), elimination.order.size());
  ASSERT_EQ(numbers.size(), pattern.col.size());
  ASSERT_EQ(std::set(numbers.begin(), numbers.end()).size(), pattern.col.size());
}

/// Subtrees and what is above are all fronts, and what a front leaves is not written to before its parent has it: what
/// subtrees do at the same time is kept apart.
void expect_kept(const FrontTree& tree) {
  const auto count = tree.fronts().size();
  std::vector<int> taken(count, 0);
  using Range = std::pair<std::int64_t, std::int64_t>;
  const auto range = [&](std::size_t f) {
    const auto& front = tree.fronts()[f];
    const auto rest = static_cast<std::int64_t>(front.size - front.pivots);
    return Range{front.left, front.left + rest * rest};
  };
  std::vector<Range> of_subtrees;
  const auto take = [&](std::size_t f, std::set<Range>& kept) {
    ++taken[f];
    for (const auto child : tree.children(f)) {
      ASSERT_EQ(taken[at(child)], 1);
      kept.erase(range(at(child)));
    }
    const auto its = range(f);
    if (its.first == its.second) return;
    ASSERT_LE(its.second, tree.kept_blocks());
    for (const auto& other : kept) ASSERT_TRUE(other.second <= its.first || its.second <= other.first);
    kept.insert(its);
  };
  std::set<Range> left;
  for (const auto root : tree.subtrees()) {
    std::set<Range> kept;
    Range all{tree.kept_blocks(), 0};
    for (auto f = tree.begin_of(root); f <= root; ++f) {
      take(at(f), kept);
      const auto its = range(at(f));
      if (its.first != its.second) all = {std::min(all.first, its.first), std::max(all.second, its.second)};
    }
    for (const auto& other : of_subtrees)
      ASSERT_TRUE(all.first >= all.second || other.second <= all.first || all.second <= other.first);
    of_subtrees.push_back(all);
    left.insert(kept.begin(), kept.end());
  }
  for (const auto f : tree.above()) take(at(f), left);
  ASSERT_TRUE(left.empty());
  ASSERT_EQ(std::count(taken.begin(), taken.end(), 1), static_cast<std::ptrdiff_t>(count));
}

TEST(FrontTree, HoldsEverythingOnce) {
  std::mt19937 random(1);
  for (Index n = 0; n <= 80; ++n) {
    SCOPED_TRACE(n);
    const auto pattern = n == 80 ? lattice(9) : random_matrix(random, n, 1, n % 3 == 0 ? 0.02 : 0.1, 0.0).pattern;
    Elimination elimination;
    ASSERT_TRUE(elimination.find(pattern, 1 << 20));
    elimination.take_postorder();
    FrontTree tree;
    tree.find(pattern, elimination);
    expect_whole(pattern, elimination, tree);
    expect_kept(tree);
  }
}

// Twenty that all know each other are one front, which is above all subtrees; strangers are one each.
TEST(FrontTree, OfOneAndOfNone) {
  for (const bool strangers : {false, true}) {
    BlockPattern pattern;
    for (std::int32_t i = 0; i < 20; ++i) {
      for (std::int32_t j = 0; j < 20; ++j)
        if (i == j || !strangers) pattern.col.push_back(j);
      pattern.start.push_back(static_cast<std::int32_t>(pattern.col.size()));
    }
    Elimination elimination;
    ASSERT_TRUE(elimination.find(pattern, 400));
    elimination.take_postorder();
    FrontTree tree;
    tree.find(pattern, elimination);
    EXPECT_EQ(tree.fronts().size(), strangers ? 20U : 1U);
    EXPECT_EQ(tree.subtrees().size(), strangers ? 20U : 0U);
    EXPECT_EQ(tree.kept_blocks(), 0);
  }
}

// A lattice of 4913 places has sixteen subtrees or more of less than a sixteenth of its work each.
TEST(FrontTree, DealsOutSubtrees) {
  const auto pattern = lattice(17);
  Elimination elimination;
  ASSERT_TRUE(elimination.find(pattern, 1 << 22));
  elimination.take_postorder();
  FrontTree tree;
  tree.find(pattern, elimination);
  expect_kept(tree);
  double all = 0.0;
  for (const auto& front : tree.fronts())
    if (front.parent < 0) all += front.work;
  EXPECT_GE(all, elimination.products);
  EXPECT_LE(all, 1.3 * elimination.products);                     // zeros that fronts fill in
  EXPECT_LT(tree.fronts().size(), elimination.order.size() / 2);  // most places share a front
  for (const auto root : tree.subtrees()) EXPECT_LE(tree.fronts()[at(root)].work, all / 16.0);
}

}  // namespace front_tree_test
}  // namespace percuss
