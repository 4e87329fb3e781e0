// SPDX-License-Identifier: Apache-2.0
#include "contact/closest_points.hpp"

#include <gtest/gtest.h>

#include <random>
#include <vector>

namespace percuss {
namespace closest_points_test {

constexpr double rounding = 1e-14;  // some eps of lengths of order 1

Vector3 between(const Vector3& a, const Vector3& b, double s) { return (1.0 - s) * a + s * b; }

double distance(const Vector3& a0, const Vector3& a1, const Vector3& b0, const Vector3& b1, const SegmentShares& at) {
  return (between(b0, b1, at.t) - between(a0, a1, at.s)).norm();
}

TEST(ClosestPoints, OfCrossedSegmentsWorkedByHand) {
  const auto [s, t] = closest_of_segments({0, 0, 0}, {4, 0, 0}, {1, -1, 1}, {1, 3, 1});
  EXPECT_EQ(s, 0.25);
  EXPECT_EQ(t, 0.25);
}

TEST(ClosestPoints, OfParallelSegmentsAreAtTheirDistance) {
  EXPECT_NEAR(distance({0, 0, 0}, {2, 0, 0}, {1, 1, 0}, {5, 1, 0},
                       closest_of_segments({0, 0, 0}, {2, 0, 0}, {1, 1, 0}, {5, 1, 0})),
              1.0, rounding);
  const auto apart = closest_of_segments({0, 0, 0}, {2, 0, 0}, {5, 0, 0}, {3, 0, 0});
  EXPECT_EQ(apart.s, 1.0);
  EXPECT_EQ(apart.t, 1.0);
}

TEST(ClosestPoints, OfSegmentsWithoutLengthAreThoseOfPoints) {
  const Vector3 p(1, 2, 0);
  EXPECT_EQ(closest_of_segments(p, p, {0, 0, 0}, {4, 0, 0}).t, 0.25);
  EXPECT_EQ(closest_of_segments({0, 0, 0}, {4, 0, 0}, p, p).s, 0.25);
  EXPECT_EQ(closest_of_segments(p, p, p, p).s, 0.0);
  EXPECT_EQ(share_of_segment(p, p, p), 0.0);
}

// No point of a grid on both is closer, and the grid comes as close as its spacing allows.
TEST(ClosestPoints, OfRandomSegmentsAreBeatenByNoOthers) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  for (int round = 0; round < 500; ++round) {
    Vector3 a0, a1, b0, b1;
    for (auto* p : {&a0, &a1, &b0, &b1})
      for (double& x : *p) x = number(random);
    if (round % 5 == 0) b1 = b0 + (round % 2 == 0 ? 1.0 : -0.3) * (a1 - a0);  // parallel
    if (round % 7 == 0) a0[2] = a1[2] = b0[2] = b1[2] = 0.0;                  // in a plane: they may meet
    const double found = distance(a0, a1, b0, b1, closest_of_segments(a0, a1, b0, b1));
    double best = 1e9;
    constexpr int n = 60;
    for (int i = 0; i <= n; ++i)
      for (int j = 0; j <= n; ++j)
        best = std::min(best, (between(b0, b1, double(j) / n) - between(a0, a1, double(i) / n)).norm());
    EXPECT_LE(found, best + rounding) << "round " << round;
    EXPECT_GE(found, best - ((a1 - a0).norm() + (b1 - b0).norm()) / n) << "round " << round;
  }
}

/// A line bent a little, its nodes unevenly spread.
std::vector<Vector3> bent_line(Index segments, std::mt19937& random) {
  std::uniform_real_distribution<double> number(-1.0, 1.0);
  const Vector3 start(number(random), number(random), number(random));
  const Vector3 along = Vector3(number(random), number(random), number(random)).normalized();
  const Vector3 aside = 0.1 * Vector3(number(random), number(random), number(random));
  std::vector<Vector3> line;
  for (Index i = 0; i <= segments; ++i) {
    const double s =
        (static_cast<double>(i) + (i > 0 && i < segments ? 0.4 * number(random) : 0.0)) / static_cast<double>(segments);
    line.push_back(start + s * along + s * (1.0 - s) * aside);
  }
  return line;
}

// Close to a line that is bent a little there is one nearest point; from far away there may be several.
TEST(ClosestPoints, OfNearlyStraightLinesAreThoseOfAllSegments) {
  constexpr double close = 0.15;
  int seen = 0;
  for (unsigned seed = 1; seed <= 10000; ++seed) {
    std::mt19937 random(seed);
    const Index n = 1 + static_cast<Index>(random() % 12), m = 1 + static_cast<Index>(random() % 12);
    const auto one = bent_line(n, random), two = bent_line(m, random);
    const auto a = [&](Index i) { return one[static_cast<std::size_t>(i)]; };
    const auto b = [&](Index i) { return two[static_cast<std::size_t>(i)]; };
    const auto found = closest_of_lines(a, n, b, m);
    double best = 1e9;
    for (Index i = 0; i < n; ++i)
      for (Index j = 0; j < m; ++j)
        best = std::min(best,
                        distance(a(i), a(i + 1), b(j), b(j + 1), closest_of_segments(a(i), a(i + 1), b(j), b(j + 1))));
    if (best < close) {
      ++seen;
      EXPECT_NEAR(std::sqrt(found.squared_distance), best, rounding) << "seed " << seed;
      EXPECT_NEAR((at(b, found.b) - at(a, found.a)).norm(), best, rounding);
    }
    for (const auto& p : one) {
      double nearest = 1e9;
      for (Index j = 0; j < m; ++j) {
        const double s = std::clamp(share_of_segment(p, b(j), b(j + 1)), 0.0, 1.0);
        nearest = std::min(nearest, (p - between(b(j), b(j + 1), s)).norm());
      }
      if (nearest < close) {
        EXPECT_NEAR((p - at(b, closest_on_line(p, b, m))).norm(), nearest, rounding) << "seed " << seed;
      }
    }
  }
  EXPECT_GT(seen, 200);
}

}  // namespace closest_points_test
}  // namespace percuss
