// SPDX-License-Identifier: Apache-2.0
#include "contact/face_sides.hpp"

#include <gtest/gtest.h>

#include <vector>

namespace percuss {
namespace face_sides_test {

constexpr Index lower = 0, upper = 1, ground = 2;
const Vector3 up = Vector3::UnitY(), right = Vector3::UnitX();

/// A point at x that stands still, before a face with middle f, normal n and L = 0.5.
FaceSides::Start at_rest(const Vector3& x, const Vector3& f, const Vector3& n) {
  const Vector3 t(-n[1], n[0], 0.0);
  const FaceSides::Place place{n.dot(x - f), t.dot(x - f)};
  return {place, place, x, n, t, x};
}

/// Two boxes of 1 m by 1 m, the lower one around the origin: its right face with a corner of the upper one, that lies
/// on it and is level with its top to `sunk`, and its top with the other corner, `to_the_left` of it.
struct Boxes {
  FaceSides sides;
  std::vector<FaceSides::Start> start;
  explicit Boxes(double sunk, double to_the_left = 1.0) {
    sides.add(0.5, 0.1, upper, lower);
    sides.add(0.5, 0.1, upper, lower);
    start = {at_rest({0.5, 0.5 - sunk, 0.0}, 0.5 * right, right),
             at_rest({0.5 - to_the_left, 0.5 - sunk, 0.0}, 0.5 * up, up)};
  }
  void prepare() {
    sides.prepare(0.0, [&](Index k) { return start[static_cast<std::size_t>(k)]; });
  }
  bool is_in_contact_with_the_side() {
    prepare();
    return !sides.standing(0, start[0].now).is_beside;
  }
};

TEST(FaceSides, ACornerOfABoxThatLiesOnAnotherIsNotBesideIt) {
  EXPECT_FALSE(Boxes(0.0).is_in_contact_with_the_side());
  EXPECT_FALSE(Boxes(1e-3).is_in_contact_with_the_side());
  EXPECT_FALSE(Boxes(-1e-9).is_in_contact_with_the_side()) << "above the top by round-off";
  Boxes boxes(1e-3);
  boxes.prepare();
  // 5e-4 L and twice the depth: the side ends there.
  EXPECT_NEAR(boxes.sides.standing(0, {0.0, 0.5}).gap, 2.5e-4 + 2e-3, 1e-15);
  EXPECT_TRUE(boxes.sides.standing(0, {0.0, 0.5 - 2.2e-3}).is_beside);
  EXPECT_FALSE(boxes.sides.standing(0, {0.0, 0.5 - 2.3e-3}).is_beside);
}

TEST(FaceSides, ACornerThatNothingHoldsUpStrikesTheSide) {
  EXPECT_TRUE(Boxes(0.0, 2.0).is_in_contact_with_the_side()) << "the other corner is beyond the top";
  Boxes apart(0.0);
  apart.start[1].now.height = apart.start[1].forecast.height = 1e-3;
  EXPECT_TRUE(apart.is_in_contact_with_the_side()) << "the other corner is over the top";
  Boxes lower_down(0.0);
  lower_down.start[0] = at_rest({0.5, 0.4, 0.0}, 0.5 * right, right);
  EXPECT_TRUE(lower_down.is_in_contact_with_the_side()) << "away from the end";
}

// The point is the lower left corner of a box on the ground, the face a wall that ends there: it goes on below the
// corner that has sunk in.
TEST(FaceSides, AWallThatStandsOnTheGroundHoldsWhatHasSunkIntoTheGround) {
  FaceSides sides;
  std::vector<FaceSides::Start> start{at_rest({0.5, -0.501, 0.0}, 0.5 * right, right),
                                      at_rest({0.5, -0.501, 0.0}, {0.5, -0.5, 0.0}, up)};
  sides.add(0.5, 0.1, upper, lower);
  sides.add(0.5, 0.1, upper, ground);
  const auto is_beside = [&](Index k, const FaceSides::Place& place) {
    sides.prepare(0.0, [&](Index pair) { return start[static_cast<std::size_t>(pair)]; });
    return sides.standing(k, place).is_beside;
  };
  EXPECT_FALSE(is_beside(0, start[0].now));
  EXPECT_FALSE(is_beside(0, {0.0, -0.5 - 2.2e-3})) << "5e-4 L and twice the depth";
  EXPECT_TRUE(is_beside(0, {0.0, -0.5 - 2.3e-3}));
  start[0].body = start[0].point - up;
  EXPECT_TRUE(is_beside(0, start[0].now)) << "its body is below the end";
}

// Held up alone, a box slides onto the level of the other; the other stands on the ground where the point is.
TEST(FaceSides, BoxesThatStandOnTheSameGroundAreSideBySide) {
  for (const bool both : {true, false}) {
    FaceSides sides;
    std::vector<FaceSides::Start> start{at_rest({0.5, -0.5, 0.0}, 0.5 * right, right),
                                        at_rest({-0.5, -0.5, 0.0}, -0.5 * up, up)};
    sides.add(0.5, 0.1, upper, lower);
    sides.add(0.5, 0.1, lower, ground);
    if (both) {
      start.push_back(at_rest({0.5, -0.5, 0.0}, {0.5, -0.5, 0.0}, up));
      sides.add(0.5, 0.1, upper, ground);
    }
    const auto is_beside = [&] {
      sides.prepare(0.0, [&](Index k) { return start[static_cast<std::size_t>(k)]; });
      return sides.standing(0, start[0].now).is_beside;
    };
    EXPECT_EQ(is_beside(), !both);
    start[0].body = start[0].point + up;
    EXPECT_FALSE(is_beside()) << "its body is above the end, beside the box";
  }
}

// The same boxes upside down in what is a point and what a face: a corner of the lower box, the left side of the upper.
TEST(FaceSides, DoesNotMindWhichBodyHasTheFace) {
  FaceSides sides;
  const std::vector start{at_rest({-0.5, 0.5, 0.0}, {-0.5, 1.0, 0.0}, -right), at_rest({0.5, 0.5, 0.0}, 0.5 * up, -up)};
  sides.add(0.5, 0.1, lower, upper);
  sides.add(0.5, 0.1, lower, upper);
  sides.prepare(0.0, [&](Index k) { return start[static_cast<std::size_t>(k)]; });
  EXPECT_TRUE(sides.standing(0, start[0].now).is_beside);
  EXPECT_FALSE(sides.standing(1, start[1].now).is_beside);
}

TEST(FaceSides, AForecastThatComesDownPastAnEnd) {
  FaceSides sides;
  sides.add(0.5, 0.1, upper, lower);
  const auto past_end = [&](double from, double to) {
    sides.prepare(0.0, [&](Index) {
      auto start = at_rest({from, 0.6, 0.0}, 0.5 * up, up);  // along the face as t goes: to the left
      start.forecast = {-0.1, -to};
      return start;
    });
    return sides.comes_down_past_end(0);
  };
  EXPECT_FALSE(past_end(0.5, 0.5)) << "straight down at the end: the end belongs to the face";
  EXPECT_TRUE(past_end(0.4, 0.6)) << "by the end, within a sixteenth of the way";
  EXPECT_TRUE(past_end(0.5, 0.7));
  EXPECT_FALSE(past_end(0.3, 0.5));
}

}  // namespace face_sides_test
}  // namespace percuss
