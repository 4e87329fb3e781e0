// SPDX-License-Identifier: Apache-2.0
#include "simulation/model_modes.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "model/joint.hpp"
#include "model/load.hpp"
#include "model/mass_chain.hpp"
#include "model/rigid_body.hpp"
#include "model/rigid_body_planar.hpp"
#include "model/spring.hpp"
#include "tests/model/beam_bodies.hpp"

namespace percuss {
namespace model_modes_test {

constexpr double g = 9.81;

void add_gravity_along(Model& model, double x, double y) {
  GravityOptions gravity;
  gravity.acceleration = {x, y};
  add_gravity(model, gravity);
}

/// A rod of length 1 m and mass 3 kg on a hinge at its end, turned by `angle` from the x axis.
void add_rigid_pendulum(Model& model, double angle) {
  RigidBodyPlanarOptions rod;
  rod.mass = 3.0;
  rod.inertia = 0.25;
  rod.position = {0.5 * std::cos(angle), 0.5 * std::sin(angle)};
  rod.angle = angle;
  model.add_body("rod", "rigid_body_planar", make_rigid_body_planar(rod));
  JointOptions pin;
  pin.body = "rod";
  pin.point = {-0.5, 0.0};
  add_joint(model, "pin", JointKind::revolute, pin);
  add_gravity_along(model, 0.0, -g);
}

TEST(ModelModes, OfAPendulumAreThoseOfItsWeight) {  // omega^2 = m g s/J = 1.5 g/L: K is the joint's force alone
  Model model;
  add_rigid_pendulum(model, -0.5 * std::numbers::pi);
  const auto all = model_modes(model, 10);
  ASSERT_EQ(all.modes.size(), 1U);
  EXPECT_EQ(all.holds, 2);
  EXPECT_NEAR(all.modes[0].omega, std::sqrt(1.5 * g), 1e-8);  // differences
  EXPECT_EQ(all.modes[0].growth, 0.0);
  EXPECT_EQ(all.modes[0].body, "rod");
  EXPECT_NEAR(all.modes[0].share, 1.0, 1e-12);
}

TEST(ModelModes, OfAnUprightPendulumGrow) {
  Model model;
  add_rigid_pendulum(model, 0.5 * std::numbers::pi);
  const auto all = model_modes(model, 10);
  EXPECT_NEAR(all.modes[0].growth, std::sqrt(1.5 * g), 1e-8);
  EXPECT_EQ(all.modes[0].omega, 0.0);
}

TEST(ModelModes, AStartWithoutAnEquilibriumNearIsRefused) {
  Model model;
  add_rigid_pendulum(model, 0.3);
  EXPECT_THROW(model_modes(model, 10), InputError);
}

// A hanging beam starts straight: its weight has to stretch it first, whatever its frame.
TEST(ModelModes, OfAHangingBeamAreAboutItsEquilibrium) {
  for (const auto frame : all_frames()) {
    Model model;
    auto beam = floating_rod(4, frame);
    beam.mesh.youngs_modulus = 2.1e11;
    beam.angle = -0.5 * std::numbers::pi;
    model.add_body("beam", "floating_beam_planar", make_floating_beam_planar(beam));
    JointOptions pin;
    pin.body = "beam";
    add_joint(model, "pin", JointKind::revolute, pin);
    add_gravity_along(model, 0.0, -g);
    // sqrt(1.5 g/L): bending slows it by (omega/omega_1)^2 = 1e-5, the linear frames differ in that
    EXPECT_NEAR(model_modes(model, 1).modes[0].omega, std::sqrt(1.5 * g), 2e-3) << static_cast<int>(frame);
  }
}

TEST(ModelModes, FarFromTheOriginAreTheSame) {
  for (const double x : {0.0, 1e5}) {
    JointOptions other;
    other.body = "rod";
    other.point = {-0.5, 0.0};
    other.to_point = {x, -x};
    Model far;
    RigidBodyPlanarOptions rod;
    rod.mass = 3.0;
    rod.inertia = 0.25;
    rod.position = {x, -x - 0.5};
    rod.angle = -0.5 * std::numbers::pi;
    far.add_body("rod", "rigid_body_planar", make_rigid_body_planar(rod));
    add_joint(far, "pin", JointKind::revolute, other);
    add_gravity_along(far, 0.0, -g);
    EXPECT_NEAR(model_modes(far, 1).modes[0].omega, std::sqrt(1.5 * g), 1e-5);  // six digits
  }
}

// A beam hung by a spring at each end in the plane: two rigid motions on the springs, one free along the beam, and the
// bending of a free beam, which soft springs change by 1e-5.
TEST(ModelModes, OfAFloatingBeamOnSprings) {
  Model model;
  auto beam = floating_rod(8, FloatingBeamPlanarOptions::Frame::tangential);
  model.add_body("beam", "floating_beam_planar", make_floating_beam_planar(beam));
  for (const std::string node : {"first", "last"}) {
    SpringOptions spring;
    spring.body = "beam";
    spring.node = node;
    spring.to_point = {node == "first" ? 0.0 : 1.0, 1.0};
    spring.stiffness = 0.1;
    spring.damping = 0.002;
    spring.length = 1.0;
    add_spring(model, "spring", spring);
  }
  const auto all = model_modes(model, 5);
  EXPECT_EQ(all.modes[0].omega + all.modes[0].growth, 0.0);  // along the beam: the springs have no force
  // w = a + b x with 2 k on 3.12 kg; k L^2/2 on 3.12 L^2/12
  EXPECT_NEAR(all.modes[1].omega, std::sqrt(0.2 / 3.12), 1e-5);
  EXPECT_NEAR(all.modes[2].omega, std::sqrt(0.05 / 0.26), 1e-5);
  EXPECT_NEAR(all.modes[1].damping_ratio, 0.004 / 3.12 / (2.0 * all.modes[1].omega), 1e-6);
  EXPECT_NEAR(all.modes[3].omega, 103.4288894818, 2e-3);  // of the mean-axis frame
  EXPECT_LE(all.asymmetry, 1e-7);
}

// A body in space on a ball joint, its centre below: two pendulum modes, and free spin about the vertical.
TEST(ModelModes, OfABodyInSpaceOnABallJoint) {
  Model model;
  RigidBodyOptions body;
  body.mass = 2.0;
  body.inertia = {0.3, 0.4, 0.2};
  body.position = {0.0, 0.0, -0.7};
  model.add_body("body", "rigid_body", make_rigid_body(body));
  JointOptions ball;
  ball.body = "body";
  ball.point = {0.0, 0.0, 0.7};
  add_joint(model, "ball", JointKind::ball, ball);
  GravityOptions gravity;
  gravity.acceleration = {0.0, 0.0, -g};
  add_gravity(model, gravity);
  const auto all = model_modes(model, 10);
  ASSERT_EQ(all.modes.size(), 3U);
  EXPECT_EQ(all.modes[0].omega, 0.0);
  const double steady = 2.0 * g * 0.7, shift = 2.0 * 0.49;
  EXPECT_NEAR(all.modes[1].omega, std::sqrt(steady / (0.4 + shift)), 1e-8);
  EXPECT_NEAR(all.modes[2].omega, std::sqrt(steady / (0.3 + shift)), 1e-8);
}

TEST(ModelModes, AModelHeldAltogetherHasNone) {
  Model model;
  model.add_body("rod", "rigid_body_planar", make_rigid_body_planar([] {
                   RigidBodyPlanarOptions rod;
                   rod.mass = rod.inertia = 1.0;
                   return rod;
                 }()));
  JointOptions fixed;
  fixed.body = "rod";
  add_joint(model, "fixed", JointKind::fixed, fixed);
  EXPECT_THROW(model_modes(model, 3), InputError);
}

}  // namespace model_modes_test
}  // namespace percuss
