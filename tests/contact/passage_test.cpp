// SPDX-License-Identifier: Apache-2.0
#include "contact/passage.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>

namespace percuss {
namespace passage_test {

using Eigen::Vector2d;

constexpr double R = 1.0;

bool goes_through(Vector2d d, Vector2d move) { return Passage(d, move).goes_through(R); }
bool turns_normal(Vector2d d, Vector2d move) { return Passage(d, move).turns_normal(R); }

// Head on c = R: the middle of the chord is the common centre, a quarter of it is R/2.
TEST(Passage, AHeadOnStepGoesThroughFromHalfTheRadiiOn) {
  EXPECT_FALSE(goes_through({-1.2, 0.0}, {0.69, 0.0}));
  EXPECT_TRUE(goes_through({-1.2, 0.0}, {0.71, 0.0}));
  EXPECT_TRUE(goes_through({-1.2, 0.0}, {100.0, 0.0}));  // and is apart again at its end
  EXPECT_FALSE(goes_through({-1.2, 0.0}, {-100.0, 0.0}));
  EXPECT_FALSE(goes_through({-1.2, 0.0}, {0.0, 0.0}));
}

// p = 0.6: the discs overlap from 0.8 before the middle on.
TEST(Passage, AnObliqueStepGoesThroughFromAQuarterOfTheChordOn) {
  EXPECT_FALSE(goes_through({-1.0, 0.6}, {0.59, 0.0}));
  EXPECT_TRUE(goes_through({-1.0, 0.6}, {0.61, 0.0}));
  EXPECT_FALSE(goes_through({-1.0, 0.95}, {2.0, 0.0}));  // grazes
  EXPECT_FALSE(goes_through({-1.0, 1.05}, {2.0, 0.0}));  // misses
}

TEST(Passage, OverlappingDiscsGoThroughWhereTheyAreNearlyPastEachOther) {
  EXPECT_FALSE(goes_through({-0.5, 0.0}, {0.37, 0.0}));
  EXPECT_TRUE(goes_through({-0.5, 0.0}, {0.38, 0.0}));
  EXPECT_FALSE(goes_through({-0.24, 0.0}, {1.0, 0.0}));  // they were past each other before
  EXPECT_FALSE(goes_through({0.0, 0.0}, {1.0, 0.0}));
  EXPECT_FALSE(goes_through({0.3, 0.0}, {1.0, 0.0}));       // they part
  EXPECT_FALSE(goes_through({-1e-9, -0.999}, {0.5, 0.0}));  // they slide along each other
}

// From (-2, 0.6) the normal points 16.7 degrees off the way; where the discs touch, 36.9: 0.35 rad further. From
// (-2, 0.9) it is 24.2 and 64.2: 0.70 rad.
TEST(Passage, TheNormalOfTheStartIsNoForecastOfAContactThatTurnsByHalfARadian) {
  EXPECT_FALSE(turns_normal({-2.0, 0.6}, {1.4, 0.0}));
  EXPECT_TRUE(turns_normal({-2.0, 0.9}, {1.4, 0.0}));
  EXPECT_FALSE(turns_normal({-2.0, 0.9}, {1.2, 0.0}));  // the forecast gap, 1.19 - 1.2 cos 24.2, stays open
  EXPECT_FALSE(turns_normal({-0.8, 0.1}, {0.7, 0.0}));  // they overlap: the contact is there already
  EXPECT_FALSE(turns_normal({-2.0, 0.0}, {50.0, 0.0}));
}

TEST(Passage, AMissIsNoContactToForesee) {
  EXPECT_TRUE(turns_normal({-3.0, 1.1}, {5.0, 0.0}));
  EXPECT_FALSE(turns_normal({-3.0, 1.1}, {-5.0, 0.0}));
  EXPECT_FALSE(turns_normal({-3.0, 4.0}, {5.0, 0.0}));  // not even the forecast touches
  EXPECT_FALSE(turns_normal({-3.0, 1.01}, {0.1, 0.0}));
}

/// The same told by many points of the way.
struct Sampled {
  double deepest = 0.0;          // depth of the overlap [R]
  bool enters = false;           // apart at the start, overlapping somewhere
  bool approaches_late = false;  // still with half of the speed of the entry at the end
};
Sampled sampled(const Vector2d& d, const Vector2d& move) {
  Sampled seen;
  double at_entry = 0.0;
  constexpr int points = 4000;
  for (int i = 0; i <= points; ++i) {
    const Vector2d x = d + move * (static_cast<double>(i) / points);
    seen.deepest = std::max(seen.deepest, R - x.norm());
    if (x.norm() < R && !seen.enters) {
      seen.enters = true;
      at_entry = -x.dot(move);
    }
  }
  seen.approaches_late = -(d + move).dot(move) >= 0.5 * at_entry;
  return seen;
}

TEST(Passage, AgreesWithWhatManyPointsOfTheWayShow) {
  std::mt19937 random(1);
  std::uniform_real_distribution<double> number(-2.0, 2.0);
  int through = 0, not_through = 0;
  for (int i = 0; i < 8000; ++i) {
    const Vector2d d(number(random), number(random)), move(number(random), number(random));
    if (d.norm() <= R) continue;
    const auto seen = sampled(d, move);
    if (!seen.enters) {
      EXPECT_FALSE(goes_through(d, move)) << i;
      continue;
    }
    if (goes_through(d, move)) {
      // A step of the sampling, 1e-3 R, is 4e-3 of the speed at an entry with c = 0.35 R.
      EXPECT_FALSE(seen.approaches_late && Passage(d, 0.99 * move).goes_through(R)) << i;
      ++through;
    } else if (seen.deepest > Passage::least_way * R + 1e-6 && !Passage(d, 1.01 * move).goes_through(R)) {
      EXPECT_TRUE(seen.approaches_late) << i;
      ++not_through;
    }
  }
  EXPECT_GT(through, 200);
  EXPECT_GT(not_through, 100);
}

}  // namespace passage_test
}  // namespace percuss
