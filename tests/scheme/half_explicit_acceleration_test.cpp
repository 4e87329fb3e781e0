// SPDX-License-Identifier: Apache-2.0
#include "scheme/half_explicit_acceleration.hpp"

#include <gtest/gtest.h>

#include "tests/scheme/fixtures.hpp"

namespace percuss::test {

namespace half_explicit_acceleration_test {

constexpr double h = 1e-3;
const NamedScheme acceleration_level{"HalfExplicitAcceleration", "half_explicit_acceleration", {}};

TEST(HalfExplicitAcceleration, RefusesFrictionAndNamesSchemesThatWork) {
  const auto model =
      ParticleOverFloor{.position = {0.0, 0.0}, .velocity = {0.0, 0.0}, .gravity = -10.0, .friction = 0.2}.build();
  try {
    make(acceleration_level, model->system, model->contacts);
    FAIL() << "friction must be refused";
  } catch (const InputError& error) {
    ASSERT_EQ(error.faults().size(), 1U);
    EXPECT_NE(error.faults()[0].message.find("`floor`"), std::string::npos) << error.what();
    // What it names must exist and take the model.
    for (const char* name : {"half_explicit_velocity", "explicit_velocity", "moreau_jean", "moreau_midpoint"}) {
      EXPECT_NE(error.faults()[0].remedy.find(name), std::string::npos) << name;
      ASSERT_NE(find_scheme(name), nullptr) << name;
      EXPECT_NO_THROW(find_scheme(name)->make(model->system, model->contacts, {}, {})) << name;
    }
  }
}

// gamma' = W'dot v + W' v' = 0 on a circle of radius 1: the joint's force is the centripetal one, m v^2 / r.
TEST(HalfExplicitAcceleration, AJointGivesTheCentripetalForce) {
  auto model = ParticleOverFloor{.position = {0.0, -1.0}, .velocity = {3.0, 0.0}}.build();
  const UnitCircle joint(Cone::bilateral);
  const auto scheme = make(acceleration_level, model->system, joint);
  State state = model->initial;
  ASSERT_TRUE(scheme->step(h, state).ok());
  // At (q', v_1): |v_1|^2 - (radial part)^2 = 9 (1 + O(h^2)); 1e-4 is ten times (3 h)^2.
  EXPECT_NEAR(scheme->contacts()[0].force[0], 2.0 * 9.0, 18.0 * 1e-4);
  // v_1 = (3, 9 h), q' = (3 h, -1 + 9/2 h^2): worked by hand for the first stage.
  EXPECT_NEAR(state.q[0], 3.0 * h, 1e-12);  // 1e-12: the bias comes from differences, relative error 1e-10
  EXPECT_NEAR(state.q[1], -1.0 + 4.5 * h * h, 1e-12);
}

// I2: a closed contact that opens gets no force, whatever presses on it.
TEST(HalfExplicitAcceleration, AClosedContactThatOpensIsLeftAlone) {
  const auto model = ParticleOverFloor{.position = {-1e-3}, .velocity = {0.5}, .gravity = -10.0}.build();
  const auto scheme = make(acceleration_level, model->system, model->contacts);
  State state = model->initial;
  ASSERT_TRUE(scheme->step(h, state).ok());
  EXPECT_NEAR(state.v[0], 0.5 - 10.0 * h, 1e-16);
  EXPECT_FALSE(scheme->contacts()[0].closed);
}

// A closed contact that the end of a step leaves approaching is stopped there. In the paper it keeps doing so: forces
// act against accelerations only. (The very first step would be an impact.)
TEST(HalfExplicitAcceleration, AnApproachLeftOverIsStoppedUnlikeInThePaper) {
  const auto model = ParticleOverFloor{.position = {-1.2e-5}, .velocity = {6e-3}, .gravity = -10.0}.build();
  for (const char* impact : {"struck", "all"}) {
    const bool paper = impact == std::string("all");
    const auto scheme = make({"", "half_explicit_acceleration", {{"impact", Value(std::string(impact))}}},
                             model->system, model->contacts);
    State state = model->initial;
    ASSERT_TRUE(scheme->step(h, state).ok());
    // Start: opens at 6e-3, no force, v_1 = -4e-3 and q' = -1.1e-5: closed. End: v_1 approaches, so lambda- = m g and
    // v' = 6e-3 - h/2 g = 1e-3.
    EXPECT_NEAR(state.v[0], 1e-3, 1e-16);
    const auto second = scheme->step(h, state);
    ASSERT_TRUE(second.ok());
    // Once more: v_1 = -9e-3, q' = -1.5e-5, v- = 1e-3 - h/2 g = -4e-3.
    EXPECT_NEAR(state.v[0], paper ? -4e-3 : 0.0, 1e-16);
    EXPECT_NEAR(scheme->contacts()[0].percussion[0], paper ? 0.0 : 2.0 * 4e-3, 1e-15);
    EXPECT_FALSE(second.impact);
    for (int i = 0; i < 100; ++i) ASSERT_TRUE(scheme->step(h, state).ok());
    EXPECT_NEAR(state.v[0], paper ? -4e-3 : 0.0, 1e-15);
    EXPECT_NEAR(state.q[0], -1.5e-5 - (paper ? 100 * h * 4e-3 : 0.0), 1e-15);
    EXPECT_NEAR(scheme->contacts()[0].force[0], 20.0, 1e-12);
  }
}

TEST(HalfExplicitAcceleration, WithAFixedClosedSetIsVelocityVerlet) {
  // The same stepping on velocity and on acceleration level: W is constant and the gap at rest.
  const auto model = ParticleOverFloor{.position = {0.0, 0.0}, .velocity = {1.0, 0.0}, .gravity = -10.0}.build();
  const auto scheme = make(acceleration_level, model->system, model->contacts);
  const auto reference = make({"", "half_explicit_velocity", {}}, model->system, model->contacts);
  State a = model->initial, b = a;
  for (int i = 0; i < 100; ++i) {
    ASSERT_TRUE(scheme->step(h, a).ok());
    ASSERT_TRUE(reference->step(h, b).ok());
  }
  EXPECT_EQ(a.q, b.q);
  EXPECT_EQ(a.v, b.v);
}

}  // namespace half_explicit_acceleration_test

}  // namespace percuss::test
