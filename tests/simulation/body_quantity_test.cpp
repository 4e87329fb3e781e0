// SPDX-License-Identifier: Apache-2.0
#include "simulation/body_quantity.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/model/beam_bodies.hpp"
#include "tests/model/loaded_bodies.hpp"
#include "tests/simulation/quantity_refusal.hpp"

namespace percuss {
namespace body_quantity_test {

/// Two planar bodies under one name, as makers of groups build them.
BuiltBody pair_of_plates() {
  RigidBodyPlanarOptions plate;
  plate.mass = 2.0;
  plate.inertia = 0.5;
  auto built = make_rigid_body_planar(plate), other = make_rigid_body_planar(plate);
  built.bodies.push_back(std::move(other.bodies.front()));
  built.nodes.count = 2;
  built.q = built.v = Vector::Zero(6);
  return built;
}

class NamedQuantities : public testing::Test {
 protected:
  NamedQuantities() : model_(one_of_every_kind()) {
    model_->add_body("plates", "rigid_body_planar", pair_of_plates());
    state_ = model_->initial;
    for (Index i = 0; i < state_.q.size(); ++i) state_.q[i] = static_cast<double>(i);
    for (Index i = 0; i < state_.v.size(); ++i) state_.v[i] = 100.0 + static_cast<double>(i);
  }
  double value(const std::string& name) {
    const Sample sample{state_, {}, {}, ledger_, {}, {0.0}};
    return find_quantity(*model_, name).value(sample);
  }
  std::string refusal(const std::string& name) { return refusal_of(*model_, name); }

