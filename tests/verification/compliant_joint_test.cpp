// SPDX-License-Identifier: Apache-2.0
// A mass on a joint that gives way: a spring of stiffness 1/compliance, taken implicitly.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "model/joint.hpp"
#include "model/load.hpp"
#include "model/node_wall.hpp"
#include "scheme/scheme_registry.hpp"
#include "simulation/simulation.hpp"
#include "tests/model/models.hpp"

namespace percuss {
namespace compliant_joint_test {

constexpr double mass = 2.0, g = 9.81;

/// A particle held at the origin by a joint of this compliance, moving at `speed`; under gravity when asked for.
std::unique_ptr<Model> held_mass(double compliance, double speed, bool heavy) {
  auto model = std::make_unique<Model>();
  model->add_body("mass", "point_mass", mass_at({0.0}, mass));
  JointOptions joint;
  joint.body = "mass";
  joint.compliance = compliance;
  add_joint(*model, "hold", JointKind::fixed, joint);
  model->initial.v[0] = speed;  // a joint that gives way allows it
  if (heavy) {
    GravityOptions gravity;
    gravity.acceleration = {-g};
    add_gravity(*model, gravity);
  }
  return model;
}

struct Case {
  std::string label, scheme;
  Values options;
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.label; }

class CompliantJoint : public testing::TestWithParam<Case> {
 protected:
  std::unique_ptr<Scheme> make(const Model& model) {
    return find_scheme(GetParam().scheme)->make(model.system, model.contacts, {}, GetParam().options);
  }
};
INSTANTIATE_TEST_SUITE_P(Schemes, CompliantJoint,
                         testing::Values(Case{"HalfExplicit", "half_explicit_velocity", {}},
                                         Case{"MoreauJeanExplicit", "moreau_jean", {{"theta", 0.0}}},
                                         Case{"MoreauJeanHalf", "moreau_jean", {{"theta", 0.5}}},
                                         Case{"MoreauMidpoint", "moreau_midpoint", {}}),
                         [](const testing::TestParamInfo<Case>& p) { return p.param.label; });

// Stiff enough that h is 30 times the explicit limit: the joint settles at its static deflection and carries the
// weight.
TEST_P(CompliantJoint, SettlesAtItsStaticDeflectionHoweverStiff) {
  const double compliance = 1e-9, h = 1e-3;
  const auto model = held_mass(compliance, 0.0, true);
  const auto scheme = make(*model);
  State state = model->initial;
  for (int i = 0; i < 5000; ++i) ASSERT_TRUE(scheme->step(h, state).ok());
  EXPECT_NEAR(state.q[0], -mass * g * compliance, 1e-6 * mass * g * compliance);  // settled to a millionth
  EXPECT_NEAR(scheme->contacts()[0].force[0], mass * g, 1e-5 * mass * g);
}

// x'' = -x / (compliance mass): the period is that of the spring to the order of the scheme.
TEST_P(CompliantJoint, SwingsAtItsOwnFrequency) {
  const double compliance = 1e-2, omega = 1.0 / std::sqrt(compliance * mass), period = 2.0 * std::numbers::pi / omega;
  std::vector<double> errors;
  for (const int steps : {1000, 2000}) {
    const double h = period / steps;
    const auto model = held_mass(compliance, 1.0, false);
    const auto scheme = make(*model);
    State state = model->initial;
    for (int i = 0; i < steps; ++i) ASSERT_TRUE(scheme->step(h, state).ok());
    errors.push_back(std::hypot(state.q[0] * omega, state.v[0] - 1.0));
  }
  // Of the phase: 2 pi (omega h)^2/12 is 1e-5 for 2000 steps. Explicit Euler's positions lag by half a step: after a
  // whole period its error is of order 2, too.
  EXPECT_LT(errors[1], 2e-5);
  EXPECT_NEAR(errors[0] / errors[1], 4.0, 0.2);
}

// Between the schemes' own errors, of order h: what the spring stores is what the mass has lost.
TEST(CompliantJointEnergy, IsStoredNotLost) {
  const auto model = held_mass(1e-2, 1.0, false);
  SimulationSettings settings;
  settings.scheme = "half_explicit_velocity";
  settings.step = 1e-4;
  settings.end_time = 0.2;
  Simulation simulation(*model, settings);
  const auto result = simulation.run({});
  ASSERT_EQ(result.outcome, Outcome::done) << result.message;
  EXPECT_EQ(result.ledger.impact, 0.0);
  EXPECT_NEAR(result.energy.total(), 1.0, 2e-3);  // m v^2/2 = 1 J; h omega = 7e-4 over half a period
  EXPECT_GT(result.energy.potential, 0.0);
  EXPECT_EQ(result.worst.drift, 0.0);  // giving way is no drift
}

// A weight on a soft joint beside a ball that bounces without end: it swings, undamped, between no deflection and twice
// that of its weight. An impact in the model must not cost the spring its share of the step.
TEST(CompliantJointInImpacts, CarriesItsWeightWhileABallBounces) {
  const double compliance = 1e-6, h = 1e-3;
  auto model = held_mass(compliance, 0.0, false);
  model->add_body("ball", "point_mass", mass_at({1e-4}, 1.0));
  NodeWallOptions floor;
  floor.body = "ball";
  floor.restitution = 1.0;
  add_node_wall(*model, "floor", floor);
  GravityOptions gravity;
  gravity.acceleration = {-g};
  add_gravity(*model, gravity);
  const auto scheme = find_scheme("half_explicit_velocity")->make(model->system, model->contacts, {}, {});
  State state = model->initial;
  int impacts = 0;
  double lowest = 0.0;
  for (int i = 0; i < 4000; ++i) {
    const auto step = scheme->step(h, state);
    ASSERT_TRUE(step.ok());
    impacts += step.impact ? 1 : 0;
    if (i > 2000) lowest = std::min(lowest, state.q[0]);
  }
  EXPECT_GT(impacts, 100);
  EXPECT_NEAR(lowest, -2.0 * mass * g * compliance, 0.01 * mass * g * compliance);  // a lost half step sags by 5e-6 m
}

TEST(CompliantJointCapability, IsRefusedBySchemesThatHoldJointsByTheirAcceleration) {
  const auto model = held_mass(1e-2, 0.0, false);
  EXPECT_EQ(lacking(find_scheme("dg_minus")->capabilities, model->system, model->contacts),
            (std::vector<std::string>{"compliant joints, as `hold` is"}));
  EXPECT_TRUE(lacking(find_scheme("moreau_jean")->capabilities, model->system, model->contacts).empty());
  EXPECT_THROW(refuse_incapable(*find_scheme("ggl_unified"), model->system, model->contacts), InputError);
}

TEST(CompliantJointOptions, RefuseANegativeCompliance) {
  auto model = std::make_unique<Model>();
  model->add_body("mass", "point_mass", mass_at({0.0}, mass));
  JointOptions joint;
  joint.body = "mass";
  joint.compliance = -1.0;
  EXPECT_EQ(keys_thrown([&] { add_joint(*model, "hold", JointKind::fixed, joint); }), Keys{"compliance"});
}

}  // namespace compliant_joint_test
}  // namespace percuss
