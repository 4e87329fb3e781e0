// SPDX-License-Identifier: Apache-2.0
#include "model/rigid_body_planar.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/model/differences.hpp"
#include "tests/model/models.hpp"

namespace percuss {
namespace rigid_body_planar_test {

RigidBodyPlanarOptions plate() {
  RigidBodyPlanarOptions options;
  options.mass = 2.0;
  options.inertia = 0.5;
  return options;
}

TEST(RigidBodyPlanar, HasItsMassInBothDirectionsAndItsInertiaAboutTheCentre) {
  auto options = plate();
  options.position = {1.0, 2.0};
  options.angle = 3.0;
  options.velocity = {4.0, 5.0};
  options.angular_velocity = 6.0;
  const auto built = make_rigid_body_planar(options);
  EXPECT_EQ(built.q, Vector3(1.0, 2.0, 3.0));
  EXPECT_EQ(built.v, Vector3(4.0, 5.0, 6.0));
  EXPECT_EQ(tangent_of(built.body(), built.q, built.v, {}), Matrix(Vector3(2.0, 2.0, 0.5).asDiagonal()));
  EXPECT_EQ(built.body().energy(0.0, built.q, built.v).kinetic, 0.5 * (2.0 * 41.0 + 0.5 * 36.0));
  EXPECT_EQ(forces_of(built.body(), built.q, built.v), Vector3::Zero());
  EXPECT_TRUE(built.body().has_constant_tangent());
}

TEST(RigidBodyPlanar, IsPulledByItsWeightButNotTurned) {
  const auto built = make_rigid_body_planar(plate());
  built.add_gravity({1.0, -10.0, 0.0});
  const Vector3 q(3.0, 4.0, 5.0);
  EXPECT_EQ(forces_of(built.body(), q, Vector3::Zero()), Vector3(2.0, -20.0, 0.0));
  EXPECT_EQ(built.body().energy(0.0, q, Vector3::Zero()).potential, -2.0 * (3.0 - 40.0));
}

TEST(RigidBodyPlanar, HasMarkersThatTurn) {
  Model model;
  model.add_body("plate", "rigid_body_planar", make_rigid_body_planar(plate()));
  const auto marker = model.bodies[0].marker(0, Vector3(1.0, 0.0, 0.0));
  EXPECT_EQ(marker.motion(), Marker::Motion::planar);
  EXPECT_LE((marker.position(Vector3(0.0, 0.0, M_PI)) - Vector3(-1.0, 0.0, 0.0)).norm(), 1e-15);
}

TEST(RigidBodyPlanar, TellsAllThatIsWrongAtOnce) {
  const auto keys_of = [](const RigidBodyPlanarOptions& options) {
    return keys_thrown([&] { make_rigid_body_planar(options); });
  };
  EXPECT_EQ(keys_of({}), (Keys{"mass", "inertia"}));
  auto options = plate();
  options.mass = -1.0;
  options.inertia = std::nan("");
  options.position = {1.0};
  options.velocity = {1.0, 2.0, 3.0};
  options.angle = INFINITY;
  EXPECT_EQ(keys_of(options), (Keys{"mass", "inertia", "angle", "position", "velocity"}));
}

}  // namespace rigid_body_planar_test
}  // namespace percuss
