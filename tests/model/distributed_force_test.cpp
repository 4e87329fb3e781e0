// SPDX-License-Identifier: Apache-2.0
#include "model/distributed_force.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "model/beam_planar.hpp"
#include "model/load.hpp"
#include "model/rigid_body_planar.hpp"
#include "tests/model/beam_bodies.hpp"
#include "tests/model/differences.hpp"

namespace percuss {
namespace distributed_force_test {

using Frame = FloatingBeamPlanarOptions::Frame;

DistributedForceOptions load(double value, double from = 0.0, double to = 0.0) {
  DistributedForceOptions options;
  options.body = "beam";
  options.value = value;
  options.from = from;
  options.to = to;
  return options;
}

// On one element q l/2 (1, l/6) and (1, -l/6) of w and phi.
TEST(DistributedForce, IsTheConsistentLoadOfAnElement) {
  Model model;
  BeamPlanarOptions beam;
  beam.mesh = rod_mesh(1);
  model.add_body("beam", "beam_planar", make_beam_planar(beam));
  add_distributed_force(model, load(12.0));
  const Vector f = forces_of(model.system, model.initial.q, model.initial.v);
  Vector expected(6);
  expected << 0.0, 6.0, 1.0, 0.0, 6.0, -1.0;
  EXPECT_LE((f - expected).norm(), 1e-14);
}

// A cantilever under q on its outer half, from x = a: w(L) = q (3 L^4 - 4 a^3 L + a^4)/(24 EI); nodal displacements are
// exact whatever the mesh, to its (L/l)^4 eps.
TEST(DistributedForce, BendsACantileverExactly) {
  for (const double a : {0.0, 0.5, 0.37}) {
    Model model;
    BeamPlanarOptions beam;
    beam.mesh = rod_mesh(4);
    beam.supports.first = BeamPlanarOptions::Support::clamped;
    model.add_body("beam", "beam_planar", make_beam_planar(beam));
    add_distributed_force(model, load(2.0, a));
    const Vector f = forces_of(model.system, model.initial.q, model.initial.v);
    const Matrix K = tangent_of(model.system.body(0), model.initial.q, model.initial.v, {0.0, 0.0, 1.0});
    const double EI = 5e9 * std::pow(0.02, 4) / 12.0,
                 expected = 2.0 * (3.0 - 4.0 * a * a * a + std::pow(a, 4)) / (24.0 * EI);
    const Vector x = K.ldlt().solve(f);
    EXPECT_NEAR(x[x.size() - 2], expected, 1e-11 * expected) << a;
  }
}

// Weight is such a load: rho A g along the whole of a turning, deformed, moving beam, reduced or not.
TEST(DistributedForce, IsTheWeightOfAFloatingBeam) {
  for (const auto frame : all_frames())
    for (const Index modes : {0, 3}) {
      auto beam = floating_rod(3, frame);
      beam.mesh.modes.count = modes;
      Model loaded, heavy;
      for (auto* model : {&loaded, &heavy})
        model->add_body("beam", "floating_beam_planar", make_floating_beam_planar(beam));
      auto weight = load(-3.12 * 9.81);
      add_distributed_force(loaded, weight);
      GravityOptions gravity;
      gravity.acceleration = {0.0, -9.81};
      add_gravity(heavy, gravity);
      std::mt19937 random(3);
      Vector q = random_vector(loaded.system.num_q(), random);
      q.tail(q.size() - 3) *= 0.01;
      const Vector v = random_vector(loaded.system.num_v(), random);
      const Vector f = forces_of(loaded.system, q, v), expected = forces_of(heavy.system, q, v);
      EXPECT_LE((f - expected).norm(), 1e-12 * expected.norm());
    }
}

std::string fault_of(Model& model, const DistributedForceOptions& options) {
  try {
    add_distributed_force(model, options);
  } catch (const InputError& error) {
    return error.faults()[0].key + ": " + error.faults()[0].message;
  }
  return "";
}

TEST(DistributedForce, BadInputIsTold) {
  Model model;
  model.add_body("beam", "floating_beam_planar", make_floating_beam_planar(floating_rod(3, Frame::pinned)));
  RigidBodyPlanarOptions rigid;
  rigid.mass = rigid.inertia = 1.0;
  model.add_body("rigid", "rigid_body_planar", make_rigid_body_planar(rigid));
  EXPECT_EQ(fault_of(model, load(0.0)), "value: the force per length is zero at all times");
  EXPECT_EQ(fault_of(model, load(1.0, 0.0, 2.0)), "to: 2 m is off the beam");
  EXPECT_EQ(fault_of(model, load(1.0, 0.6, 0.5)), "from: it begins at 0.6 m and ends at 0.5 m");
  auto other = load(1.0);
  other.body = "rigid";
  EXPECT_EQ(fault_of(model, other), "body: `rigid` is a rigid_body_planar, which has no axis for a force per length");
  other.body = "bean";
  EXPECT_EQ(fault_of(model, other), "body: there is no body `bean`");
  other = load(1.0);
  other.direction = {0.0, 0.0, 1.0};
  EXPECT_NE(fault_of(model, other), "");
}

}  // namespace distributed_force_test
}  // namespace percuss
