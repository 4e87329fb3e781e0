// SPDX-License-Identifier: Apache-2.0
#include "simulation/gap_dips.hpp"

#include <gtest/gtest.h>

#include "model/model.hpp"
#include "tests/scheme/fixtures.hpp"

namespace percuss {

namespace gap_dips_test {

TEST(GapDips, TangentsByHand) {
  EXPECT_NEAR(meeting_of_tangents(1.0, -2.0, 1.0, 2.0), 0.0, 1e-15);  // in the middle
  EXPECT_NEAR(meeting_of_tangents(1.0, -1.0, 2.0, 3.0), 0.5, 1e-15);  // 1 - s = 2 - 3 (1 - s) at s = 1/2
  EXPECT_NEAR(meeting_of_tangents(0.0, -1.0, 0.0, 1.0), -0.5, 1e-15);
}

/// A particle goes down to a floor and up again within one step: by a parabola it would be at 1 - v/4.
TEST(GapDips, AContactThatWasPassedThrough) {
  const auto model = test::ParticleOverFloor{.position = {1.0}, .velocity = {-1.0}}.build();
  GapDips dips(model->contacts);
  ContactModes modes(1);
  const auto at = [](double t, double q, double v) { return State{t, Vector::Constant(1, q), Vector::Constant(1, v)}; };
  EXPECT_TRUE(dips.some(at(0.0, 1.0, -4.1), at(1.0, 1.0, 4.1), 1.0, modes));
  EXPECT_FALSE(dips.some(at(0.0, 1.0, -1.9), at(1.0, 1.0, 1.9), 1.0, modes));
  EXPECT_FALSE(dips.some(at(0.0, 1.0, -4.1), at(1.0, 1.0, -4.1), 1.0, modes));  // it has not turned
  EXPECT_FALSE(dips.some(at(0.0, 1.0, 4.1), at(1.0, 1.0, 4.1), 1.0, modes));
  std::vector<ContactRecord> pressed(1);
  pressed[0].mode = ContactMode::holds;
  modes.take(pressed);
  EXPECT_FALSE(dips.some(at(0.0, 1.0, -4.1), at(1.0, 1.0, 4.1), 1.0, modes));  // its law is on
}

}  // namespace gap_dips_test

}  // namespace percuss
