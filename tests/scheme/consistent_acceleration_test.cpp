// SPDX-License-Identifier: Apache-2.0
#include "scheme/consistent_acceleration.hpp"

#include <gtest/gtest.h>

#include "model/joint.hpp"
#include "tests/model/models.hpp"
#include "tests/scheme/fixtures.hpp"

namespace percuss::test {

namespace consistent_acceleration_test {

constexpr double h = 1e-3, g = 10.0;

/// The acceleration of a model with its only contact closed.
Vector acceleration(const MechanicalSystem& system, const ContactModel& contacts, const State& state,
                    double* power = nullptr) {
  BlockFactor mass(system, LinearSolverKind::automatic);
  EXPECT_TRUE(mass.update(state.t, state.q, state.v, {}).ok());
  ConsistentAcceleration consistent(system, contacts, {});
  Vector a = Vector::Zero(system.num_v());
  const std::vector<Index> closed{0};
  EXPECT_TRUE(consistent.solve(h, state, closed, mass, a).ok());
  if (power) *power = consistent.power().tangential;
  return a;
}

Vector of_particle(const ParticleOverFloor& particle, double* power = nullptr) {
  const auto model = particle.build();
  return acceleration(model->system, model->contacts, model->initial, power);
}

TEST(ConsistentAcceleration, OfAParticleAtRestOnTheFloorIsNone) {
  EXPECT_NEAR(of_particle({.position = {0.0}, .velocity = {0.0}, .gravity = -g})[0], 0.0, 1e-14);
}

TEST(ConsistentAcceleration, OfAParticleThatLeavesTheFloorIsThatOfItsWeight) {
  EXPECT_NEAR(of_particle({.position = {0.0}, .velocity = {0.5}, .gravity = -g})[0], -g, 1e-14);
}

TEST(ConsistentAcceleration, OfASlidingBlockIsThatOfCoulombAndItsPowerIsLost) {
  double power = 0.0;
  const auto a =
      of_particle({.position = {0.0, 0.0, 0.0}, .velocity = {0.6, 0.8, 0.0}, .gravity = -g, .friction = 0.2}, &power);
  // mu g against the velocity; 1e-9: tolerance of the contact solver [m/s] over h.
  EXPECT_NEAR(a[0], -0.2 * g * 0.6, 1e-9);
  EXPECT_NEAR(a[1], -0.2 * g * 0.8, 1e-9);
  EXPECT_NEAR(a[2], 0.0, 1e-9);
  EXPECT_NEAR(power, 0.2 * 2.0 * g * 1.0, 1e-8);  // mu m g |v|
}

TEST(ConsistentAcceleration, OfAPendulumIsThatOfItsCircle) {
  MechanicalSystem system;
  system.add(std::move(mass_at({1.0, 0.0}).bodies.front()));
  const UnitCircle joint(Cone::bilateral);
  State state{0.0, (Vector(2) << 1.0, 0.0).finished(), (Vector(2) << 0.0, 3.0).finished()};
  const auto a = acceleration(system, joint, state);
  EXPECT_NEAR(a[0], -9.0, 1e-12);  // v^2/r to the centre
  EXPECT_NEAR(a[1], 0.0, 1e-12);
}

TEST(ConsistentAcceleration, OfAMassOnAJointThatGivesWayIsThatOfTheSpring) {
  auto model = std::make_unique<Model>();
  model->add_body("mass", "point_mass", mass_at({0.0}, 2.0));
  JointOptions joint;
  joint.body = "mass";
  joint.compliance = 1e-6;
  add_joint(*model, "hold", JointKind::fixed, joint);
  model->initial.q[0] = 1e-3;
  EXPECT_NEAR(acceleration(model->system, model->contacts, model->initial)[0], -1e-3 / 1e-6 / 2.0, 1e-9);
}

TEST(ConsistentAcceleration, IgnoresContactsWhereAskedTo) {
  const auto model = ParticleOverFloor{.position = {0.0}, .velocity = {0.0}, .gravity = -g}.build();
  BlockFactor mass(model->system, LinearSolverKind::automatic);
  ASSERT_TRUE(mass.update(0.0, model->initial.q, model->initial.v, {}).ok());
  ConsistentAcceleration consistent(model->system, model->contacts, {});
  Vector a = Vector::Zero(1);
  consistent.ignore_contacts(model->initial, mass, a);
  EXPECT_NEAR(a[0], -g, 1e-14);
}

}  // namespace consistent_acceleration_test

}  // namespace percuss::test
