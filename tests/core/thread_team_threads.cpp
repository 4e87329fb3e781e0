// SPDX-License-Identifier: Apache-2.0
// Many small loops by a team: every piece is done once, and seen by those who come after.
#include <gtest/gtest.h>

#include <vector>

#include "core/parallel.hpp"

namespace percuss {
namespace thread_team_threads {

class TeamOfThreads : public testing::TestWithParam<int> {
 protected:
  void SetUp() override { set_threads(GetParam()); }
  void TearDown() override { set_threads(0); }
};

INSTANTIATE_TEST_SUITE_P(Threads, TeamOfThreads, testing::Values(2, 3, 8));

// Each loop reads what all pieces of the one before have written.
TEST_P(TeamOfThreads, DoEveryPieceOfEveryLoopOnce) {
  constexpr int loops = 3000;
  std::vector<long> now(static_cast<std::size_t>(GetParam()), 0), before = now;
  with_team(GetParam(), [&] {
    auto* const team = ThreadTeam::idle();
    ASSERT_NE(team, nullptr);
    ASSERT_EQ(team->size(), GetParam());
    for (int loop = 0; loop < loops; ++loop) {
      before.swap(now);
      team->run([&](int piece) {
        const auto next = static_cast<std::size_t>((piece + 1) % team->size());
        now[static_cast<std::size_t>(piece)] = before[next] + 1;
      });
    }
  });
  for (const long count : now) EXPECT_EQ(count, loops);
}

TEST_P(TeamOfThreads, TakeTheLoopsOfOthersWithTheSameBits) {
  constexpr Index n = 2 * parallel_threshold + 11;
  const Vector x = Vector::LinSpaced(n, -1.0, 2.0), y = Vector::LinSpaced(n, 3.0, -0.5);
  const double alone = dot(x, y);
  Vector z(n);
  for (int again = 0; again < 20; ++again) {
    double sum = 0.0;
    with_team(GetParam(), [&] {
      combine(2.0, x, 0.5, y, z);
      sum = dot(x, y);
    });
    EXPECT_EQ(sum, alone);
    EXPECT_EQ(z, 2.0 * x + 0.5 * y);
  }
}

}  // namespace thread_team_threads
}  // namespace percuss
