// SPDX-License-Identifier: Apache-2.0
#include "model/woodpecker.hpp"
#include "core/decompositions.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "model/load.hpp"
#include "tests/model/differences.hpp"
#include "tests/model/models.hpp"

namespace percuss {
namespace woodpecker_test {

TEST(Woodpecker, HasTheEquationsOfMotionOfThePaper) {
  const auto toy = make_woodpecker({});
  const double mS = 0.0045, lM = 0.010, lG = 0.015, c = 0.0056, g = 9.81;
  Matrix M(3, 3);
  M << 0.0048, mS * lM, mS * lG, mS * lM, 5e-9 + mS * lM * lM, mS * lM * lG, mS * lG, mS * lM * lG, 7e-7 + mS * lG * lG;
  EXPECT_LE((tangent_of(toy.body(), toy.q, toy.v, {}) - M).norm(), 1e-18);  // eps of 0.005
  const Vector3 q(0.3, 0.1, -0.2);
  const Vector3 h(-0.0048 * g, -c * 0.3 - mS * g * lM, c * 0.3 - mS * g * lG);
  EXPECT_LE((forces_of(toy.body(), q, toy.v) - h).norm(), 1e-17);
  EXPECT_EQ(toy.q, Vector3(0.0, -0.1036, -0.2788));
  EXPECT_EQ(toy.v, Vector3(-0.3411, 0.0, -7.4583));
}

TEST(Woodpecker, HasForcesThatAreTheSlopeOfItsPotential) {
  const auto toy = make_woodpecker({});
  std::mt19937 random(1);
  const Vector q = random_vector(3, random), v = random_vector(3, random);
  const auto potential = [&](const Vector& x, const Vector& w) {
    return Vector(Vector::Constant(1, toy.body().energy(0.0, x, w).potential));
  };
  EXPECT_LE((derivative_along_motion(toy.body(), q, v, potential).transpose() + forces_of(toy.body(), q, v)).norm(),
            1e-11);  // differences of numbers of size 0.05
  const auto forces = [&](const Vector& x, const Vector& w) { return forces_of(toy.body(), x, w); };
  EXPECT_LE((derivative_along_motion(toy.body(), q, v, forces) + tangent_of(toy.body(), q, v, {0.0, 0.0, 1.0})).norm(),
            1e-11);
  EXPECT_EQ(tangent_of(toy.body(), q, v, {0.0, 1.0, 0.0}), Matrix::Zero(3, 3));
}

TEST(Woodpecker, OscillatesAtTheFrequencyThatItTellsTheSchemes) {
  const auto toy = make_woodpecker({});
  const double omega = toy.body().mode_bound()->omega_max;
  const Matrix M = tangent_of(toy.body(), toy.q, toy.v, {}), K = tangent_of(toy.body(), toy.q, toy.v, {0.0, 0.0, 1.0});
  const Vector eigenvalues = Matrix(M.inverse() * K).eigenvalues().real();
  EXPECT_NEAR(omega * omega, eigenvalues.maxCoeff(), 1e-9 * omega * omega);  // of an unsymmetric eigenvalue problem
}

TEST(Woodpecker, TellsAllThatIsWrongAtOnce) {
  WoodpeckerOptions options;
  options.bird_mass = 0.0;
  options.sleeve_inertia = -1.0;
  options.stiffness = -1.0;
  options.geometry.sleeve_radius = options.geometry.pole_radius;
  options.position = {0.0};
  options.velocity = {};
  EXPECT_EQ(keys_thrown([&] { make_woodpecker(options); }),
            (Keys{"bird_mass", "sleeve_inertia", "stiffness", "sleeve_radius", "position", "velocity"}));
}

std::unique_ptr<Model> toy_and_stone() {
  auto model = std::make_unique<Model>();
  model->add_body("stone", "point_mass", mass_at({1.0, 2.0}));
  model->add_body("toy", "woodpecker", make_woodpecker({}));
  return model;
}

TEST(WoodpeckerPoleOptions, PutThreeContactsOnTheWoodpecker) {
  auto model = toy_and_stone();
  WoodpeckerPoleOptions options;
  options.body = "toy";
  add_woodpecker_pole(*model, "pole", options);
  ASSERT_EQ(model->contacts.size(), 3);
  Vector gap(3);
  model->contacts.gaps(0.0, model->initial.q, gap);
  EXPECT_NEAR(gap[0], 0.0024 + 0.02 * 0.2788, 1e-17);
  EXPECT_NEAR(gap[1], 0.0006 - 0.0058 * 0.1036, 1e-17);  // -8.8e-7: the sleeve is stuck
  EXPECT_NEAR(gap[2], 0.0006 + 0.0058 * 0.1036, 1e-17);
}

TEST(WoodpeckerPoleOptions, AreForWoodpeckers) {
  auto model = toy_and_stone();
  const auto keys_of = [&](const WoodpeckerPoleOptions& options) {
    return keys_thrown([&] { add_woodpecker_pole(*model, "pole", options); });
  };
  WoodpeckerPoleOptions options;
  options.body = "stone";
  EXPECT_EQ(keys_of(options), Keys{"body"});
  options.body = "bird";
  options.restitution = {0.5, 1.5};
  options.friction = -0.1;
  EXPECT_EQ(keys_of(options), (Keys{"restitution", "friction", "restitution", "body"}));
  EXPECT_EQ(model->contacts.size(), 0);
}

TEST(Woodpecker, TakesNoLoadsButItsOwnGravity) {
  auto model = toy_and_stone();
  ForceOptions force;
  force.body = "toy";
  force.value = 1.0;
  EXPECT_EQ(keys_thrown([&] { add_force(*model, force); }), Keys{"body"});
  GravityOptions gravity;
  gravity.acceleration = {0.0, -9.81};
  EXPECT_EQ(keys_thrown([&] { add_gravity(*model, gravity); }), Keys{"body"});
  EXPECT_EQ(forces_of(model->system, model->initial.q, model->initial.v).head(2),
            Vector::Zero(2));  // nothing half done
  gravity.body = "stone";
  EXPECT_EQ(keys_thrown([&] { add_gravity(*model, gravity); }), Keys{});
}

}  // namespace woodpecker_test
}  // namespace percuss
