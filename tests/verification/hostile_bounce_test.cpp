// SPDX-License-Identifier: Apache-2.0
// The impact law of the nonsmooth generalized-alpha method, positions held: bounces keep their energy, the ledger says
// where it goes.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "model/disc.hpp"
#include "model/disc_contacts.hpp"
#include "model/load.hpp"
#include "model/node_wall.hpp"
#include "simulation/simulation.hpp"
#include "tests/model/models.hpp"
#include "tests/verification/figure.hpp"

namespace percuss::verification {
namespace hostile_bounce_test {

RunResult run(Model& model, double h, double end) {
  SimulationSettings settings;
  settings.scheme = "nonsmooth_generalized_alpha";
  settings.step = h;
  settings.end_time = end;
  return Simulation(model, settings).run({});
}

std::unique_ptr<Model> ball(double height, double restitution) {
  auto model = std::make_unique<Model>();
  model->add_body("ball", "point_mass", mass_at({height}, 1.0));
  NodeWallOptions floor;
  floor.body = "ball";
  floor.restitution = restitution;
  add_node_wall(*model, "floor", floor);
  GravityOptions gravity;
  gravity.acceleration = {-10.0};
  add_gravity(*model, gravity);
  return model;
}

// Constant forces are integrated without error, and so is the instant of the impact: round-off of 20000 steps is left.
TEST(HostileBounce, AnElasticBallBouncesForEver) {
  for (const double h : {1e-3, 7e-3}) {
    const auto model = ball(0.0513, 1.0);
    const auto result = run(*model, h, 20.0);
    ASSERT_EQ(result.outcome, Outcome::done) << result.message;
    expect_figure(fmt::format("energy after 20 s of bouncing, h = {} s", h), result.energy.total(), 0.513, 1e-9, "J");
    EXPECT_NEAR(result.ledger.impact, 0.0, 1e-9);
    EXPECT_NEAR(static_cast<double>(result.impacts), 20.0 / (2.0 * std::sqrt(2.0 * 0.0513 / 10.0)), 10.0);
  }
}

// Bounces of a length below h end: sum of h_k = (0.8)^2k.
TEST(HostileBounce, ABallThatLosesAFifthComesToRest) {
  const auto model = ball(0.0513, 0.8);
  const auto result = run(*model, 1e-3, 3.0);
  ASSERT_EQ(result.outcome, Outcome::done) << result.message;
  EXPECT_LT(result.energy.total(), 1e-12);
  expect_figure("loss by impacts", result.ledger.impact, 0.513, 0.01, "J");  // order h: g h of 1 m/s
}

/// Two discs that meet off centre, frictionless.
std::unique_ptr<Model> meeting_discs(double restitution) {
  auto model = std::make_unique<Model>();
  DiscOptions a, b;
  a.radius = 0.1;
  a.mass = 1.0;
  a.position = {-0.25, 0.12};
  a.velocity = {1.0, 0.0};
  b.radius = 0.08;
  b.mass = 2.0;
  model->add_body("a", "disc", make_disc(a));
  model->add_body("b", "disc", make_disc(b));
  DiscDiscOptions contact;
  contact.body = "a";
  contact.other = "b";
  contact.law.restitution = restitution;
  add_disc_disc(*model, "contact", contact);
  return model;
}

TEST(HostileBounce, TheLedgerCountsWhatTheImpactTakes) {
  for (const double restitution : {1.0, 0.7, 0.0})
    for (const double h : {0.02, 0.0031}) {
      const auto model = meeting_discs(restitution);
      const auto result = run(*model, h, 0.6);
      ASSERT_EQ(result.outcome, Outcome::done) << result.message;
      EXPECT_EQ(result.impacts, 1);
      EXPECT_NEAR(result.ledger.impact, 0.5 - result.energy.total(), 1e-14);  // round-off of 0.5 J
      // m_a m_b/(m_a + m_b) (1 - eps^2) gamma^2/2,  gamma = cos(asin(0.12/0.18)). gamma- is taken with the normal at
      // the start of the step, which turns by up to v h/r sin: that changes gamma by h (2/3)^2/0.18, at 1 N s.
      const double loss = (1.0 - restitution * restitution) * (5.0 / 9.0) / 3.0;
      EXPECT_NEAR(result.ledger.impact, loss, 2.5 * h) << restitution;
    }
}

// Nine discs in a box, whose contacts' passes did not settle when gamma- of a contact that opens pulled it back.
TEST(HostileBounce, NineDiscsInABoxSettle) {
  Model model;
  const double radii[] = {0.0924, 0.0730, 0.0939, 0.0536, 0.0773, 0.0669, 0.0861, 0.0579, 0.0892};
  const double speeds[][3] = {{0.088, 0.804, 4.59},  {-0.046, -0.139, -1.50}, {0.578, 0.968, -2.76},
                              {-0.261, 0.938, 0.22}, {0.858, -0.645, 1.41},   {0.218, 0.410, 4.39},
                              {0.886, 0.331, 0.82},  {-0.733, -0.004, -2.32}, {-0.013, 0.0, 4.30}};
  for (int i = 0; i < 9; ++i) {
    DiscOptions disc;
    disc.radius = radii[i];
    disc.density = 100.0;
    disc.position = {0.1 + 0.2 * (i / 3), 0.1 + 0.2 * (i % 3)};
    disc.velocity = {speeds[i][0], speeds[i][1]};
    disc.angular_velocity = speeds[i][2];
    model.add_body(fmt::format("d{}", i), "disc", make_disc(disc));
  }
  DiscBoxOptions box;
  box.to = {0.6, 0.6};
  box.law.restitution = 0.6;
  box.law.friction = 0.25;
  add_disc_box(model, "box", box);
  DiscGroupOptions group;
  group.law.restitution = 0.6;
  group.law.friction = 0.25;
  add_disc_group(model, "group", group);
  GravityOptions gravity;
  gravity.acceleration = {0.0, -3.0};
  add_gravity(model, gravity);
  const auto result = run(model, 1e-3, 1.0);
  EXPECT_EQ(result.outcome, Outcome::done) << result.message;
  EXPECT_LT(std::abs(result.energy_scheme()), 0.02 * result.ledger.impact);  // order h
  EXPECT_GE(result.worst.min_gap(), -1e-9);
}

}  // namespace hostile_bounce_test
}  // namespace percuss::verification
