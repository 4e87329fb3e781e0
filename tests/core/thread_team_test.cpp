// SPDX-License-Identifier: Apache-2.0
#include "core/thread_team.hpp"

#include <gtest/gtest.h>

#include <stdexcept>
#include <vector>

#include "core/parallel.hpp"

namespace percuss {
namespace thread_team_test {

TEST(ThreadTeam, OfOneIsNone) {
  bool ran = false;
  with_team(1, [&] {
    ran = true;
    EXPECT_EQ(ThreadTeam::idle(), nullptr);
  });
  EXPECT_TRUE(ran);
}

// Threads that get no core: their pieces are the leader's.
TEST(ThreadTeam, WhoseOthersNeverComeIsItsLeader) {
  ThreadTeam team(5);
  for (int again = 0; again < 3; ++again) {
    std::vector<int> done(5, 0);
    team.lead([&] { team.run([&](int piece) { ++done[static_cast<std::size_t>(piece)]; }); });
    EXPECT_EQ(done, std::vector<int>(5, 1));
  }
}

TEST(ThreadTeam, HoldsAsManyThreadsAsItHasBitsForPieces) {
  ThreadTeam team(ThreadTeam::most);
  std::vector<int> done(ThreadTeam::most, 0);
  team.lead([&] { team.run([&](int piece) { ++done[static_cast<std::size_t>(piece)]; }); });
  EXPECT_EQ(done, std::vector<int>(ThreadTeam::most, 1));
}

TEST(ThreadTeam, IsIdleBetweenItsLoopsOnly) {
  ThreadTeam team(2);
  EXPECT_EQ(ThreadTeam::idle(), nullptr);
  team.lead([&] {
    EXPECT_EQ(ThreadTeam::idle(), &team);
    team.run([&](int) { EXPECT_EQ(ThreadTeam::idle(), nullptr); });
    EXPECT_EQ(ThreadTeam::idle(), &team);
  });
  EXPECT_EQ(ThreadTeam::idle(), nullptr);
}

TEST(WithTeam, PassesOnWhatIsThrownAndEnds) {
  set_threads(2);
  EXPECT_THROW(with_team(2, [] { throw std::runtime_error("thrown by the leader"); }), std::runtime_error);
  EXPECT_EQ(ThreadTeam::idle(), nullptr);
  bool ran = false;
  with_team(2, [&] { ran = true; });
  EXPECT_TRUE(ran);
  set_threads(0);
}

}  // namespace thread_team_test
}  // namespace percuss
