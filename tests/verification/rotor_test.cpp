// SPDX-License-Identifier: Apache-2.0
#include <gtest/gtest.h>

#include "model/torque.hpp"
#include "tests/model/differences.hpp"
#include "tests/model/shaft_bodies.hpp"
#include "tests/verification/bar_case.hpp"
#include "tests/verification/figure.hpp"

namespace percuss::verification {
namespace {

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

}  // namespace
}  // namespace percuss::verification
