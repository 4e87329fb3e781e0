// SPDX-License-Identifier: Apache-2.0
#include "scheme/explicit_velocity.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/scheme/fixtures.hpp"

namespace percuss::test {

namespace explicit_velocity_test {

constexpr double h = 1e-3, g = 10.0, m = 2.0;

NamedScheme forecast(const std::string& what) { return {what, "explicit_velocity", {{"forecast", Value(what)}}}; }

TEST(ExplicitVelocityOptions, ForecastTheForcesUnlessToldOtherwise) {
  const auto infos = ExplicitVelocityOptions::parameters().infos();
  ASSERT_EQ(infos.size(), 2U);
  EXPECT_EQ(infos[0].choices, (std::vector<std::string>{"forces", "zero"}));
  EXPECT_EQ(std::get<std::string>(infos[0].standard.value()), "forces");
  EXPECT_EQ(infos[1].choices, (std::vector<std::string>{"struck", "all"}));
  EXPECT_EQ(std::get<std::string>(infos[1].standard.value()), "struck");
}

// A resting weight, f~ = 0. First step: lambda+ = 0 for gamma = 0, v_1 = -g h; lambda- = m g answers v_1:
// v' = -g h/2. With v = -a g h a step gives lambda+ = a m g, v_1 = -g h, lambda- = m g, v' = -(1 + a)/2 g h:
// it sinks at -g h in the end, and the force is right.
TEST(ExplicitVelocity, LetsAWeightSinkAtTheSpeedOfOneStepsFallWithoutForecast) {
  const auto model = ParticleOverFloor{.position = {0.0}, .velocity = {0.0}, .gravity = -g}.build();
  const auto scheme = make(forecast("zero"), model->system, model->contacts);
  State state = model->initial;
  for (int i = 1; i <= 60; ++i) {
    ASSERT_TRUE(scheme->step(h, state).ok());
    EXPECT_NEAR(state.v[0], -g * h * (1.0 - std::pow(0.5, i)), 1e-16) << i;
    EXPECT_NEAR(scheme->contacts()[0].force[0], m * g, 1e-12) << i;
  }
}

TEST(ExplicitVelocity, HoldsAWeightWhenItForecastsTheForces) {
  const auto model = ParticleOverFloor{.position = {0.0}, .velocity = {0.0}, .gravity = -g}.build();
  const auto scheme = make(forecast("forces"), model->system, model->contacts);
  State state = model->initial;
  for (int i = 0; i < 60; ++i) ASSERT_TRUE(scheme->step(h, state).ok());
  EXPECT_EQ(state.v[0], 0.0);
  EXPECT_EQ(state.q[0], 0.0);
  EXPECT_NEAR(scheme->contacts()[0].force[0], m * g, 1e-12);
}

// Sliding at 1 with mu = 0.5 on a weight: lambda_T = -mu lambda_N opposes the slip in both halves of the step.
TEST(ExplicitVelocity, BrakesASlidingBlockByCoulombsLaw) {
  const auto model =
      ParticleOverFloor{.position = {0.0, 0.0}, .velocity = {1.0, 0.0}, .gravity = -g, .friction = 0.5}.build();
  for (const char* what : {"forces", "zero"}) {
    const auto scheme = make(forecast(what), model->system, model->contacts);
    State state = model->initial;
    ASSERT_TRUE(scheme->step(h, state).ok());
    // `zero`: no lambda+ in the first step, half of the braking.
    const double share = std::string(what) == "zero" ? 0.5 : 1.0;
    EXPECT_NEAR(state.v[0], 1.0 - share * 0.5 * g * h, 1e-15) << what;
    EXPECT_NEAR(std::abs(scheme->contacts()[0].force[1]), 0.5 * m * g, 1e-12) << what;
  }
}

TEST(ExplicitVelocity, StrikesByNewtonsLawWhateverItForecasts) {
  const auto model = ParticleOverFloor{.position = {0.5 * h}, .velocity = {-1.0}, .restitution = 0.4}.build();
  for (const char* what : {"forces", "zero"}) {
    const auto scheme = make(forecast(what), model->system, model->contacts);
    State state = model->initial;
    EXPECT_TRUE(scheme->step(h, state).impact) << what;
    EXPECT_NEAR(state.v[0], 0.4, 1e-15) << what;
    EXPECT_NEAR(scheme->contacts()[0].percussion[0], m * 1.4, 1e-15) << what;
  }
}

}  // namespace explicit_velocity_test

}  // namespace percuss::test
