// SPDX-License-Identifier: Apache-2.0
#include "model/disc.hpp"

#include <gtest/gtest.h>

#include <numbers>

#include "model/load.hpp"
#include "tests/model/models.hpp"

namespace percuss {
namespace disc_test {

DiscOptions coin() {
  DiscOptions options;
  options.radius = 0.5;
  options.mass = 4.0;
  options.position = {1.0, 2.0};
  options.angle = 0.3;
  options.velocity = {-1.0, 0.5};
  options.angular_velocity = 7.0;
  return options;
}

TEST(Disc, HasTheInertiaOfAHomogeneousDisc) {
  const auto built = make_disc(coin());
  SparseMatrix M;
  built.body().tangent(0.0, built.q, built.v, {}, M);
  EXPECT_EQ(Matrix(M), Matrix(Eigen::Vector3d(4.0, 4.0, 0.5 * 4.0 * 0.25).asDiagonal()));
  EXPECT_EQ(built.q, Eigen::Vector3d(1.0, 2.0, 0.3));
  EXPECT_EQ(built.v, Eigen::Vector3d(-1.0, 0.5, 7.0));
  EXPECT_EQ(built.radii, std::vector<double>{0.5});
  EXPECT_EQ(built.motion, Marker::Motion::planar);
}

TEST(Disc, MassFollowsFromDensityAndArea) {
  auto options = coin();
  options.mass = 0.0;
  options.density = 8.0;
  const auto built = make_disc(options);
  SparseMatrix M;
  built.body().tangent(0.0, built.q, built.v, {}, M);
  EXPECT_NEAR(M.coeff(0, 0), 8.0 * std::numbers::pi * 0.25, 1e-15);
}

TEST(Disc, GravityDoesNotTurnItAndForcesActAtItsCentre) {
  Model model;
  model.add_body("stone", "point_mass", mass_at({0.0, 0.0}));
  model.add_body("disc", "disc", make_disc(coin()));
  GravityOptions gravity;
  gravity.acceleration = {3.0, -9.81};
  gravity.body = "disc";
  add_gravity(model, gravity);
  ForceOptions force;
  force.body = "disc";
  force.direction = {0.0, 1.0};
  force.value = 5.0;
  add_force(model, force);
  Vector f = Vector::Zero(5);
  model.system.forces(0.0, model.initial.q, model.initial.v, f);
  Vector expected(5);
  expected << 0.0, 0.0, 12.0, -39.24 + 5.0, 0.0;
  EXPECT_NEAR((f - expected).norm(), 0.0, 1e-14);  // eps of 39 N
}

TEST(Disc, ForcesOnAGroupFindTheirNode) {
  Model model;
  model.add_body("pair", "discs", build_discs({{0.5, 1.0, {0.0, 0.0, 0.0}, {}}, {0.5, 1.0, {3.0, 0.0, 0.0}, {}}}));
  ForceOptions force;
  force.body = "pair";
  force.node = "last";
  force.direction = {0.0, 1.0};
  force.value = 5.0;
  add_force(model, force);
  Vector f = Vector::Zero(6);
  model.system.forces(0.0, model.initial.q, model.initial.v, f);
  EXPECT_EQ(f, 5.0 * Vector::Unit(6, 4));
}

TEST(Disc, TellsAllThatIsWrongAtOnce) {
  const auto keys_of = [](const DiscOptions& options) { return keys_thrown([&] { make_disc(options); }); };
  EXPECT_EQ(keys_of(coin()), Keys{});
  auto options = coin();
  options.density = 1.0;
  EXPECT_EQ(keys_of(options), Keys{"density"});
  options.mass = options.density = 0.0;
  EXPECT_EQ(keys_of(options), Keys{"mass"});
  options = coin();
  options.radius = 0.0;
  options.position = {1.0};
  options.velocity = {};
  EXPECT_EQ(keys_of(options), (Keys{"radius", "position", "velocity"}));
}

}  // namespace disc_test
}  // namespace percuss
