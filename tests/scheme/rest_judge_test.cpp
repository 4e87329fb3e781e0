// SPDX-License-Identifier: Apache-2.0
#include "scheme/rest_judge.hpp"

#include <gtest/gtest.h>

#include "contact/point_plane.hpp"
#include "core/contact_list.hpp"
#include "tests/scheme/fixtures.hpp"

namespace percuss::test {

namespace rest_judge_test {

TEST(RestJudge, MeasuresAVelocityByWhatItIsMadeOf) {
  SparseColumns W;
  W.clear(3);
  W.push(0, 0.6);
  W.push(2, -0.8);
  W.finish_column();
  Vector v(3), a(3);
  v << 4.0, 100.0, 3.0;  // gamma = 0
  a << -1.0, 0.0, 2.0;
  EXPECT_NEAR(velocity_size(W, 0, v), 2.4 + 2.4, 1e-15);
  EXPECT_NEAR(velocity_size(W, 0, v, 0.5, a), 4.8 + 0.5 * (0.6 + 1.6), 1e-15);
}

// A particle on a floor under g = 10, h = 1e-3: its normal velocity is made of |v| + g h. The scale of everything may
// change, the answer does not.
TEST(RestJudge, RoundOffDoesNotOpenAContactAtAnyScale) {
  const auto model = ParticleOverFloor{.position = {0.0, 0.0}, .velocity = {0.0, 0.0}}.build();
  for (const double scale : {1e-9, 1.0, 1e9}) {
    RestJudge judge(model->contacts);
    judge.reserve(0.0, model->initial.q, 2);
    const Vector q = Vector::Zero(2), a = Vector::Constant(2, -10.0 * scale);
    const auto at = [&](const Vector& v) { return RestJudge::Instant{0.0, q, v, 1e-3, a}; };
    for (const double sign : {-1.0, 1.0}) {
      Vector v(2);
      v << 7.0 * scale, sign * 1e-14 * scale;
      EXPECT_FALSE(judge.opens(0, v[1], at(v)));
      EXPECT_FALSE(judge.approaches(0, v[1], at(v)));
      v[1] = sign * 1e-9 * scale;
      EXPECT_EQ(judge.opens(0, v[1], at(v)), sign > 0.0);
      EXPECT_EQ(judge.approaches(0, v[1], at(v)), sign < 0.0);
    }
  }
}

TEST(RestJudge, GapsWithinTheRoundOffOfPositionsAreClosed) {
  const ContactList contacts;  // of positions alone
  Vector q(2), gap(4);
  for (const double scale : {1e-6, 1.0, 1e6}) {
    q << 0.1 * scale, -2.0 * scale;
    gap << 1e-15 * scale, 1e-15 * scale, 1e-13 * scale, -1e-15 * scale;
    close_round_off(contacts, q, std::vector<Index>{1, 2, 3}, gap);
    EXPECT_EQ(gap, (Vector(4) << 1e-15 * scale, 0.0, 1e-13 * scale, -1e-15 * scale).finished());
    close_round_off(contacts, q, gap);
    EXPECT_EQ(gap, (Vector(4) << 0.0, 0.0, 1e-13 * scale, -1e-15 * scale).finished());
  }
  Vector none(0);
  close_round_off(contacts, none, none);
}

// The node of a bar has its place in the mesh, q only what it moves: a wall at 2 m has the round-off of 2 m.
TEST(RestJudge, LengthsBesideThePositionsHaveRoundOffToo) {
  PointPlane walls;
  PointPlane::Contact wall;
  wall.reference = {2.0, 0.0, 0.0};
  wall.plane = {1.5, -0.5, 0.0};
  wall.normal = {1.0, 0.0, 0.0};
  walls.add(wall);
  Vector q = Vector::Constant(1, 1e-18), gap = Vector::Constant(1, 1.9e-14);
  EXPECT_EQ(walls.extent(q), 2.0);
  close_round_off(walls, q, gap);
  EXPECT_EQ(gap[0], 0.0);
  gap[0] = 2.1e-14;
  close_round_off(walls, q, gap);
  EXPECT_EQ(gap[0], 2.1e-14);
  q[0] = -3.0;
  EXPECT_EQ(walls.extent(q), 3.0);
}

TEST(RestJudge, WhatDoesNotMoveAtAllRests) {
  const auto model = ParticleOverFloor{.position = {0.0}, .velocity = {0.0}}.build();
  RestJudge judge(model->contacts);
  const Vector zero = Vector::Zero(1);
  EXPECT_FALSE(judge.opens(0, 0.0, {0.0, zero, zero, 1e-3, zero}));
  EXPECT_FALSE(judge.approaches(0, 0.0, {0.0, zero, zero, 1e-3, zero}));
}

}  // namespace rest_judge_test

}  // namespace percuss::test
