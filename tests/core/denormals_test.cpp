// SPDX-License-Identifier: Apache-2.0
#include "core/denormals.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/parallel.hpp"

namespace percuss {

namespace denormals_test {

// volatile: the compiler must not divide for us.
double half_of_the_smallest_normal() {
  volatile double smallest = std::numeric_limits<double>::min();
  return smallest / 2.0;
}

TEST(FlushDenormals, TurnsThemToZeroWhileItLivesAndNoLonger) {
  ASSERT_GT(half_of_the_smallest_normal(), 0.0);
#ifdef __SSE2__
  {
    const FlushDenormals guard;
    EXPECT_EQ(half_of_the_smallest_normal(), 0.0);
    volatile double third = 1.0;
    EXPECT_EQ(third / 3.0, 1.0 / 3.0);  // all other numbers are as they were
  }
#endif
  EXPECT_GT(half_of_the_smallest_normal(), 0.0);
}

TEST(FlushDenormals, HoldsOnEveryThreadOfAParallelLoop) {
  Vector seen = Vector::Constant(4 * parallel_threshold, -1.0);
  const auto fill = [&] {
    parallel_for(seen.size(), [&](Index begin, Index end) {
      for (Index i = begin; i < end; ++i) seen[i] = half_of_the_smallest_normal();
    });
  };
  set_threads(4);
#ifdef __SSE2__
  {
    const FlushDenormals guard;
    fill();
    EXPECT_TRUE(seen.isZero(0.0));
  }
#endif
  fill();
  EXPECT_TRUE((seen.array() > 0.0).all());
  set_threads(0);
}

}  // namespace denormals_test

}  // namespace percuss
