// SPDX-License-Identifier: Apache-2.0
// The beam of Simo and Vu-Quoc, spun up by a motor at its hub to 6 rad/s in 15 s: its tip in the axes of the hub.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "model/floating_beam_planar.hpp"
#include "model/joint.hpp"
#include "model/motor.hpp"
#include "simulation/simulation.hpp"
#include "tests/verification/figure.hpp"

namespace percuss::verification {
namespace spin_up_test {

/// (6/15) (t - 15/(2 pi) sin(2 pi t/15)), linear between milliseconds: 2e-8 rad/s off.
Table hub_velocity() {
  Table table;
  for (int i = 0; i <= 15000; ++i) {
    const double t = 1e-3 * i, a = 2.0 * std::numbers::pi / 15.0;
    table.emplace_back(t, 0.4 * (t - std::sin(a * t) / a));
  }
  return table;
}

std::unique_ptr<Model> spun_beam() {
  auto model = std::make_unique<Model>();
  FloatingBeamPlanarOptions beam;
  beam.mesh.length = 10.0;
  beam.mesh.elements = 8;
  beam.mesh.youngs_modulus = 2.8e7;
  beam.mesh.density = 1.2;
  beam.mesh.section.area = 1.0;
  beam.mesh.section.second_moment = 5e-4;
  beam.frame = FloatingBeamPlanarOptions::Frame::tangential;
  beam.stiffening = FloatingBeamPlanarOptions::Stiffening::mean_strain;
  model->add_body("beam", "floating_beam_planar", make_floating_beam_planar(beam));
  JointOptions pin;
  pin.body = "beam";
  add_joint(*model, "pin", JointKind::revolute, pin);
  MotorOptions hub;
  hub.body = "beam";
  hub.history = hub_velocity();
  add_motor(*model, "hub", MotorKind::rotation, hub);
  return model;
}

// Truths of the same model by another program; the bound is the error of the rule at this step, seen 2e-9, and the
// table's. Against the geometrically exact beam the mean strain of 8 elements is 1e-3 off, which is the model's.
TEST(SpinUp, MeetsTheTipOfTheSameModelAndOfTheExactBeam) {
  const auto model = spun_beam();
  SimulationSettings settings;
  settings.scheme = "mixed_bathe";
  settings.step = 5e-4;
  settings.end_time = 6.8;
  Simulation simulation(*model, settings);
  const auto result = simulation.run({});
  ASSERT_EQ(result.outcome, Outcome::done) << result.message;
  const auto tip = model->find_body("beam")->marker(8).deflection(simulation.state().q);
  expect_figure("tip along the hub at 6.8 s", tip[0], -0.018858956, 1e-7, "m");
  expect_figure("tip across it at 6.8 s", tip[1], -0.574841750, 1e-6, "m");
  expect_figure("across, against the geometrically exact beam", tip[1], -0.57376101, 2e-3, "m");
}

}  // namespace spin_up_test
}  // namespace percuss::verification
