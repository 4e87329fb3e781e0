// SPDX-License-Identifier: Apache-2.0
#include "model/motor.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "contact/joints.hpp"
#include "model/joint.hpp"
#include "scheme/scheme_registry.hpp"
#include "simulation/simulation.hpp"
#include "tests/model/loaded_bodies.hpp"
#include "tests/model/models.hpp"

namespace percuss {
namespace motor_test {

/// A planar body of 2 kg, 0.5 kg m^2, its centre 1 m off the hinge about which a motor turns it from rest.
std::unique_ptr<Model> driven_arm(const MotorOptions& motor, double angular_velocity = 0.0) {
  auto model = std::make_unique<Model>();
  RigidBodyPlanarOptions arm;
  arm.mass = 2.0;
  arm.inertia = 0.5;
  arm.position = {1.0, 0.0};
  arm.velocity = {0.0, angular_velocity};
  arm.angular_velocity = angular_velocity;
  model->add_body("arm", "rigid_body_planar", make_rigid_body_planar(arm));
  JointOptions hinge;
  hinge.body = "arm";
  hinge.point = {-1.0, 0.0};
  add_joint(*model, "hinge", JointKind::revolute, hinge);
  add_motor(*model, "motor", MotorKind::rotation, motor);
  return model;
}

MotorOptions turning(std::vector<double> polynomial) {
  MotorOptions options;
  options.body = "arm";
  options.polynomial = std::move(polynomial);
  return options;
}

/// All schemes that take motors.
std::vector<std::string> schemes_with_motors() {
  std::vector<std::string> names;
  for (const auto& type : scheme_types())
    if (type.capabilities.drives) names.push_back(type.name);
  return names;
}

// phi'' = 3 t, so that phi = t^3/2 and the moment about the hinge is 2.5 kg m^2 times 3 t; the angle runs through
// several turns. Errors of order 2 at h = 1e-3, seen: 1e-3 N m and 0.015 J. Impulse schemes are of order 1 where a
// hinge turns, phi' h/2 of its 364 N in the moment.
TEST(Motor, TurnsAsTimeTells) {
  EXPECT_GE(schemes_with_motors().size(), 7U);
  for (const auto& name : schemes_with_motors()) {
    const bool order_1 = !find_scheme(name)->capabilities.forces;
    const auto model = driven_arm(turning({0.0, 0.0, 1.5}));
    SimulationSettings settings;
    settings.scheme = name;
    settings.step = order_1 ? 1e-4 : 1e-3;
    settings.end_time = 3.0;
    Simulation simulation(*model, settings);
    const auto result = simulation.run({});
    ASSERT_EQ(result.outcome, Outcome::done) << name << ' ' << result.message;
    EXPECT_NEAR(simulation.state().q[2], 13.5, 1e-5) << name;
    EXPECT_NEAR(simulation.state().v[2], 13.5, 1e-9) << name;
    EXPECT_NEAR(std::abs(simulation.scheme().contacts()[1].force[0]), 22.5, order_1 ? 0.3 : 0.02) << name;
    // What the motor has done is the kinetic energy, 2.5 * 13.5^2/2.
    EXPECT_NEAR(result.ledger.applied, 227.8125, order_1 ? 1.5 : 0.03) << name;
    EXPECT_LT(result.worst.drift, order_1 ? 1e-3 : 1e-4) << name;
  }
}

/// A start that is not the motor's would be an impact; from a start that is, it goes on.
TEST(Motor, StartsAsTheBodiesDo) {
  EXPECT_EQ(keys_thrown([] { driven_arm(turning({2.0})); }), Keys{""});
  EXPECT_EQ(keys_thrown([] { driven_arm(turning({2.0}), 2.0); }), Keys{});
}

/// What round-off leaves of a rate that vanishes at the start is no velocity.
TEST(Motor, StartsAtRestToRoundOff) {
  EXPECT_EQ(keys_thrown([] { driven_arm(turning({0.1, -0.3, 0.2})); }), Keys{""});  // at t = 0
  MotorOptions swinging;
  swinging.body = "arm";
  swinging.harmonic = {2.0, 1.0, std::numbers::pi};
  EXPECT_EQ(keys_thrown([&] { driven_arm(swinging); }), Keys{});  // sin pi is 1e-16
}

// About (1, 2, 2)/3 in space: the body's other rotations are free, so that it is started about that axis.
TEST(Motor, TurnsAboutAnAxisInSpace) {
  auto model = one_of_every_kind();
  MotorOptions options;
  options.body = "brick";
  options.axis = {1.0, 2.0, 2.0};
  options.harmonic = {3.0, 0.5};
  add_motor(*model, "motor", MotorKind::rotation, options);
  const auto& contacts = model->contacts;
  const Index k = contacts.size() - 1;
  EXPECT_TRUE(contacts.is_driven(k));
  EXPECT_DOUBLE_EQ(contacts.drive_rate(k, 0.5), 3.0);
  // W' v = omega . axis as the body stands
  ContactSet set;
  contacts.evaluate(0.0, model->initial.q, model->system.num_v(), std::array<Index, 1>{k}, set);
  Vector v = Vector::Zero(model->system.num_v());
  const Index first = model->find_body("brick")->v_offset + 3;
  v.segment<3>(first) << 0.3, -0.5, 0.7;
  EXPECT_NEAR(set.W.column_dot(0, v), (0.3 - 1.0 + 1.4) / 3.0, 1e-15);
}

// A point mass pushed along x at 2 sin(2 pi t): x = (1 - cos(2 pi t))/pi, its force m times the acceleration.
TEST(LinearMotor, MovesAPointAlongAnAxis) {
  for (const auto& name : schemes_with_motors()) {
    auto model = std::make_unique<Model>();
    model->add_body("mass", "point_mass", mass_at({0.5, 3.0}, 2.0));
    MotorOptions options;
    options.body = "mass";
    options.axis = {2.0, 0.0};
    options.harmonic = {2.0, 1.0};
    add_motor(*model, "push", MotorKind::translation, options);
    SimulationSettings settings;
    settings.scheme = name;
    settings.step = 1e-3;
    settings.end_time = 0.6;
    Simulation simulation(*model, settings);
    ASSERT_EQ(simulation.run({}).outcome, Outcome::done) << name;
    const double angle = 2.0 * std::numbers::pi * 0.6;
    EXPECT_NEAR(simulation.state().q[0], 0.5 + (1.0 - std::cos(angle)) / std::numbers::pi, 5e-6) << name;
    EXPECT_EQ(simulation.state().q[1], 3.0) << name;
    EXPECT_NEAR(simulation.scheme().contacts()[0].force[0], 8.0 * std::numbers::pi * std::cos(angle), 0.1) << name;
  }
}

TEST(Motor, IsRefusedByOtherSchemes) {
  const auto model = driven_arm(turning({0.0, 1.0}));
  for (const auto& type : scheme_types()) {
    SimulationSettings settings;
    settings.scheme = type.name;
    settings.step = 1e-3;
    settings.end_time = 1.0;
    const auto keys = keys_thrown([&] { const Simulation simulation(*model, settings); });
    EXPECT_EQ(keys, type.capabilities.drives ? Keys{} : Keys{"simulation.scheme"}) << type.name;
  }
}

TEST(MotorOptionsTest, RefusesWhatItCannotBe) {
  const auto keys = [](MotorKind kind, auto&& change) {
    auto model = one_of_every_kind();
    MotorOptions options;
    options.body = "brick";
    options.axis = {0.0, 0.0, 1.0};
    options.polynomial = {0.0, 1.0};
    change(options);
    return keys_thrown([&] { add_motor(*model, "motor", kind, options); });
  };
  using enum MotorKind;
  EXPECT_EQ(keys(rotation, [](auto&) {}), Keys{});
  EXPECT_EQ(keys(translation, [](auto&) {}), Keys{});
  EXPECT_EQ(keys(rotation, [](auto& o) { o.body = "nobody"; }), Keys{"body"});
  EXPECT_EQ(keys(rotation, [](auto& o) { o.to = "nobody"; }), Keys{"to"});
  EXPECT_EQ(keys(rotation, [](auto& o) { o.to = "brick"; }), Keys{"to"});
  EXPECT_EQ(keys(rotation, [](auto& o) { o.axis = {}; }), Keys{"axis"});
  EXPECT_EQ(keys(rotation, [](auto& o) { o.axis = {0.0, 0.0, 0.0}; }), Keys{"axis"});
  EXPECT_EQ(keys(rotation, [](auto& o) { o.body = "stone"; }), Keys{"type"});
  EXPECT_EQ(keys(rotation, [](auto& o) { o.body = "plate"; }), Keys{"axis"});
  EXPECT_EQ(keys(rotation, [](auto& o) { o.polynomial = {}; }), Keys{"value"});
  const auto only = [](auto member, std::vector<double> numbers) {
    return [=](auto& o) {
      o.polynomial = {};
      o.*member = numbers;
    };
  };
  // A motor that never moves is none, whichever way it is given.
  EXPECT_EQ(keys(rotation, only(&MotorOptions::polynomial, {0.0, 0.0})), Keys{"polynomial"});
  EXPECT_EQ(keys(rotation, only(&MotorOptions::harmonic, {0.0, 1.0})), Keys{"harmonic"});
  EXPECT_EQ(keys(rotation, only(&MotorOptions::harmonic, {2.0, 0.0})), Keys{"harmonic"});
  const auto table = [](Table history) {
    return [=](auto& o) {
      o.polynomial = {};
      o.history = history;
    };
  };
  EXPECT_EQ(keys(rotation, table({{0.0, 0.0}, {1.0, 0.0}})), Keys{"history"});
  EXPECT_EQ(keys(rotation, table({{0.0, 0.0}, {1.0, 0.0}, {1.0 + 1e-6, 1.0}})), Keys{});
  EXPECT_EQ(keys(rotation, table({{0.0, 0.0}, {1.0, 0.0}, {1.0 + 1e-15, 1.0}})), Keys{"history"});
  EXPECT_EQ(keys(translation, [](auto& o) { o.value = 1.0; }), (Keys{"polynomial"}));
}

TEST(MotorOptionsTest, RefusesASecondMotorOfTheSameMotion) {
  const auto second = [](MotorKind kind, auto&& change) {
    auto model = one_of_every_kind();
    MotorOptions options;
    options.body = "brick";
    options.axis = {0.0, 0.0, 1.0};
    options.polynomial = {0.0, 1.0};
    add_motor(*model, "motor", MotorKind::rotation, options);
    change(options);
    return keys_thrown([&] { add_motor(*model, "other", kind, options); });
  };
  using enum MotorKind;
  EXPECT_EQ(second(rotation, [](auto& o) { o.polynomial = {0.0, 2.0}; }), Keys{""});
  EXPECT_EQ(second(rotation, [](auto& o) { o.axis = {0.0, 0.0, -2.0}; }), Keys{""});
  EXPECT_EQ(second(rotation, [](auto& o) { o.axis = {0.0, 1.0, 1.0}; }), Keys{});
  EXPECT_EQ(second(translation, [](auto&) {}), Keys{});
  EXPECT_EQ(second(rotation,
                   [](auto& o) {
                     o.body = "plate";
                     o.axis = {};
                   }),
            Keys{});
}

TEST(MotorOptionsTest, NamesGroundAmongTheBodies) {
  auto model = one_of_every_kind();
  MotorOptions options;
  options.body = "plate";
  options.to = "nobody";
  options.polynomial = {0.0, 1.0};
  try {
    add_motor(*model, "motor", MotorKind::rotation, options);
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(error.faults().front().remedy.find("ground"), std::string::npos) << error.faults().front().remedy;
  }
}

}  // namespace motor_test
}  // namespace percuss
