// SPDX-License-Identifier: Apache-2.0
#include "simulation/simulation.hpp"

#include <gtest/gtest.h>

#include "core/fault.hpp"
#include "tests/scheme/fixtures.hpp"
#include "tests/verification/bar_case.hpp"

namespace percuss {

namespace {

SimulationSettings settings(const std::string& scheme, double step, double end) {
  SimulationSettings s;
  s.scheme = scheme;
  s.step = step;
  s.end_time = end;
  return s;
}

std::unique_ptr<Model> falling_particle() {
  return test::ParticleOverFloor{.position = {1.0}, .velocity = {0.0}, .gravity = -10.0, .restitution = 0.5}.build();
}

TEST(Simulation, EndsAtTheEndTimeWithACutLastStep) {
  const auto model = falling_particle();
  const auto s = settings("half_explicit_velocity", 0.03, 0.1);
  Simulation simulation(*model, s);
  EXPECT_EQ(simulation.num_steps(), 4);
  const auto result = simulation.run({});
  EXPECT_EQ(result.outcome, Outcome::done);
  EXPECT_EQ(simulation.state().t, 0.1);
  EXPECT_NEAR(simulation.state().q[0], 1.0 - 5.0 * 0.01, 1e-15);  // constant acceleration is integrated exactly
}

TEST(Simulation, CountsADurationOfWholeStepsAsWholeSteps) {
  const auto model = falling_particle();
  for (const double step : {0.1, 0.01, 0.001, 1e-4}) {
    const auto s = settings("moreau_jean", step, 0.3);
    Simulation simulation(*model, s);
    EXPECT_EQ(simulation.num_steps(), static_cast<Index>(std::lround(0.3 / step)));
    EXPECT_EQ(simulation.run({}).factorisations, 1) << "round-off in t must not make it factor again";
  }
}

TEST(Simulation, CallsForRowsAtTheStartEveryFewStepsAndAtTheEnd) {
  const auto model = falling_particle();
  const auto s = settings("moreau_midpoint", 0.01, 0.1);
  Simulation simulation(*model, s);
  std::vector<double> rows, states;
  Simulation::Hooks hooks;
  hooks.row_every = 4;
  hooks.state_every = 0;
  hooks.row = [&](const Sample& sample) { rows.push_back(sample.state.t); };
  hooks.state = [&](const State& state) { states.push_back(state.t); };
  simulation.run(hooks);
  ASSERT_EQ(rows.size(), 4U);  // t = 0, 0.04, 0.08, 0.1
  EXPECT_DOUBLE_EQ(rows[1], 0.04);
  EXPECT_DOUBLE_EQ(rows[3], 0.1);
  EXPECT_EQ(states, (std::vector<double>{0.0, 0.1}));
}

TEST(Simulation, SumsThePercussionsBetweenRows) {
  const auto model = verification::bar_at_wall(verification::bar_options(10));
  const auto s = settings("half_explicit_velocity", 1e-6, 6e-4);
  double seen = 0.0;
  Simulation::Hooks hooks;
  hooks.row_every = 97;  // the impact falls between rows
  hooks.row = [&](const Sample& sample) { seen += sample.percussions[0][0]; };
  Simulation(*model, s).run(hooks);
  const auto response = verification::v0 * verification::density * verification::area * 0.1 / (2.0 * std::sqrt(3.0));
  EXPECT_NEAR(seen, response, 1e-8);  // the exact value has a term (2 - sqrt 3)^(2N) more
}

TEST(Simulation, LedgerClosesWithLoadsDampersFrictionAndImpacts) {
  for (const char* scheme : {"half_explicit_velocity", "moreau_jean", "moreau_midpoint"}) {
    auto model =
        test::ParticleOverFloor{
            .position = {0.0, 0.1}, .velocity = {1.0, 0.0}, .gravity = -10.0, .restitution = 0.5, .friction = 0.3}
            .build();
    ForceOptions push;
    push.body = "particle";
    push.history = {{0.0, 0.0}, {0.5, 4.0}};
    add_force(*model, push);
    const auto s = settings(scheme, 1e-4, 0.5);
    const auto result = Simulation(*model, s).run({});
    EXPECT_GT(result.ledger.friction, 0.0) << scheme;
    EXPECT_GT(result.ledger.impact, 0.0) << scheme;
    EXPECT_GT(result.ledger.applied, 0.0) << scheme;
    // Constant and linear forces are integrated exactly but for the steps of the impacts (order h each).
    EXPECT_NEAR(result.energy_scheme(), 0.0, 2e-3) << scheme;
  }
}

TEST(Simulation, RefusesAStepAboveTheStabilityLimitAndNamesIt) {
  const auto model = verification::bar_at_wall(verification::bar_options(50));
  auto s = settings("half_explicit_velocity", 2.3e-6, 1e-3);
  try {
    const Simulation simulation(*model, s);
    FAIL() << "the step was accepted";
  } catch (const InputError& error) {
    EXPECT_EQ(error.faults()[0].key, "simulation.step");
    EXPECT_NE(error.faults()[0].message.find("2.22539e-06"), std::string::npos) << error.what();
    EXPECT_NE(error.faults()[0].remedy.find("allow_unstable_step"), std::string::npos);
  }
  s.step = 2.2e-6;
  EXPECT_NO_THROW(Simulation(*model, s));
  s.stability_fraction = 0.9;
  EXPECT_THROW(Simulation(*model, s), InputError);
  s.allow_unstable_step = true;
  EXPECT_NO_THROW(Simulation(*model, s));
}

TEST(Simulation, AcceptsTheStepThatItsRefusalRecommends) {
  for (const Index elements : {7, 50, 1000, 12345}) {
    const auto model = verification::bar_at_wall(verification::bar_options(elements));
    auto s = settings("half_explicit_velocity", 1.0, 2.0);
    for (const double fraction : {1.0, 0.5, 0.3}) {
      s.step = 1.0;
      s.stability_fraction = fraction;
      try {
        const Simulation refused(*model, s);
        FAIL() << "the step was accepted";
      } catch (const InputError& error) {
        const auto& remedy = error.faults()[0].remedy;
        s.step = std::stod(remedy.substr(remedy.find("<= ") + 3));
      }
      EXPECT_NO_THROW(Simulation(*model, s)) << elements << " elements, step " << s.step;
    }
  }
}

TEST(Simulation, RunsTwiceAlike) {
  const auto model = falling_particle();
  const auto s = settings("half_explicit_velocity", 0.01, 0.8);
  Simulation simulation(*model, s);
  const auto first = simulation.run({});
  const Vector q = simulation.state().q;
  const auto second = simulation.run({});
  EXPECT_EQ(simulation.state().q, q);
  EXPECT_EQ(first.impacts, second.impacts);
  EXPECT_EQ(first.ledger.impact, second.ledger.impact);
}

TEST(Simulation, ReportsVelocitiesThatAreNoLongerFinite) {
  const auto model = verification::bar_at_wall(verification::bar_options(50));
  auto s = settings("half_explicit_velocity", 1e-4, 1.0);
  s.allow_unstable_step = true;
  const auto result = Simulation(*model, s).run({});
  EXPECT_EQ(result.outcome, Outcome::failed);
  EXPECT_LT(result.steps, 10000);
  EXPECT_FALSE(result.message.empty());
}

TEST(Simulation, JudgesItsCertificates) {
  const auto model = verification::bar_at_wall(verification::bar_options(10));
  auto s = settings("half_explicit_velocity", 1e-6, 6e-4);
  s.limits.penetration = 1e-6;
  s.limits.residual = 1e-9;
  s.limits.energy_error = 1e-3;
  EXPECT_EQ(Simulation(*model, s).run({}).outcome, Outcome::done);
  s.limits.penetration = 1e-12;
  const auto result = Simulation(*model, s).run({});
  EXPECT_EQ(result.outcome, Outcome::certificate_broken);
  EXPECT_NE(result.message.find("penetration"), std::string::npos);
}

TEST(Simulation, StopsWhenAskedTo) {
  const auto model = falling_particle();
  const auto s = settings("half_explicit_velocity", 0.01, 1.0);
  Simulation::Hooks hooks;
  hooks.stop = [] { return true; };
  const auto result = Simulation(*model, s).run(hooks);
  EXPECT_EQ(result.outcome, Outcome::interrupted);
  EXPECT_EQ(result.steps, 1);
}

TEST(Simulation, CountsImpactsAndFindsTheAccumulationOfABouncingBall) {
  const auto model = falling_particle();
  const auto s = settings("half_explicit_velocity", 1e-4, 2.0);
  const auto result = Simulation(*model, s).run({});
  // t_1 = sqrt(2/g) = 0.447, accumulation at t_1 (1 + 2 sum 0.5^n) = 3 t_1 = 1.34 s; then rest.
  EXPECT_GT(result.impacts, 8);
  EXPECT_NEAR(result.energy.total(), 0.0, 20.0 * 1e-3);  // m g times a penetration of at most h |v| = 4.5e-4 m
}

}  // namespace

}  // namespace percuss
