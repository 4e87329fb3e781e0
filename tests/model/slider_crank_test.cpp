// SPDX-License-Identifier: Apache-2.0
#include "model/slider_crank.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "contact/slider_guide.hpp"
#include "model/slider_contact.hpp"
#include "tests/model/models.hpp"

namespace percuss {
namespace slider_crank_test {

Vector random_vector(std::mt19937& random, double size) {
  std::uniform_real_distribution<double> any(-size, size);
  return Vector::NullaryExpr(3, [&](Index) { return any(random); });
}

SliderCrank heavy() {
  SliderCrank mechanism;
  mechanism.add_gravity(1.5, -9.81);
  return mechanism;
}

Matrix dense(const SliderCrank& mechanism, const Vector& q, const Vector& v, TangentWeights weights) {
  SparseMatrix A;
  mechanism.tangent(0.0, q, v, weights, A);
  return Matrix(A);
}

TEST(SliderCrank, HasThePapersMassMatrixInTheStretchedPosition) {
  const Matrix M = dense(SliderCrank(), Vector::Zero(3), Vector::Zero(3), {});
  // [HETS (23)] with the numbers of Table 1; 1e-18: the rounding of sums of numbers below 2e-2.
  EXPECT_NEAR(M(0, 0), 7.4e-5 + 0.153 * 0.153 * (0.038 / 4 + 0.038 + 0.076), 1e-17);
  EXPECT_NEAR(M(0, 1), 0.153 * 0.306 * (0.038 / 2 + 0.076), 1e-17);
  EXPECT_NEAR(M(1, 1), 5.9e-4 + 0.306 * 0.306 * (0.038 / 4 + 0.076), 1e-17);
  EXPECT_EQ(M(2, 2), 2.7e-6);
  EXPECT_EQ(M(0, 2), 0.0);
}

TEST(SliderCrank, GravityPullsWithTheWeightsOfTheLinks) {
  SliderCrank mechanism;
  mechanism.add_gravity(0.0, -9.81);
  Vector f(3);
  mechanism.forces(0.0, Vector::Zero(3), Vector::Zero(3), f);
  EXPECT_NEAR(f[0], -9.81 * 0.153 * (0.019 + 0.038 + 0.076), 1e-15);
  EXPECT_NEAR(f[1], -9.81 * 0.306 * (0.019 + 0.076), 1e-15);
  EXPECT_EQ(f[2], 0.0);
}

TEST(SliderCrank, ItsTangentsAreTheDerivativesOfItsForces) {
  const auto mechanism = heavy();
  std::mt19937 random(1);
  for (int sample = 0; sample < 50; ++sample) {
    const Vector q = random_vector(random, 3.0), v = random_vector(random, 100.0);
    const Matrix C = dense(mechanism, q, v, {0.0, 1.0, 0.0}), K = dense(mechanism, q, v, {0.0, 0.0, 1.0});
    const double step = 1e-5;
    Vector plus(3), minus(3);
    for (Index j = 0; j < 3; ++j) {
      const Vector e = Vector::Unit(3, j) * step;
      mechanism.forces(0.0, q, v + e, plus);
      mechanism.forces(0.0, q, v - e, minus);
      // Central differences: step^2 and round-off / step, times forces up to 50 N m.
      EXPECT_LT((C.col(j) + (plus - minus) / (2.0 * step)).norm(), 1e-8);
      mechanism.forces(0.0, q + e, v, plus);
      mechanism.forces(0.0, q - e, v, minus);
      EXPECT_LT((K.col(j) + (plus - minus) / (2.0 * step)).norm(), 1e-7);
    }
  }
}

// dE/dt = v'M v' + v' (dM/dt v)/2 + dV/dt = 0 in free motion: forces, mass and energy belong together.
TEST(SliderCrank, FreeMotionConservesItsEnergy) {
  const auto mechanism = heavy();
  std::mt19937 random(2);
  for (int sample = 0; sample < 50; ++sample) {
    const Vector q = random_vector(random, 3.0), v = random_vector(random, 10.0);
    Vector f(3);
    mechanism.forces(0.0, q, v, f);
    const Vector a = dense(mechanism, q, v, {}).lu().solve(f);
    const double s = 1e-5;
    const auto energy = [&](double t) { return mechanism.energy(0.0, q + t * v + 0.5 * t * t * a, v + t * a).total(); };
    // Central difference of an energy below 2 J whose third derivative is below 1e3.
    EXPECT_NEAR((energy(s) - energy(-s)) / (2.0 * s), 0.0, 1e-6);
  }
}

TEST(SliderCrank, ComesFromTheModelFileWithNamedCoordinates) {
  auto model = std::make_unique<Model>();
  model->add_body("mechanism", "slider_crank", make_slider_crank({}));
  const auto& body = model->bodies[0];
  EXPECT_EQ(body.q_names, (std::vector<std::string>{"theta1", "theta2", "theta3"}));
  EXPECT_EQ(model->initial.v, (Vector(3) << 150.0, -75.0, 0.0).finished());
  body.add_gravity({0.0, -9.81, 0.0});
  EXPECT_NEAR(model->system.energy(0.0, Vector::Constant(3, 1.0), Vector::Zero(3)).potential,
              9.81 * std::sin(1.0) * (0.153 * 0.133 + 0.306 * 0.095), 1e-15);
}

TEST(SliderCrank, RefusesWhatCannotBeAMechanism) {
  SliderCrankOptions options;
  options.rod.mass = 0.0;
  options.slider.inertia = -1.0;
  options.angles = {0.0};
  EXPECT_EQ(keys_thrown([&] { make_slider_crank(options); }), (Keys{"rod.mass", "slider.inertia", "angles"}));
}

TEST(SliderContact, RefusesBodiesWithoutASlider) {
  auto model = bar_and_masses();
  EXPECT_EQ(keys_thrown([&] { add_slider_contact(*model, "slider", {.body = "bar"}); }), Keys{"body"});
  EXPECT_EQ(keys_thrown([&] { add_slider_contact(*model, "slider", {.body = "nobody"}); }), Keys{"body"});
}

TEST(SliderContact, RefusesAJointThatTheStartDoesNotFit) {
  const auto keys_of = [](std::vector<double> angles, std::vector<double> rates) {
    SliderCrankOptions options;
    options.angles = std::move(angles);
    options.rates = std::move(rates);
    auto model = std::make_unique<Model>();
    model->add_body("mechanism", "slider_crank", make_slider_crank(options));
    return keys_thrown(
        [&] { add_slider_contact(*model, "slider", {.body = "mechanism", .kind = SliderGuide::Kind::joint}); });
  };
  EXPECT_EQ(keys_of({0.0, 0.0, 0.0}, {150.0, -75.0, 0.0}), Keys{});
  EXPECT_EQ(keys_of({0.3, 0.0, 0.0}, {0.0, 0.0, 0.0}), Keys{"body"});    // 4.5 cm off the axis
  EXPECT_EQ(keys_of({0.0, 0.0, 0.0}, {150.0, 0.0, 0.0}), Keys{"body"});  // leaves it at 23 m/s
}

TEST(SliderContact, RefusesFrictionInAJoint) {
  auto model = std::make_unique<Model>();
  model->add_body("mechanism", "slider_crank", make_slider_crank({}));
  SliderContactOptions options{.body = "mechanism", .kind = SliderGuide::Kind::joint, .restitution = 2.0};
  options.friction = 0.1;
  EXPECT_EQ(keys_thrown([&] { add_slider_contact(*model, "slider", options); }),
            (Keys{"restitution", "restitution", "friction"}));
}

}  // namespace slider_crank_test
}  // namespace percuss
