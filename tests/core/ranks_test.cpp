// SPDX-License-Identifier: Apache-2.0
#include "core/ranks.hpp"

#include <gtest/gtest.h>

#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "core/fault.hpp"
#include "tests/core/room_of_ranks.hpp"

namespace percuss {
namespace ranks_test {

/// What `each` does on every rank, as words: "yes", "no", or what it throws.
std::vector<std::string> words_of(int size, const std::function<bool(Ranks&)>& each) {
  return on_all_ranks<std::string>(size, [&](auto link) -> std::string {
    Ranks ranks(std::move(link));
    try {
      return each(ranks) ? "yes" : "no";
    } catch (const RankHasLeft&) {
      return "another has left";
    } catch (const InputError& error) {
      return "input: " + error.faults()[0].message;
    } catch (const std::runtime_error& error) {
      return error.what();
    }
  });
}

using Words = std::vector<std::string>;
constexpr std::uint64_t mark = 0xfedcba9876543210;

TEST(Ranks, NumberThemselvesAndOneLeads) {
  const auto words =
      words_of(3, [](Ranks& ranks) { return ranks.size() == 3 && ranks.leads() == (ranks.rank() == 0); });
  EXPECT_EQ(words, Words(3, "yes"));
}

TEST(Ranks, GoOnUntilOneStops) {
  for (const int size : {1, 2, 5})
    for (const int who : {0, size - 1}) {
      const auto words = words_of(size, [&](Ranks& ranks) {
        for (int step = 0; step < 100; ++step)
          if (ranks.meet(RankPlace::step, mark, ranks.rank() == who && step == 42)) return step == 42;
        return false;
      });
      EXPECT_EQ(words, Words(static_cast<std::size_t>(size), "yes"));
    }
}

TEST(Ranks, SeeThatTheyDoNotHaveTheSame) {
  const auto words_at = [](RankPlace place) {
    return words_of(3, [place](Ranks& ranks) { return ranks.meet(place, ranks.rank() == 1 ? mark + 2 : mark); });
  };
  for (const auto& word : words_at(RankPlace::step)) EXPECT_TRUE(word.starts_with("the ranks have come to different"));
  for (const auto& word : words_at(RankPlace::input))
    EXPECT_TRUE(word.starts_with("input: the ranks do not run the same"));
}

TEST(Ranks, SeeThatTheyAreNotAtTheSamePlace) {
  const auto words =
      words_of(2, [](Ranks& ranks) { return ranks.meet(ranks.leads() ? RankPlace::step : RankPlace::end, mark); });
  for (const auto& word : words) EXPECT_TRUE(word.starts_with("the ranks have come to different states")) << word;
}

TEST(Ranks, LeaveAloneOrTogether) {
  // The one that leads leaves, and says why: the others hear of it where they meet next.
  EXPECT_EQ(words_of(3, [](Ranks& r) { return r.leads() ? r.leave() : r.meet(RankPlace::folder, 0); }),
            (Words{"yes", "another has left", "another has left"}));
  // All do, for the same reason: it is said once.
  EXPECT_EQ(words_of(3, [](Ranks& r) { return r.leave(); }), (Words{"yes", "no", "no"}));
  // One that does not lead: nobody else knows why.
  EXPECT_EQ(words_of(3, [](Ranks& r) { return r.rank() == 2 ? r.leave() : r.meet(RankPlace::folder, 0); }),
            (Words{"another has left", "another has left", "yes"}));
}

TEST(Ranks, LeaveOnce) {
  // Nobody waits for the second time, nor for one that has heard of another's leaving.
  EXPECT_EQ(words_of(2, [](Ranks& r) { return r.leave() && r.leave(); }), (Words{"yes", "no"}));
  EXPECT_EQ(words_of(2,
                     [](Ranks& r) {
                       if (r.leads()) return r.leave();
                       EXPECT_THROW(r.meet(RankPlace::folder, 0), RankHasLeft);
                       return r.leave();
                     }),
            (Words{"yes", "no"}));
}

TEST(Ranks, EndWithTheCodeOfTheOneThatLeads) {
  EXPECT_EQ(words_of(3, [](Ranks& r) { return r.settle(r.leads() ? 130 : 0) == 130; }), Words(3, "yes"));
  EXPECT_EQ(words_of(3, [](Ranks& r) { return r.settle(r.leads() ? 0 : 3) == 0; }), Words(3, "yes"));
}

TEST(RanksDeathTest, EndAllWithExitCode3AndTheReason) {
  testing::FLAGS_gtest_death_test_style = "threadsafe";
  const auto end = [](int rank) {
    RoomOfRanks room(2);
    Ranks(std::make_unique<LinkInRoom>(room, rank)).abort("out of memory");
  };
  EXPECT_EXIT(end(0), testing::ExitedWithCode(3), "^out of memory\n$");
  EXPECT_EXIT(end(1), testing::ExitedWithCode(3), "^rank 1: out of memory\n$");
}

}  // namespace ranks_test
}  // namespace percuss
