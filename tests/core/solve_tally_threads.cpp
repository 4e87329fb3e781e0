// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include <string>

#include "core/parallel.hpp"
#include "core/solve_tally.hpp"

namespace percuss {
namespace solve_tally_threads {

TEST(SolveTallyThreads, AddToItAtTheSameTime) {
  constexpr Index solves = parallel_threshold;
  for (const int threads : {1, 4}) {
    set_threads(threads);
    SolveTally tally;
    parallel_for(solves, [&](Index begin, Index end) {
      for (Index k = begin; k < end; ++k) {
        tally.add(k % 3, static_cast<double>(k));
        if (k % 1000 == 7) tally.add_failure(static_cast<double>(k % 5000), std::to_string(k));
      }
    });
    EXPECT_EQ(tally.solves(), solves);
    EXPECT_EQ(tally.iterations(), solves / 3 * 3 + (solves % 3 == 2 ? 1 : 0));
    EXPECT_EQ(tally.residual(), static_cast<double>(solves - 1));
    EXPECT_EQ(tally.take_failure(), "104007");  // the first by its text of those with the residual 4007
  }
  set_threads(0);
}

}  // namespace solve_tally_threads
}  // namespace percuss
