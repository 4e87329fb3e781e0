// SPDX-License-Identifier: Apache-2.0
// A bead inside a ring: its gap drifts apart, step by step, and nothing opens, but the drift is taken back.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <memory>
#include <string>
#include <vector>

#include "model/circle_in_circle.hpp"
#include "model/disc.hpp"
#include "model/load.hpp"
#include "model/model.hpp"
#include "tests/scheme/fixtures.hpp"
#include "tests/verification/figure.hpp"

namespace percuss::verification {

namespace hostile_bead_test {

using test::NamedScheme;

class HostileBead : public testing::TestWithParam<NamedScheme> {};

INSTANTIATE_TEST_SUITE_P(Schemes, HostileBead, testing::ValuesIn(test::mixed_schemes()),
                         [](const testing::TestParamInfo<NamedScheme>& p) { return p.param.label; });

constexpr double mass = 1.0;

/// A disc of radius 0.05 at the top of its way of radius R, on which it goes at v to the right. Restitution 1.
void add_bead_in_ring(Model& model, double R, double v, double g) {
  DiscOptions disc;
  disc.radius = 0.05;
  disc.mass = mass;
  disc.position = {0.0, R};
  disc.velocity = {v, 0.0};
  model.add_body("bead", "disc", make_disc(disc));
  CircleInCircleOptions ring;
  ring.body = "bead";
  ring.radius = disc.radius;
  ring.ring_radius = R + disc.radius;
  ring.law.restitution = 1.0;
  add_circle_in_circle(model, "ring", ring);
  if (g > 0.0) {
    GravityOptions gravity;
    gravity.acceleration = {0.0, -g};
    add_gravity(model, gravity);
  }
}

// From the top of the ring down, N = m v^2 / R - m g y / R at a height y above its centre. The gap once opened as soon
// as it had drifted off by 5e-8 m, for a step without a force and one with twice as much, and rattled where restitution
// is 1. Tolerance: forces of ED-alpha are of first order, the others miss by 1e-4.
TEST_P(HostileBead, KeepsItsForceWhileItsGapDrifts) {
  constexpr double g = 9.81, R = 0.25, v = 2.0, h = 1e-3;
  Model model;
  add_bead_in_ring(model, R, v, g);
  const auto scheme = make(GetParam(), model.system, model.contacts);
  State state = model.initial;
  double error = 0.0;
  int impacts = 0;
  for (int i = 0; i < 200; ++i) {
    const auto step = scheme->step(h, state);
    ASSERT_TRUE(step.ok()) << step.report.message;
    impacts += step.impact ? 1 : 0;
    const double force = mass * (state.v.head(2).squaredNorm() - g * state.q[1]) / R;
    error = std::max(error, std::abs(scheme->contacts()[0].force[0] / force - 1.0));
  }
  expect_figure("largest error of the force", error, 0.0, 0.01, "");
  expect_figure("impacts", impacts, 0, 0, "");
  expect_figure("speed at the bottom, and beyond", state.v.head(2).squaredNorm(), v * v + 2.0 * g * (R - state.q[1]),
                1e-3, "m^2/s^2");
}

// Eighty times round without a load, N = m v^2 / R. The gap once grew by 1e-6 m a step, without end. Limit: what
// MixedStep says, h^2/200 of the acceleration.
TEST_P(HostileBead, TakesTheDriftOfItsGapBack) {
  constexpr double R = 1.0, v = 5.0, h = 0.02;
  Model model;
  add_bead_in_ring(model, R, v, 0.0);
  const auto scheme = make(GetParam(), model.system, model.contacts);
  State state = model.initial;
  double widest = 0.0, error = 0.0;
  for (int i = 0; i < 5000; ++i) {
    const auto step = scheme->step(h, state);
    ASSERT_TRUE(step.ok()) << step.report.message;
    ASSERT_FALSE(step.impact);
    widest = std::max(widest, scheme->contacts()[0].gap);
    error =
        std::max(error, std::abs(scheme->contacts()[0].force[0] * R / (mass * state.v.head(2).squaredNorm()) - 1.0));
  }
  const double most = 0.005 * h * h * v * v / R;
  expect_figure("widest gap under force", widest, 0.0, most, "m");
  expect_figure("largest error of the force", error, 0.0, 1e-3, "");
}

}  // namespace hostile_bead_test
}  // namespace percuss::verification
