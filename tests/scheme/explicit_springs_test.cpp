// SPDX-License-Identifier: Apache-2.0
#include "scheme/explicit_springs.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "model/joint.hpp"
#include "model/spring.hpp"
#include "simulation/simulation.hpp"
#include "tests/model/models.hpp"

namespace percuss {
namespace explicit_springs_test {

/// Two masses of 1 and 3 kg on a line between springs to ground and each other.
std::unique_ptr<Model> two_masses(double k0, double k1, double damping) {
  auto model = std::make_unique<Model>();
  model->add_body("a", "point_mass", mass_at({0.0}, 1.0));
  model->add_body("b", "point_mass", mass_at({1.0}, 3.0));
  const auto add = [&](const std::string& body, const std::string& to, double at, double k) {
    SpringOptions spring;
    spring.body = body;
    spring.to = to;
    if (to == "ground") spring.to_point = {at};
    spring.stiffness = k;
    spring.damping = damping;
    add_spring(*model, "spring", spring);
  };
  add("a", "ground", -1.0, k0);
  add("a", "b", 0.0, k1);
  return model;
}

std::vector<ModeBound> modes_of(const Model& model) {
  return explicit_spring_modes(model.system, model.contacts, model.initial);
}

TEST(ExplicitSprings, GiveTheFastestModeOfTheModel) {
  EXPECT_TRUE(modes_of(*std::make_unique<Model>()).empty());
  const double k0 = 20.0, k1 = 30.0;
  const auto modes = modes_of(*two_masses(k0, k1, 0.0));
  ASSERT_EQ(modes.size(), 1U);
  // omega^4 - (k0 + k1 + k1/3) omega^2 + k0 k1/3 = 0, by hand
  const double b = k0 + k1 + k1 / 3.0, square = 0.5 * (b + std::sqrt(b * b - 4.0 * k0 * k1 / 3.0));
  EXPECT_NEAR(modes[0].omega_max, std::sqrt(square), 1e-12 * std::sqrt(square));  // round-off
  EXPECT_EQ(modes[0].stiffness_damping, 0.0);
}

// With a damper proportional to the springs, c = (d/k) omega^2; dampers alone: the fastest decay of M v' = -D v.
TEST(ExplicitSprings, KnowTheirDampers) {
  const auto modes = modes_of(*two_masses(20.0, 20.0, 5.0));
  ASSERT_EQ(modes.size(), 2U);
  EXPECT_NEAR(modes[0].stiffness_damping, 5.0 / 20.0, 1e-12);
  EXPECT_EQ(modes[1].omega_max, 0.0);
  EXPECT_NEAR(modes[1].mass_damping, 0.25 * modes[0].omega_max * modes[0].omega_max, 1e-10);
  const auto dampers = modes_of(*two_masses(0.0, 0.0, 5.0));
  ASSERT_EQ(dampers.size(), 1U);
  EXPECT_NEAR(dampers[0].mass_damping, modes[1].mass_damping, 1e-10);
}

/// What a joint holds does not swing.
TEST(ExplicitSprings, MoveAsJointsLetThem) {
  auto model = two_masses(20.0, 30.0, 0.0);
  JointOptions joint;
  joint.body = "a";
  add_joint(*model, "hold", JointKind::fixed, joint);
  const auto modes = modes_of(*model);
  ASSERT_EQ(modes.size(), 1U);
  EXPECT_NEAR(modes[0].omega_max, std::sqrt(30.0 / 3.0), 1e-12);
  joint.body = "b";
  add_joint(*model, "hold too", JointKind::fixed, joint);
  for (const auto& mode : modes_of(*model)) EXPECT_LT(mode.omega_max, 1e-6);  // round-off under a root
}

// Of the central difference method 2/omega. A step beyond it is refused and the remedy named, one below it runs.
TEST(ExplicitSprings, BoundTheStep) {
  const auto model = two_masses(20.0, 30.0, 0.0);
  const double limit = 2.0 / modes_of(*model)[0].omega_max;
  SimulationSettings settings;
  settings.scheme = "half_explicit_velocity";
  settings.end_time = 1.0;
  settings.step = 0.999 * limit;
  EXPECT_NEAR(Simulation(*model, settings).stability_limit(), limit, 1e-7 * limit);  // growth of 1e-7 a step is none
  settings.step = 1.001 * limit;
  try {
    const Simulation simulation(*model, settings);
    ADD_FAILURE() << "not refused";
  } catch (const InputError& error) {
    ASSERT_EQ(error.faults().size(), 1U);
    EXPECT_NE(error.faults()[0].message.find("explicit springs"), std::string::npos);
    EXPECT_NE(error.faults()[0].remedy.find("implicit: true"), std::string::npos);
  }
}

}  // namespace explicit_springs_test
}  // namespace percuss
