// SPDX-License-Identifier: Apache-2.0
#include "model/torque.hpp"

#include <gtest/gtest.h>

#include "tests/model/loaded_bodies.hpp"

namespace percuss {
namespace torque_test {

TorqueOptions torque_on(const std::string& body, std::vector<double> axis = {}) {
  TorqueOptions options;
  options.body = body;
  options.value = 6.0;
  options.axis = std::move(axis);
  return options;
}

Keys keys_of(const TorqueOptions& options) {
  auto model = one_of_every_kind();
  const auto keys = keys_thrown([&] { add_torque(*model, options); });
  EXPECT_EQ(model->system.has_force_elements(), keys.empty());  // nothing half done
  return keys;
}

TEST(Torque, TurnsAPlanarBodyAboutZ) {
  auto model = one_of_every_kind();
  add_torque(*model, torque_on("plate"));
  EXPECT_EQ(load_forces(*model, model->initial), Vector(6.0 * Vector::Unit(model->initial.v.size(), 10)));
}

TEST(Torque, AboutAnAbsoluteAxisStaysWhenTheBodyTurns) {
  auto model = one_of_every_kind();
  add_torque(*model, torque_on("brick", {0.0, 0.0, 5.0}));
  State state = model->initial;
  state.q.segment<4>(14) << std::sqrt(0.5), std::sqrt(0.5), 0.0, 0.0;  // a quarter turn about x: absolute z is body y
  EXPECT_LE((load_forces(*model, state) - 6.0 * Vector::Unit(state.v.size(), 15)).norm(), 1e-14);  // eps of 6
}

TEST(Torque, AboutABodyAxisTurnsWithTheBody) {
  auto model = one_of_every_kind();
  auto options = torque_on("brick", {0.0, 0.0, 5.0});
  options.axes = TorqueOptions::Axes::body;
  add_torque(*model, options);
  const auto state = random_state(*model, 1);
  EXPECT_LE((load_forces(*model, state) - 6.0 * Vector::Unit(state.v.size(), 16)).norm(), 1e-14);
}

TEST(Torque, FollowsItsHistory) {
  auto model = one_of_every_kind();
  auto options = torque_on("plate");
  options.value = 0.0;
  options.history = {{0.0, 0.0}, {2.0, 8.0}};
  add_torque(*model, options);
  State state = model->initial;
  state.t = 1.0;
  EXPECT_EQ(load_forces(*model, state)[10], 4.0);
  EXPECT_TRUE(model->system.forces_depend_on_time());
  EXPECT_FALSE(model->system.has_constant_tangent());  // the brick's gyroscopic terms
}

class RandomTorque : public testing::TestWithParam<TorqueOptions::Axes> {};

TEST_P(RandomTorque, DoesTheWorkThatTheEnergyShows) {
  for (unsigned seed = 1; seed < 5; ++seed) {
    std::mt19937 random(seed);
    auto model = one_of_every_kind();
    const Vector axis = random_vector(3, random);
    auto options = torque_on("brick", {axis.begin(), axis.end()});
    options.axes = GetParam();
    add_torque(*model, options);
    const auto start = random_state(*model, seed);
    expect_ledger_closes_at_order_two(*model, start);
  }
}

INSTANTIATE_TEST_SUITE_P(Axes, RandomTorque, testing::Values(TorqueOptions::Axes::absolute, TorqueOptions::Axes::body),
                         [](const auto& p) { return p.param == TorqueOptions::Axes::body ? "Body" : "Absolute"; });

TEST(Torque, IsForRigidBodies) {
  EXPECT_EQ(keys_of(torque_on("stone", {1.0})), Keys{"body"});
  EXPECT_EQ(keys_of(torque_on("toy")), Keys{"body"});
  EXPECT_EQ(keys_of(torque_on("nobody")), Keys{"body"});
}

TEST(Torque, NeedsAnAxisInSpaceAndNoneInThePlane) {
  EXPECT_EQ(keys_of(torque_on("brick")), Keys{"axis"});
  EXPECT_EQ(keys_of(torque_on("brick", {0.0, 0.0, 0.0})), Keys{"axis"});
  EXPECT_EQ(keys_of(torque_on("brick", {1.0, 0.0, 0.0, 0.0})), Keys{"axis"});
  EXPECT_EQ(keys_of(torque_on("plate", {0.0, 0.0, 1.0})), Keys{"axis"});
  EXPECT_EQ(keys_of(torque_on("brick", {1.0})), Keys{});
}

TEST(Torque, TellsAllThatIsWrongAtOnce) {
  auto options = torque_on("nobody");
  options.value = std::nan("");
  options.history = {{0.0, 1.0}};
  EXPECT_EQ(keys_of(options), (Keys{"value", "history", "body"}));
  options = torque_on("plate");
  options.value = 0.0;
  options.node = "3";
  EXPECT_EQ(keys_of(options), (Keys{"value", "node"}));
}

}  // namespace torque_test
}  // namespace percuss
