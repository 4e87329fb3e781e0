// SPDX-License-Identifier: Apache-2.0
#include "core/shares.hpp"

#include <gtest/gtest.h>

#include <initializer_list>
#include <vector>

#include "tests/core/room_of_ranks.hpp"

namespace percuss {
namespace shares_test {

/// Costs of bodies whose rows are as many, and where those begin.
struct Bodies {
  std::vector<double> costs;
  std::vector<Index> offset{0};
  explicit Bodies(std::initializer_list<Index> rows) {
    for (const Index n : rows) {
      costs.push_back(static_cast<double>(n));
      offset.push_back(offset.back() + n);
    }
  }
};

constexpr Index large = Shares::least_rows;

/// The first bodies of all ranks, and the end of the last; empty: nothing is dealt out.
std::vector<Index> dealt(const Bodies& bodies, int ranks) {
  RoomOfRanks room(ranks);
  std::vector<Index> first;
  for (int rank = 0; rank < ranks; ++rank) {
    LinkInRoom link(room, rank);
    const Shares shares(&link, bodies.costs, bodies.offset);
    if (!shares.is_dealt()) continue;
    EXPECT_EQ(shares.first(), rank == 0 ? 0 : first.back());
    if (rank == 0) first.push_back(0);
    first.push_back(shares.last());
  }
  return first;
}

using Firsts = std::vector<Index>;

TEST(Shares, AreOfAboutEqualCost) {
  EXPECT_EQ(dealt(Bodies{large, large}, 2), (Firsts{0, 1, 2}));
  EXPECT_EQ(dealt(Bodies{large, large, large, large, large}, 2), (Firsts{0, 2, 5}));
  EXPECT_EQ(dealt(Bodies{large, large, 2 * large, large, large}, 3), (Firsts{0, 2, 3, 5}));
  EXPECT_EQ(dealt(Bodies{3, large, 5, large, 2}, 2), (Firsts{0, 2, 5}));
}

TEST(Shares, LeaveRanksWithoutWorkWhereBodiesAreFew) {
  EXPECT_EQ(dealt(Bodies{large, large}, 4), (Firsts{0, 0, 1, 1, 2}));
}

TEST(Shares, AreNotWorthItForFewRowsOneBodyOrOneRank) {
  EXPECT_EQ(dealt(Bodies{large, large}, 1), Firsts{});
  EXPECT_EQ(dealt(Bodies{2 * large}, 2), Firsts{});
  EXPECT_EQ(dealt(Bodies{10 * large, large, 3}, 2), Firsts{}) << "one body is most of the cost";
  EXPECT_EQ(dealt(Bodies{large / 2, large / 2 - 1}, 2), Firsts{});
  EXPECT_EQ(dealt(Bodies{}, 2), Firsts{});
  const Bodies bodies{large, large};
  EXPECT_FALSE(Shares(nullptr, bodies.costs, bodies.offset).is_dealt());
  EXPECT_FALSE(Shares().is_dealt());
}

TEST(Shares, AreGatheredByAll) {
  const Bodies bodies{large, 7, large / 2, large};
  const Index n = bodies.offset.back();
  const auto seen = on_all_ranks<Vector>(3, [&](auto link) {
    const Shares shares(link.get(), bodies.costs, bodies.offset);
    Vector x = Vector::Constant(n, -1.0);
    const auto rows = [&](Index item) { return bodies.offset[static_cast<std::size_t>(item)]; };
    for (int times = 0; times < 3; ++times) {
      for (Index i = rows(shares.first()); i < rows(shares.last()); ++i) x[i] = static_cast<double>(i + times);
      shares.gather(x);
    }
    return x;
  });
  for (const auto& x : seen) EXPECT_EQ(x, Vector::LinSpaced(n, 2.0, static_cast<double>(n + 1)));
}

}  // namespace shares_test
}  // namespace percuss
