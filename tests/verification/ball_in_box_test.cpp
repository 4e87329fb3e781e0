// SPDX-License-Identifier: Apache-2.0
// The ball in a box of [HETS] 6.2: a disc of radius 1 in a box of 4 x 4 under inclined gravity, restitution 0.3.
#include <gtest/gtest.h>

#include <memory>

#include "io/model_file.hpp"
#include "scheme/scheme_registry.hpp"
#include "tests/verification/figure.hpp"

namespace percuss::verification {

namespace ball_in_box_test {

constexpr double left_wall_at = 0.485193728110754, floor_at = 0.638550856814101;  // [s]: sqrt(2 / g_x), sqrt(2 / g_y)

/// Middles of the first steps with a force or percussion at each wall, 0 if there was none; left, right, bottom, top.
struct Seen {
  std::array<double, 4> first{};
  State state;
};

Seen run(const std::string& name, double h, double end) {
  const auto file = read_model(PERCUSS_SOURCE_DIR "/examples/04_ball_in_box/ball_in_box.yaml", {});
  auto& model = *file.model;
  const auto scheme = find_scheme(name)->make(model.system, model.contacts, {}, {});
  Seen seen;
  seen.state = model.initial;
  for (Index i = 0; static_cast<double>(i) * h < end; ++i) {
    model.contacts.prepare(seen.state.t, seen.state.q, seen.state.v, h);
    EXPECT_TRUE(scheme->step(h, seen.state).ok());
    for (std::size_t k = 0; k < 4; ++k)
      if (seen.first[k] == 0.0 && scheme->contacts()[k].force[0] + scheme->contacts()[k].percussion[0] > 0.0)
        seen.first[k] = seen.state.t - 0.5 * h;
  }
  return seen;
}

class BallInBox : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Schemes, BallInBox,
                         testing::Values("moreau_jean", "moreau_midpoint", "half_explicit_velocity"));

TEST_P(BallInBox, MeetsTheLeftWallThenTheFloorAndNoOther) {
  for (const double h : {5e-3, 1e-4}) {
    const auto seen = run(GetParam(), h, 4.0);
    const auto at = fmt::format(", {}, h = {} s", GetParam(), h);
    // The half-explicit scheme finds a contact in the step in which it closes, the others in the step at whose middle
    // it is closed: that is within h of the middle of the step found.
    expect_figure("first contact with the left wall" + at, seen.first[0], left_wall_at, h, "s");
    expect_figure("first contact with the floor" + at, seen.first[2], floor_at, h, "s");
    EXPECT_EQ(seen.first[1], 0.0);
    EXPECT_EQ(seen.first[3], 0.0);
  }
}

TEST_P(BallInBox, EndsAtRestInTheLowerLeftCorner) {
  for (const double h : {5e-3, 1e-4}) {
    const auto seen = run(GetParam(), h, 4.0);
    const auto at = fmt::format(", {}, h = {} s", GetParam(), h);
    // The way of one step at the first impacts, 4.1 and 3.1 m/s, is what may be left; restitution shrinks it.
    expect_figure("x at the end" + at, seen.state.q[0], 1.0, 4.2 * h, "m");
    expect_figure("y at the end" + at, seen.state.q[1], 1.0, 3.2 * h, "m");
    EXPECT_LT(seen.state.v.norm(), 1e-12) << "it rests, to the tolerance of the contact solver";
  }
}

}  // namespace ball_in_box_test

}  // namespace percuss::verification
