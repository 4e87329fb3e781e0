// SPDX-License-Identifier: Apache-2.0
#include "core/parallel.hpp"

#include <gtest/gtest.h>

#include <array>
#include <limits>
#include <span>
#include <vector>

namespace percuss {
namespace parallel_test {

constexpr double eps = std::numeric_limits<double>::epsilon();

const std::vector<Index> sizes{0,
                               1,
                               2,
                               63,
                               summing_threshold - 1,
                               summing_threshold,
                               summing_threshold + 1,
                               parallel_threshold - 1,
                               parallel_threshold,
                               parallel_threshold + 1};

TEST(SetThreads, GivesAtLeastOne) {
  EXPECT_GE(set_threads(0), 1);
  EXPECT_EQ(set_threads(1), 1);
  EXPECT_GE(set_threads(-3), 1);
}

TEST(ParallelFor, VisitsEveryEntryOnce) {
  set_threads(3);
  for (const Index n : sizes) {
    std::vector<int> visits(static_cast<std::size_t>(n), 0);
    parallel_for(n, [&](Index begin, Index end) {
      for (Index i = begin; i < end; ++i) ++visits[static_cast<std::size_t>(i)];
    });
    for (const int count : visits) ASSERT_EQ(count, 1) << "n = " << n;
  }
}

TEST(OrderedSum, CountsEveryEntryOnce) {
  for (const Index n : sizes)
    EXPECT_EQ(ordered_sum(n, [](Index begin, Index end) { return static_cast<double>(end - begin); }),
              static_cast<double>(n));
}

TEST(Combine, AddsTwoVectors) {
  const Vector x = (Vector(2) << 1.0, 2.0).finished(), y = (Vector(2) << 10.0, 20.0).finished();
  Vector z(2);
  combine(2.0, x, 3.0, y, z);
  EXPECT_EQ(z, (Vector(2) << 32.0, 64.0).finished());
}

TEST(OrderedSums, AgreeWithSumsInOneGo) {
  for (const Index n : sizes) {
    const Vector x = Vector::LinSpaced(n, 0.0, 1.0), y = Vector::LinSpaced(n, 1.0, 2.0);
    std::array<double, 2> sums{7.0, 7.0};  // what stood there before does not count
    ordered_sums<3>(n, n, sums, [&](Index begin, Index end, std::span<double> its) {
      const Index count = end - begin;
      its[0] += x.segment(begin, count).dot(y.segment(begin, count));
      its[1] += y.segment(begin, count).squaredNorm();
    });
    const double tolerance = static_cast<double>(n) * eps;  // of each sum of positive terms, as below
    EXPECT_NEAR(sums[0], x.dot(y), tolerance * x.dot(y));
    EXPECT_NEAR(sums[1], y.squaredNorm(), tolerance * y.squaredNorm());
  }
}

TEST(Combine, AddsTwoVectorsToAThird) {
  const Vector x = Vector::Constant(3, 1.0), y = Vector::Constant(3, 10.0), w = Vector::Constant(3, 100.0);
  Vector z(3);
  combine(x, 2.0, y, 3.0, w, z);
  EXPECT_EQ(z, Vector::Constant(3, 321.0));
}

TEST(Combine, WritesOverItsOwnInput) {
  Vector x = Vector::Constant(3, 1.0);
  const Vector y = Vector::Constant(3, 10.0);
  combine(2.0, x, 1.0, y, x);
  EXPECT_EQ(x, Vector::Constant(3, 12.0));
}

TEST(Combine, OfNothingIsNothing) {
  Vector none(0);
  combine(1.0, none, 1.0, none, none);
  combine(none, 1.0, none, 1.0, none, none);
  EXPECT_EQ(dot(none, none), 0.0);
}

TEST(Dot, AgreesWithTheSumInOneGo) {
  for (const Index n : sizes) {
    const Vector x = Vector::LinSpaced(n, 0.0, 1.0), y = Vector::LinSpaced(n, 1.0, 2.0);
    const double plain = x.dot(y);
    // All terms positive: sums in any order agree to n eps at worst, in practice to far less.
    EXPECT_NEAR(dot(x, y), plain, static_cast<double>(n) * eps * plain) << "n = " << n;
  }
}

TEST(Dot, TakesSegments) {
  const Vector x = Vector::LinSpaced(10, 1.0, 10.0);
  EXPECT_EQ(dot(x.segment(1, 2), x.segment(4, 2)), 2.0 * 5.0 + 3.0 * 6.0);
}

}  // namespace parallel_test
}  // namespace percuss
