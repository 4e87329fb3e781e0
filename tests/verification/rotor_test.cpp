// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "model/bushing.hpp"
#include "model/joint.hpp"
#include "model/rigid_body.hpp"
#include "model/torque.hpp"
#include "simulation/model_modes.hpp"
#include "tests/model/differences.hpp"
#include "tests/model/shaft_bodies.hpp"
#include "tests/verification/bar_case.hpp"
#include "tests/verification/figure.hpp"

namespace percuss::verification {
namespace rotor_test {

// 5 N m s of spin momentum; what is left of the twist at the end is in the single nodes, not in their mean.
TEST(RotorOfThePaper, SpinsUpByTheImpulseOfATorqueWithoutLoss) {
  auto options = paper_rotor();
  options.damping.internal = 60.0;
  options.damping.external = 60.0;
  options.damping.torsion = 1e-3;
  Model model;
  model.add_body("rotor", "shaft", make_shaft(options));
  TorqueOptions drive;
  drive.body = "rotor";
  drive.node = "last";
  drive.axis = {1.0, 0.0, 0.0};
  drive.value = 100.0;
  add_torque(model, drive);
  const auto scheme = make_scheme(model, "half_explicit_velocity");
  State end = model.initial;
  for (int i = 0; i < 10000; ++i) ASSERT_TRUE(scheme->step(5e-6, end).ok());
  const auto& body = model.system.body(0);
  Vector turn = Vector::Zero(body.num_v());
  for (Index i = 0; i < turn.size(); i += 5) turn[i] = 1.0;
  const Matrix M = tangent_of(body, end.q, end.v, {});
  expect_figure("mean spin after the torque", turn.dot(M * end.v) / turn.dot(M * turn), 491.27, 0.005, "1/s");
}

// With the mount of its drive alone, its journal open: both planes alike, three free motions before.
TEST(RotorOfThePaper, HasTheFrequenciesOfItsMount) {
  Model model;
  model.add_body("rotor", "shaft", make_shaft(paper_rotor()));
  BushingOptions mount;
  mount.body = "rotor";
  mount.node = "last";
  mount.to_point = {0.59, 0.0, 0.0};
  mount.stiffness = {0.0, 6e6, 6e6};
  add_bushing(model, "mount", mount);
  const auto modes = model_modes(model, 9).modes;
  constexpr double hertz = 2.0 * M_PI;
  expect_figure("first frequency", modes[3].omega / hertz, 198.436, 0.0006, "Hz");
  expect_figure("second frequency", modes[5].omega / hertz, 479.110, 0.0006, "Hz");
  expect_figure("third frequency", modes[7].omega / hertz, 912.487, 0.0006, "Hz");
}

/// A shaft of 10 mm on ball joints, spinning at 200 rad/s, with an eccentric disc: a rigid body welded to its node 1.
std::unique_ptr<Model> whirling_rotor() {
  auto model = std::make_unique<Model>();
  ShaftOptions shaft;
  shaft.mesh.length = 0.6;
  shaft.mesh.elements = 4;
  shaft.mesh.section.shape = BeamSection::Shape::circle;
  shaft.mesh.section.diameter = 0.01;
  shaft.mesh.youngs_modulus = 2.1e11;
  shaft.mesh.shear_modulus = 79.2950068814 / shaft.mesh.section.numbers().torsion;
  shaft.mesh.density = 7800.0;
  shaft.angular_velocity = 200.0;
  model->add_body("shaft", "shaft", make_shaft(shaft));
  RigidBodyOptions disc;
  disc.mass = 2.0;
  disc.inertia = {6.4e-3, 3.2e-3, 3.2e-3};
  disc.position = {0.15, 2e-4, 0.0};
  disc.velocity = {0.0, 0.0, 200.0 * 2e-4};
  disc.angular_velocity = {200.0, 0.0, 0.0};
  model->add_body("disc", "rigid_body", make_rigid_body(disc));
  for (auto& body : model->bodies) body.add_gravity({0.0, 0.0, -9.81});
  JointOptions weld;
  weld.body = "disc";
  weld.point = {0.0, -2e-4, 0.0};
  weld.to = "shaft";
  weld.to_node = "1";
  add_joint(*model, "weld", JointKind::fixed, weld);
  for (const char* node : {"first", "last"}) {
    JointOptions bearing;
    bearing.body = "shaft";
    bearing.node = node;
    add_joint(*model, node, JointKind::ball, bearing);
  }
  return model;
}

// The reference is a beam in a floating frame whose end may slide: another model of the same linear rotor, apart at the
// order that linear rotor equations are from it, 5e-7 m.
TEST(Shaft, WhirlsAsABeamInAFloatingFrame) {
  const auto model = whirling_rotor();
  const auto scheme = make_scheme(*model, "half_explicit_velocity");
  State end = model->initial;
  for (int i = 0; i < 10000; ++i) ASSERT_TRUE(scheme->step(5e-6, end).ok());
  const Vector3 centre = model->bodies[0].marker(1).position(end.q);
  expect_figure("y of the shaft at the disc", centre[1], 4.00612407583e-4, 5e-7, "m");
  expect_figure("z of the shaft at the disc", centre[2], 3.58482123110e-4, 5e-7, "m");
}

}  // namespace rotor_test
}  // namespace percuss::verification
