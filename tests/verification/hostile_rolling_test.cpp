// SPDX-License-Identifier: Apache-2.0
// A disc that slides, then rolls: rolling asks for no friction, whatever acceleration came before.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "model/disc.hpp"
#include "model/disc_contacts.hpp"
#include "model/load.hpp"
#include "model/model.hpp"
#include "tests/scheme/fixtures.hpp"
#include "tests/verification/figure.hpp"

namespace percuss::verification {

namespace hostile_rolling_test {

using test::NamedScheme;

class HostileRolling : public testing::TestWithParam<NamedScheme> {};

INSTANTIATE_TEST_SUITE_P(Schemes, HostileRolling, testing::ValuesIn(test::mixed_schemes()),
                         [](const testing::TestParamInfo<NamedScheme>& p) { return p.param.label; });

// It rolls from t = v/(3 mu g) on at 2/3 of its speed. Undamped, the acceleration of the slide alternated for ever
// after: Newmark showed 2.9 N, mu m g. Tolerance: round-off of velocities, 1e-12 of the contact solver, over the step.
TEST_P(HostileRolling, ADiscThatRollsNeedsNoFriction) {
  constexpr double mu = 0.3, g = 9.81, v = 1.0, h = 1e-3;
  Model model;
  DiscOptions disc;
  disc.radius = 0.1;
  disc.mass = 1.0;
  disc.position = {0.0, 0.1};
  disc.velocity = {v, 0.0};
  model.add_body("disc", "disc", make_disc(disc));
  DiscPlaneOptions floor;
  floor.law.friction = mu;
  add_disc_plane(model, "floor", floor);
  GravityOptions gravity;
  gravity.acceleration = {0.0, -g};
  add_gravity(model, gravity);
  const auto scheme = make(GetParam(), model.system, model.contacts);
  State state = model.initial;
  double slides = 0.0, rolls = 0.0, weight = 0.0;
  const double rolls_from = v / (3.0 * mu * g);
  for (int i = 0; i < 300; ++i) {
    const auto step = scheme->step(h, state);
    ASSERT_TRUE(step.ok()) << step.report.message;
    EXPECT_FALSE(step.impact);
    const auto& force = scheme->contacts()[0].force;
    weight = std::max(weight, std::abs(force[0] - g));
    if (state.t < rolls_from - h) slides = std::max(slides, std::abs(std::abs(force[1]) - mu * g));
    if (state.t > rolls_from + 2.0 * h) rolls = std::max(rolls, std::abs(force[1]));
  }
  expect_figure("normal force, largest error", weight, 0.0, 1e-8, "N");
  expect_figure("friction while it slides, largest error", slides, 0.0, 1e-8, "N");
  expect_figure("friction while it rolls", rolls, 0.0, 1e-8, "N");
  expect_figure("speed at the end", state.v[0], 2.0 / 3.0 * v, mu * g * h, "m/s");
}

}  // namespace hostile_rolling_test

}  // namespace percuss::verification
