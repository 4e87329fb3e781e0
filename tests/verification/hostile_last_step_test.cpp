// SPDX-License-Identifier: Apache-2.0
// Joint forces in the first row, in the first step and in a last step of any length: a bar of 1 kg that turns about a
// pin 0.3 m from its centre with 10 rad/s pulls with m r omega^2 = 30 N.
#include <gtest/gtest.h>

#include <cmath>

#include "model/joint.hpp"
#include "model/load.hpp"
#include "model/rigid_body_planar.hpp"
#include "scheme/scheme_registry.hpp"
#include "simulation/simulation.hpp"
#include "tests/model/models.hpp"
#include "tests/verification/figure.hpp"

namespace percuss::verification {
namespace hostile_last_step_test {

std::unique_ptr<Model> turning_bar(double speed, bool heavy) {
  auto model = std::make_unique<Model>();
  RigidBodyPlanarOptions bar;
  bar.mass = 1.0;
  bar.inertia = 0.02;
  bar.position = {0.3, 0.0};
  bar.velocity = {0.0, 0.3 * speed};
  bar.angular_velocity = speed;
  model->add_body("bar", "rigid_body_planar", make_rigid_body_planar(bar));
  JointOptions pin;
  pin.body = "bar";
  pin.point = {-0.3, 0.0};
  pin.to_point = {0.0, 0.0};
  add_joint(*model, "pin", JointKind::revolute, pin);
  if (!heavy) return model;
  GravityOptions gravity;
  gravity.acceleration = {0.0, -10.0};
  add_gravity(*model, gravity);
  return model;
}

struct Force {
  double t, size;
};

std::vector<Force> forces(Model& model, const std::string& scheme, double h, double end) {
  SimulationSettings settings;
  settings.scheme = scheme;
  settings.step = h;
  settings.end_time = end;
  Simulation simulation(model, settings);
  std::vector<Force> seen;
  Simulation::Hooks hooks;
  hooks.row = [&](const Sample& sample) {
    seen.push_back({sample.state.t, std::hypot(sample.contacts[0].force[0], sample.contacts[0].force[1])});
  };
  const auto result = simulation.run(hooks);
  EXPECT_EQ(result.outcome, Outcome::done) << result.message;
  return seen;
}

TEST(HostileLastStep, TellsTheForceThatActsWhateverTheStepsLength) {
  for (const char* scheme : {"moreau_midpoint", "moreau_jean", "ggl_decoupled", "ggl_unified", "half_explicit_velocity",
                             "mixed_generalized_alpha"})
    for (const double rest : {1e-9, 1e-7, 5e-6, 3e-4, 9e-4}) {
      const auto seen = forces(*turning_bar(10.0, false), scheme, 1e-3, 0.1 + rest);
      EXPECT_EQ(seen.back().t, 0.1 + rest);
      // Of the scheme's own error: it takes 1 % of the energy in this time.
      for (const auto i : {std::size_t{0}, std::size_t{1}, seen.size() - 2, seen.size() - 1})
        EXPECT_NEAR(seen[i].size, 30.0, 0.5) << scheme << ", rest " << rest << ", row " << i;
      if (rest == 3e-4 && std::string(scheme) == "moreau_midpoint") {
        expect_figure("force in the first row", seen.front().size, 30.0, 1e-9, "N");
        expect_figure("force in the first step", seen[1].size, 30.0, 0.1, "N");
        expect_figure("force in a last step of 0.3 h", seen.back().size, 30.0, 0.5, "N");
      }
    }
}

// The weight is no part of the turning: m g m r^2/(J + m r^2) sideways at the start, where the bar is level, is not.
TEST(HostileLastStep, KeepsWeightAndTurningApart) {
  const double sideways = 10.0 * 0.02 / (0.02 + 0.09);
  for (const char* scheme : {"moreau_midpoint", "ggl_unified"}) {
    SCOPED_TRACE(scheme);
    const auto seen = forces(*turning_bar(10.0, true), scheme, 1e-4, 0.00103);
    for (const auto& force : {seen.front(), seen[1]}) EXPECT_NEAR(force.size, std::hypot(30.0, sideways), 0.1);
    EXPECT_NEAR(seen.back().size, seen[seen.size() - 2].size, 0.1);
  }
}

TEST(HostileLastStep, LengthensTheLastStepByASliver) {
  EXPECT_EQ(forces(*turning_bar(10.0, false), "moreau_midpoint", 1e-3, 0.100000001).size(), 101U);
  EXPECT_EQ(forces(*turning_bar(10.0, false), "moreau_midpoint", 1e-3, 0.1001).size(), 102U);
}

}  // namespace hostile_last_step_test
}  // namespace percuss::verification
