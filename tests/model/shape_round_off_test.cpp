// SPDX-License-Identifier: Apache-2.0
#include "model/shape_round_off.hpp"

#include <gtest/gtest.h>

#include "contact/joint_rank.hpp"
#include "core/decompositions.hpp"
#include "io/settings.hpp"
#include "model/beam.hpp"
#include "model/beam_planar.hpp"
#include "model/joint.hpp"
#include "simulation/simulation.hpp"
#include "tests/core/fewer_under_sanitizers.hpp"
#include "tests/model/beam_bodies.hpp"
#include "tests/model/differences.hpp"

namespace percuss {
namespace shape_round_off_test {

BeamPlanarOptions cantilever(Index modes) {
  BeamPlanarOptions options;
  options.mesh = rod_mesh(10);
  options.supports.first = BeamPlanarOptions::Support::clamped;
  options.mesh.modes.count = modes;
  return options;
}

/// The coefficients of d . velocity of a point over the modes.
Vector along(const BuiltBody& built, double x, const Vector3& d) {
  Vector f = Vector::Zero(built.v.size());
  built.points(0, 0, Vector3(x, 0.0, 0.0)).add_force(built.q, d, f);
  return f;
}

TEST(ShapeRoundOff, WhatDoesNotMoveIsZero) {
  const auto bends = make_beam_planar(cantilever(4));
  EXPECT_TRUE(along(bends, 1.0, Vector3::UnitX()).isZero(0.0));
  EXPECT_GT(along(bends, 1.0, Vector3::UnitY()).cwiseAbs().minCoeff(), 0.1);
  const auto stretches = make_beam_planar(cantilever(30));  // axial modes have no w
  int bending = 0, axial = 0;
  const Vector u = along(stretches, 1.0, Vector3::UnitX()), w = along(stretches, 1.0, Vector3::UnitY());
  for (Index j = 0; j < 30; ++j) {
    EXPECT_NE(u[j] == 0.0, w[j] == 0.0) << j;
    ++(u[j] == 0.0 ? bending : axial);
  }
  EXPECT_EQ(bending, 20);
  EXPECT_EQ(axial, 10);
}

// In space, with mean axes: flat, so that both modes bend in x z.
TEST(ShapeRoundOff, ConditionsKeepPlanesApart) {
  auto options = floating_in_space(9, FloatingBeamOptions::Frame::free);
  options.mesh.section.second_moment_z = options.mesh.section.torsion_constant =
      100.0 * options.mesh.section.second_moment_y;
  options.mesh.modes.count = 2;
  const auto built = make_floating_beam(options);
  const Vector y = along(built, 1.0, Vector3::UnitY()).tail(2), z = along(built, 1.0, Vector3::UnitZ()).tail(2);
  EXPECT_TRUE(y.isZero(0.0)) << y.transpose();
  EXPECT_GT(z.cwiseAbs().minCoeff(), 0.1);
}

// The second mode of a beam on pins does not move its middle, the first does not turn it.
TEST(ShapeRoundOff, NodesOfOscillationRest) {
  auto options = cantilever(2);
  options.supports.first = BeamPlanarOptions::Support::pinned;
  options.supports.last = BeamPlanarOptions::Support::roller;
  const auto built = make_beam_planar(options);
  EXPECT_EQ(along(built, 0.5, Vector3::UnitY())[1], 0.0);
  Vector m = Vector::Zero(2);
  built.points(0, 0, Vector3(0.5, 0.0, 0.0)).add_torque(built.q, Vector3::UnitZ(), m);
  EXPECT_EQ(m[0], 0.0);
}

// Four bending modes held in the middle by a `fixed` joint, 10 N at the tip: K y + W lambda = f, W' y = 0 over the rows
// of w and phi. The row along the beam holds nothing that moves. At rest to what damping leaves after 0.4 s: exp(-20).
TEST(ShapeRoundOff, IsNoDirectionThatJointsHold) {
  auto options = cantilever(4);
  options.mesh.damping.mass = 100.0;
  Model model;
  model.add_body("bar", "beam_planar", make_beam_planar(options));
  JointOptions held;
  held.body = "bar";
  held.node = "5";
  add_joint(model, "held", JointKind::fixed, held);
  EXPECT_EQ(joint_rank(model.contacts, 4, 0.0, model.initial.q).rank, 2);
  const auto& body = model.system.body(0);
  const Matrix K = tangent_of(body, model.initial.q, model.initial.v, {0.0, 0.0, 1.0});
  const auto& bar = model.bodies[0];
  Vector w = Vector::Zero(4), phi = w, f = w;
  bar.marker(5).add_force(model.initial.q, Vector3::UnitY(), w);
  bar.marker(5).add_torque(model.initial.q, Vector3::UnitZ(), phi);
  bar.marker(10).add_force(model.initial.q, Vector3(0.0, 10.0, 0.0), f);
  Matrix A = Matrix::Zero(6, 6);
  A.topLeftCorner(4, 4) = K;
  A.block<4, 1>(0, 4) = A.block<1, 4>(4, 0).transpose() = w;
  A.block<4, 1>(0, 5) = A.block<1, 4>(5, 0).transpose() = phi;
  Vector b = Vector::Zero(6);
  b.head(4) = f;
  const Vector expected = Eigen::PartialPivLU<Matrix>(A).solve(b).head(4);
  auto& linear = const_cast<LinearBody&>(dynamic_cast<const LinearBody&>(body));
  linear.add_constant_force(f);
  int runs = 0;
  for (const char* scheme : {"half_explicit_velocity", "moreau_jean", "mixed_bathe", "mixed_ed_alpha", "ggl_unified",
                             "ggl_decoupled", "nonsmooth_generalized_alpha"}) {
    if (++runs > fewer(7)) break;
    SimulationSettings settings;
    settings.scheme = scheme;
    settings.step = 2e-4;
    settings.end_time = 0.4;
    Simulation simulation(model, settings);
    const auto result = simulation.run({});
    EXPECT_EQ(result.outcome, Outcome::done) << scheme << result.message;
    EXPECT_LE((simulation.state().q - expected).norm(), 1e-6 * expected.norm()) << scheme;
    for (const double force : simulation.records()[0].force) EXPECT_LT(std::abs(force), 100.0) << scheme;
  }
}

}  // namespace shape_round_off_test
}  // namespace percuss