  std::unique_ptr<Model> model_;
  State state_;
  EnergyLedger ledger_;
};

TEST_F(NamedQuantities, OfAPlanarBodyAreItsAngleAndAngularVelocity) {
  EXPECT_EQ(value("plate.x"), 8.0);
  EXPECT_EQ(value("plate.phi"), 10.0);
  EXPECT_EQ(value("plate.v_y"), 109.0);
  EXPECT_EQ(value("plate.omega"), 110.0);
  EXPECT_EQ(value("plate.nodes.first.position.y"), 9.0);
  EXPECT_EQ(value("plate.nodes.0.omega"), 110.0);
}

TEST_F(NamedQuantities, OfABodyInSpaceAreItsQuaternionAndItsAngularVelocity) {
  EXPECT_EQ(value("brick.z"), 13.0);
  EXPECT_EQ(value("brick.quaternion.w"), 14.0);
  EXPECT_EQ(value("brick.quaternion.z"), 17.0);
  EXPECT_EQ(value("brick.v_x"), 111.0);
  EXPECT_EQ(value("brick.omega.x"), 114.0);
  EXPECT_EQ(value("brick.omega.z"), 116.0);
  EXPECT_EQ(value("brick.nodes.last.velocity.z"), 113.0);
}

TEST_F(NamedQuantities, OfAMechanismAreItsCoordinates) {
  EXPECT_EQ(value("toy.y"), 18.0);
  EXPECT_EQ(value("toy.phi_S"), 20.0);
  EXPECT_EQ(value("toy.v_y"), 117.0);
  EXPECT_EQ(value("toy.omega_M"), 118.0);
}

TEST_F(NamedQuantities, OfAGroupBelongToItsBodiesByTheirNumber) {
  EXPECT_EQ(value("plates.nodes.0.phi"), 23.0);
  EXPECT_EQ(value("plates.nodes.1.phi"), 26.0);
  EXPECT_EQ(value("plates.nodes.last.omega"), 125.0);
  EXPECT_EQ(value("plates.nodes.1.position.x"), 24.0);
  EXPECT_EQ(value("plates.nodes.1.velocity.y"), 124.0);
  EXPECT_NE(refusal("plates.phi").find("there is no quantity `phi`"), std::string::npos);
}

TEST_F(NamedQuantities, OfWholeGroupsWeighTheirBodies) {
  EXPECT_EQ(value("plates.momentum.x"), 2.0 * (120.0 + 123.0));
  EXPECT_EQ(value("plates.mean_velocity.y"), 0.5 * (121.0 + 124.0));
  EXPECT_EQ(value("brick.momentum.z"), 2.0 * 113.0);
}

TEST_F(NamedQuantities, ThatAreNotThereAreToldWithThoseThatAre) {
  EXPECT_NE(refusal("plate.phy").find("did you mean `phi`?"), std::string::npos);
  EXPECT_NE(refusal("brick.omega").find("omega.x"), std::string::npos);
  EXPECT_NE(refusal("brick.quaternion.v"), "accepted");
  EXPECT_NE(refusal("toy.nodes.0.velocity").find("`toy` has no nodes"), std::string::npos);
  EXPECT_NE(refusal("toy.momentum").find("there is no quantity `momentum`"), std::string::npos);
  EXPECT_NE(refusal("toy").find("the quantity is missing"), std::string::npos);
  EXPECT_NE(refusal("bar.phi").find("accepts: nodes, elements, mean_velocity, momentum"), std::string::npos);
  EXPECT_NE(refusal("plate.phi.x"), "accepted");
  EXPECT_NE(refusal("plates.nodes.2.phi").find("its nodes are 0 to 1"), std::string::npos);
}

// Sections of beams in space turn by rotation vectors; momentum is that of all points.
TEST(QuantitiesOfABeamInSpace, AreVectors) {
  Model model;
  auto options = floating_in_space(2, FloatingBeamOptions::Frame::tangential);
  options.orientation = {0.0, 0.0, 0.5 * M_PI};  // along y
  options.velocity = {1.0, 2.0, 3.0};
  options.angular_velocity = {0.5, 0.0, 0.0};
  model.add_body("rod", "floating_beam", make_floating_beam(options));
  State state = model.initial;
  state.q.tail<6>() << 0.1, 0.2, 0.3, 0.04, 0.05, 0.06;  // the last node
  const EnergyLedger ledger;
  const Sample sample{state, {}, {}, ledger, {}, {0.0}};
  const auto value = [&](const std::string& name) { return find_quantity(model, name).value(sample); };
  EXPECT_NEAR(value("rod.nodes.last.position.x"), -0.2, 1e-15);
  EXPECT_NEAR(value("rod.nodes.last.position.y"), 1.1, 1e-15);
  EXPECT_EQ(value("rod.nodes.last.rotation.y"), 0.05);
  EXPECT_NEAR(value("rod.nodes.last.deflection.z"), 0.3, 1e-15);
  EXPECT_NEAR(value("rod.nodes.last.omega.y"), 0.5, 1e-15);
  EXPECT_NEAR(value("rod.nodes.0.velocity.z"), 3.0, 1e-15);
  EXPECT_EQ(value("rod.omega.x"), 0.5);
  EXPECT_NEAR(value("rod.mean_velocity.y"), 2.0, 1e-14);
  EXPECT_NEAR(value("rod.momentum.y"), 2.0 * 4.68, 1e-13);
  EXPECT_NE(refusal_of(model, "rod.nodes.last.angle").find("rotation"), std::string::npos);
}

// The centre of mass, whose velocity is the mean one: by differences along any motion.
TEST(QuantitiesOfFloatingBeams, HaveTheirCentreOfMass) {
  Model model;
  auto beam = floating_in_space(2, FloatingBeamOptions::Frame::tangential);
  auto rod = floating_rod(2, FloatingBeamPlanarOptions::Frame::tangential);
  for (auto* position : {&beam.position, &rod.position})
    for (double& x : *position) x = 0.3;
  model.add_body("beam", "floating_beam", make_floating_beam(beam));
  model.add_body("rod", "floating_beam_planar", make_floating_beam_planar(rod));
  const EnergyLedger ledger;
  const auto value = [&](const std::string& name, const State& state) {
    const Sample sample{state, {}, {}, ledger, {}, {0.0}};
    return find_quantity(model, name).value(sample);
  };
  EXPECT_NEAR(value("rod.mean_position.x", model.initial), 0.8, 1e-15);
  EXPECT_NEAR(value("beam.mean_position.x", model.initial), 0.8, 1e-15);
  EXPECT_NEAR(value("beam.mean_position.z", model.initial), 0.3, 1e-15);
  State state = model.initial;
  for (Index i = 0; i < state.v.size(); ++i) state.v[i] = 0.1 * std::sin(static_cast<double>(i + 1));
  model.system.advance(model.initial.q, 1.0, state.v, 0.0, state.v, state.q);
  State before = state, after = state;
  constexpr double h = 1e-4;
  model.system.advance(state.q, h, state.v, 0.0, state.v, after.q);
  model.system.advance(state.q, -h, state.v, 0.0, state.v, before.q);
  for (const std::string axis : {"beam.*.x", "beam.*.y", "beam.*.z", "rod.*.x", "rod.*.y"}) {
    const auto named = [&](const std::string& word) { return std::string(axis).replace(axis.find('*'), 1, word); };
    const double rate = (value(named("mean_position"), after) - value(named("mean_position"), before)) / (2.0 * h);
    EXPECT_NEAR(rate, value(named("mean_velocity"), state), 1e-9) << axis;
  }
}

}  // namespace body_quantity_test
}  // namespace percuss
