// SPDX-License-Identifier: Apache-2.0
#include "contact/near_pairs.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <utility>
#include <vector>

namespace percuss {
namespace near_pairs_test {

/// Points on a line that touch at a distance of 1; skin 0.1, four slots.
struct Line {
  explicit Line(Index points) : pairs(4, 1, points, 0.1, points, "points") {}
  void prepare(const Vector& x, const Vector& v, double h) {
    pairs.prepare(
        x, v, h,
        [](VecRef at, double reach, std::size_t, std::vector<NearPair>& near) {
          near.clear();
          for (Index i = 0; i < at.size(); ++i)
            for (Index j = i + 1; j < at.size(); ++j)
              if (const double gap = std::abs(at[j] - at[i]) - 1.0; gap <= reach) near.push_back({i, j, gap});
          return true;
        },
        [&](const NearPair& pair) { return std::abs(v[pair.j] - v[pair.i]); });
  }
  std::vector<std::pair<Index, Index>> listed() const {
    std::vector<std::pair<Index, Index>> found;
    for (Index k = 0; k < pairs.size(); ++k)
      if (!pairs[k].is_free()) found.emplace_back(pairs[k].i, pairs[k].j);
    return found;
  }
  NearPairs pairs;
};

const std::vector<std::pair<Index, Index>> none, first_two{{0, 1}};

TEST(NearPairs, ListsWhatIsWithinTheSkin) {
  Line line(3);
  EXPECT_FALSE(line.pairs.is_listed());
  line.prepare(Eigen::Vector3d(0.0, 1.09, 2.2), Vector::Zero(3), 1.0);
  EXPECT_EQ(line.listed(), first_two);
  EXPECT_TRUE(line.pairs.is_listed());
  EXPECT_EQ(line.pairs.skin(), 0.1);
  line.pairs.restart();
  EXPECT_FALSE(line.pairs.is_listed());
}

TEST(NearPairs, MakesANewListWhenAPointMayHaveComeHalfTheSkin) {
  Line line(2);
  Vector x(2), v = Vector::Zero(2);
  x << 0.0, 1.2;
  line.prepare(x, v, 1.0);
  EXPECT_EQ(line.listed(), none);
  x[1] = 1.16;  // 0.04
  line.prepare(x, v, 1.0);
  EXPECT_EQ(line.pairs.lists_made(), 1);
  v[1] = -0.01;  // and 0.02 in the coming step, twice what it goes at this velocity
  line.prepare(x, v, 1.0);
  EXPECT_EQ(line.pairs.lists_made(), 2);
  x[1] = 1.09;
  line.prepare(x, v, 1.0);
  EXPECT_EQ(line.listed(), first_two);
}

TEST(NearPairs, PairsThatAreHeldAreNeverLookedFor) {
  Line line(2);
  line.pairs.hold({{0, 1, 0.0}});
  line.prepare(Eigen::Vector2d(0.0, 100.0), Eigen::Vector2d(0.0, 1e3), 1.0);
  EXPECT_EQ(line.listed(), first_two);
  EXPECT_EQ(line.pairs.lists_made(), 0);
  EXPECT_FALSE(line.pairs.may_have_passed(Eigen::Vector2d(0.0, 1e6), [](VecRef) { return false; }));
}

TEST(NearPairs, VisitsPairsWhereSomethingMovesFarEnough) {
  Line line(3);
  line.prepare(Eigen::Vector3d(0.0, 1.05, 5.0), Eigen::Vector3d(0.0, 0.0, 2.0), 0.5);
  EXPECT_EQ(line.pairs.start(), Eigen::Vector3d(0.0, 1.05, 5.0));
  EXPECT_EQ(line.pairs.moves(), Eigen::Vector3d(0.0, 0.0, 1.0));
  int visits = 0;
  const auto visit = [&](Index k) {
    ++visits;
    return line.pairs[k].i == 0;
  };
  EXPECT_FALSE(line.pairs.some_pair(line.pairs.moves(), 1.0, visit)) << "nobody moves farther";
  EXPECT_EQ(visits, 0);
  EXPECT_TRUE(line.pairs.some_pair(line.pairs.moves(), 0.9, visit));
  EXPECT_EQ(visits, 1) << "free slots are not visited";
}

// Half the skin, and half of the standard one.
TEST(NearPairs, TellsWhenPointsHaveComeFartherThanTheListAllowsFor) {
  Line line(2);
  line.prepare(Eigen::Vector2d(0.0, 3.0), Vector::Zero(2), 1.0);
  Vector way(2);
  const auto note = [&](VecRef moves) {
    way = moves;
    return moves[0] < 0.0;
  };
  EXPECT_FALSE(line.pairs.may_have_passed(Eigen::Vector2d(0.0, 2.91), note));
  EXPECT_NEAR(way[1], -0.09, 1e-15);
  EXPECT_TRUE(line.pairs.may_have_passed(Eigen::Vector2d(0.0, 2.89), note));
  EXPECT_TRUE(line.pairs.may_have_passed(Eigen::Vector2d(-0.01, 3.0), note)) << "the group says so";
}

}  // namespace near_pairs_test
}  // namespace percuss
