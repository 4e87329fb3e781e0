// SPDX-License-Identifier: Apache-2.0
#include "model/point_force.hpp"

#include <gtest/gtest.h>

#include "model/load.hpp"
#include "tests/model/loaded_bodies.hpp"

namespace percuss {
namespace point_force_test {

ForceOptions force_on(const std::string& body, std::vector<double> direction) {
  ForceOptions options;
  options.body = body;
  options.value = 10.0;
  options.direction = std::move(direction);
  return options;
}

TEST(ForceOnAPlanarBody, TurnsItByItsLever) {
  auto model = one_of_every_kind();
  auto options = force_on("plate", {0.0, 2.0});
  options.point = {0.5, 3.0};
  add_force(*model, options);
  State state = model->initial;
  Vector exact = Vector::Zero(state.v.size());
  exact.segment<3>(8) << 0.0, 10.0, 5.0;
  EXPECT_EQ(load_forces(*model, state), exact);
  state.q[10] = 0.5 * M_PI;  // now at (-3, 0.5) from the centre, the direction as before
  exact[10] = -30.0;
  EXPECT_LE((load_forces(*model, state) - exact).norm(), 1e-14);  // eps of 30
}

TEST(ForceOnAPlanarBody, AtItsCentreTurnsNothing) {
  auto model = one_of_every_kind();
  add_force(*model, force_on("plate", {3.0, -4.0}));
  Vector exact = Vector::Zero(model->initial.v.size());
  exact.segment<3>(8) << 6.0, -8.0, 0.0;
  EXPECT_LE((load_forces(*model, model->initial) - exact).norm(), 1e-14);
  EXPECT_FALSE(model->system.has_force_elements());  // in the body's own constant equations
}

TEST(ForceOnABodyInSpace, ActsInAbsoluteAxesAndTurnsInBodyAxes) {
  auto model = one_of_every_kind();
  auto options = force_on("brick", {0.0, 0.0, 1.0});
  options.point = {2.0};
  add_force(*model, options);
  State state = model->initial;
  Vector exact = Vector::Zero(state.v.size());
  exact.segment<6>(11) << 0.0, 0.0, 10.0, 0.0, -20.0, 0.0;  // r x F = (2, 0, 0) x (0, 0, 10)
  EXPECT_LE((load_forces(*model, state) - exact).norm(), 1e-14);
  state.q.segment<4>(14) << std::sqrt(0.5), 0.0, 0.0, std::sqrt(0.5);  // a quarter turn about z: r = (0, 2, 0)
  // r x F = (20, 0, 0) in absolute axes, along -y of the body.
  EXPECT_LE((load_forces(*model, state) - exact).norm(), 1e-14);
  state.q.segment<4>(14) << std::sqrt(0.5), 0.0, std::sqrt(0.5), 0.0;  // about y: r = (0, 0, -2), no lever
  exact[15] = 0.0;
  EXPECT_LE((load_forces(*model, state) - exact).norm(), 1e-14);
}

TEST(ForceOnABodyInSpace, NeedsNoPoint) {
  auto model = one_of_every_kind();
  auto options = force_on("brick", {1.0});
  options.value = 0.0;
  options.history = {{0.0, 0.0}, {1.0, 8.0}};
  add_force(*model, options);
  EXPECT_TRUE(model->system.forces_depend_on_time());
  EXPECT_FALSE(one_of_every_kind()->system.forces_depend_on_time());
  State state = model->initial;
  state.t = 0.25;
  EXPECT_LE((load_forces(*model, state) - 2.0 * Vector::Unit(state.v.size(), 11)).norm(), 1e-14);
}

TEST(ForceOnAGroup, FindsItsBodyByTheNode) {
  RigidBodyPlanarOptions plate;
  plate.mass = 2.0;
  plate.inertia = 0.5;
  auto pair = make_rigid_body_planar(plate), other = make_rigid_body_planar(plate);
  pair.bodies.push_back(std::move(other.bodies.front()));
  pair.nodes.count = 2;
  pair.q = pair.v = Vector::Zero(6);
  Model model;
  model.add_body("plates", "rigid_body_planar", std::move(pair));
  auto options = force_on("plates", {0.0, 1.0});
  options.node = "1";
  add_force(model, options);
  EXPECT_EQ(forces_of(model.system, model.initial.q, model.initial.v), Vector(10.0 * Vector::Unit(6, 4)));
  options.node = "0";
  options.point = {1.0};
  add_force(model, options);
  EXPECT_EQ(forces_of(model.system, model.initial.q, model.initial.v),
            (Vector(6) << 0.0, 10.0, 10.0, 0.0, 10.0, 0.0).finished());
}

class RandomForce : public testing::TestWithParam<int> {};

// A constant force has the potential -F . x: what the ledger books as work must be its change.
TEST_P(RandomForce, DoesTheWorkOfItsPath) {
  std::mt19937 random(static_cast<unsigned>(GetParam()));
  auto model = one_of_every_kind();
  for (const std::string body : {"plate", "brick"}) {
    const Index dimension = body == "plate" ? 2 : 3;
    const Vector direction = random_vector(dimension, random), point = random_vector(dimension, random);
    auto options = force_on(body, {direction.begin(), direction.end()});
    options.point = {point.begin(), point.end()};
    add_force(*model, options);
  }
  const auto start = random_state(*model, static_cast<unsigned>(GetParam()));
  expect_ledger_closes_at_order_two(*model, start);
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomForce, testing::Range(1, 5));

TEST(Force, RefusesPointsOfBodiesThatHaveNodesAlone) {
  const auto keys_of = [](const ForceOptions& options) {
    auto model = one_of_every_kind();
    const auto keys = keys_thrown([&] { add_force(*model, options); });
    EXPECT_EQ(model->system.has_force_elements(), keys.empty());  // nothing half done
    return keys;
  };
  auto options = force_on("bar", {1.0});
  options.point = {0.0};
  EXPECT_EQ(keys_of(options), Keys{"point"});
  options = force_on("plate", {1.0, 0.0, 0.0});
  options.point = {0.0, 0.0, 0.0};
  EXPECT_EQ(keys_of(options), (Keys{"point", "direction"}));
  options = force_on("brick", {0.0, 0.0, 0.0});
  options.point = {1.0, 2.0, 3.0, 4.0};
  EXPECT_EQ(keys_of(options), (Keys{"point", "direction"}));
  EXPECT_EQ(keys_of(force_on("toy", {1.0})), Keys{"body"});
  options = force_on("plate", {1.0});
  options.node = "1";
  EXPECT_EQ(keys_of(options), Keys{"node"});
  options = force_on("plate", {1.0});
  options.point = {0.0, 0.0};
  EXPECT_EQ(keys_of(options), Keys{});
}

}  // namespace point_force_test
}  // namespace percuss
