// SPDX-License-Identifier: Apache-2.0
#include "scheme/explicit_springs.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "model/joint.hpp"
#include "model/spring.hpp"
#include "simulation/simulation.hpp"
#include "tests/model/models.hpp"
#include "tests/model/rigid_bodies.hpp"

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

SpringModes modes_of(const Model& model) {
  ExplicitSprings springs(model.system, model.contacts);
  return springs.look(model.initial) ? springs.modes() : SpringModes{};
}

/// The fastest of the own modes.
double omega_of(const Model& model) {
  double omega = 0.0;
  for (const auto& mode : modes_of(model).own()) omega = std::max(omega, mode.omega);
  return omega;
}

TEST(ExplicitSprings, GiveTheFastestModeOfTheModel) {
  EXPECT_EQ(omega_of(*std::make_unique<Model>()), 0.0);
  const double k0 = 20.0, k1 = 30.0;
  const auto modes = modes_of(*two_masses(k0, k1, 0.0));
  ASSERT_EQ(modes.extreme().size(), 1U);
  ASSERT_EQ(modes.own().size(), 1U);
  // omega^4 - (k0 + k1 + k1/3) omega^2 + k0 k1/3 = 0, by hand
  const double b = k0 + k1 + k1 / 3.0, square = 0.5 * (b + std::sqrt(b * b - 4.0 * k0 * k1 / 3.0));
  EXPECT_NEAR(modes.own()[0].omega, std::sqrt(square), 1e-12 * std::sqrt(square));  // round-off
  EXPECT_EQ(modes.own()[0].damping_rate, 0.0);
}

// Dampers proportional to the springs leave the motions apart: each decays by (d/k) omega^2. Dampers alone: the fastest
// decay of M v' = -D v.
TEST(ExplicitSprings, KnowTheirDampers) {
  const double undamped = omega_of(*two_masses(20.0, 20.0, 0.0)), rate = 0.05 / 20.0 * undamped * undamped;
  const auto modes = modes_of(*two_masses(20.0, 20.0, 0.05));
  for (const auto& mode : modes.extreme()) {  // K and D are largest in the same motion
    EXPECT_NEAR(mode.omega, undamped, 1e-12 * undamped);
    EXPECT_NEAR(mode.damping_rate, rate, 1e-12);
  }
  ASSERT_EQ(modes.own().size(), 2U);
  for (const auto& mode : modes.own())
    EXPECT_NEAR(mode.damping_rate, 0.05 / 20.0 * mode.omega * mode.omega, 1e-12) << mode.omega;
  const auto dampers = modes_of(*two_masses(0.0, 0.0, 0.05));
  ASSERT_EQ(dampers.extreme().size(), 1U);
  EXPECT_EQ(dampers.extreme()[0].omega, 0.0);
  EXPECT_NEAR(dampers.extreme()[0].damping_rate, rate, 1e-12);
}

/// What a joint holds does not swing.
TEST(ExplicitSprings, MoveAsJointsLetThem) {
  auto model = two_masses(20.0, 30.0, 0.0);
  JointOptions joint;
  joint.body = "a";
  add_joint(*model, "hold", JointKind::fixed, joint);
  EXPECT_NEAR(omega_of(*model), std::sqrt(30.0 / 3.0), 1e-12);
  joint.body = "b";
  add_joint(*model, "hold too", JointKind::fixed, joint);
  EXPECT_EQ(omega_of(*model), 0.0);
}

/// On a guide along y, between two springs of k = 100 N/m along x, stretched from l0 to 1 m: they act across alone.
std::unique_ptr<Model> bead(double l0) {
  auto model = std::make_unique<Model>();
  model->add_body("bead", "planar", planar_body(2.0, 1.0, Vector3::Zero()));
  JointOptions guide;
  guide.body = "bead";
  guide.axis = {0.0, 1.0};
  add_joint(*model, "guide", JointKind::prismatic, guide);
  for (const double x : {-1.0, 1.0}) {
    SpringOptions spring;
    spring.body = "bead";
    spring.to_point = {x, 0.0};
    spring.stiffness = 100.0;
    spring.length = l0;
    add_spring(*model, "spring", spring);
  }
  return model;
}

// omega^2 = 2 T/(l m), T = k (l - l0). Pressed springs push the bead away, which no step can help.
TEST(ExplicitSprings, HoldAcrossTheirLineByTheirTension) {
  EXPECT_NEAR(omega_of(*bead(0.2)), std::sqrt(2.0 * 80.0 / 2.0), 1e-12);
  EXPECT_EQ(omega_of(*bead(1.0)), 0.0);
  EXPECT_EQ(omega_of(*bead(1.5)), 0.0);
}

/// An arm of 0.5 m and 3 kg m^2 that hangs from a ball joint or a hinge in the pull of a spring of 100 N/m in its own
/// line, from 0.5 m on to `end`.
template <class Built>
std::unique_ptr<Model> arm(Built body, JointKind kind, double end, double l0) {
  auto model = std::make_unique<Model>();
  model->add_body("arm", "rigid", std::move(body));
  JointOptions joint;
  joint.body = "arm";
  add_joint(*model, "pivot", kind, joint);
  SpringOptions spring;
  spring.body = "arm";
  spring.point = {0.5};
  spring.to_point = {end};
  spring.stiffness = 100.0;
  spring.length = l0;
  add_spring(*model, "spring", spring);
  return model;
}

// The moment of the tension T about the pivot, at the angle phi and over the length l: -T r (1 + r/l) phi. A spring
// that comes from behind the pivot presses with |T| r (1 - r/l) phi.
TEST(ExplicitSprings, TurnBodiesIntoTheirLine) {
  const double r = 0.5, l = 0.25, T = 100.0 * (l - 0.05);
  const double omega = std::sqrt(T * r * (1.0 + r / l) / 3.0);
  EXPECT_NEAR(omega_of(*arm(planar_body(2.0, 3.0, Vector3::Zero()), JointKind::revolute, 0.75, 0.05)), omega, 1e-12);
  EXPECT_NEAR(omega_of(*arm(spatial_body(2.0, {9.0, 3.0, 3.0}, Vector3::Zero()), JointKind::ball, 0.75, 0.05)), omega,
              1e-12);
  const double behind = 0.7, pressed = 100.0 * (0.9 - behind);
  EXPECT_NEAR(omega_of(*arm(planar_body(2.0, 3.0, Vector3::Zero()), JointKind::revolute, -0.2, 0.9)),
              std::sqrt(pressed * r * (1.0 - r / behind) / 3.0), 1e-12);
}

// Of the central difference method 2/omega. A step beyond it is refused and the remedy named, one below it runs.
TEST(ExplicitSprings, BoundTheStep) {
  const auto model = two_masses(20.0, 30.0, 0.0);
  const double limit = 2.0 / omega_of(*model);
  SimulationSettings settings;
  settings.scheme = "half_explicit_velocity";
  settings.end_time = 1.0;
  settings.step = 0.999 * limit;
  EXPECT_NEAR(Simulation(*model, settings).stability_limit(), limit, 1e-7 * limit);  // bisected to growth of 1e-12
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
