// SPDX-License-Identifier: Apache-2.0
#include "simulation/simulation.hpp"

#include <gtest/gtest.h>

#include "core/fault.hpp"
#include "tests/scheme/fixtures.hpp"
#include "tests/verification/bar_case.hpp"

namespace percuss {

namespace simulation_test {

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

/// x'' = k x, unit mass: a stick that topples. The matrix of an implicit step, 1 - (h/2)^2 k, loses its definiteness at
/// h = 2/sqrt(k).
class Toppling final : public Body {
 public:
  Index num_q() const override { return 1; }
  Index num_v() const override { return 1; }
  bool has_constant_tangent() const override { return true; }
  bool forces_depend_on_velocity() const override { return false; }
  bool forces_depend_on_time() const override { return false; }
  void advance(VecRef q, double a, VecRef v, double b, VecRef w, VecOut next) const override {
    next[0] = q[0] + a * v[0] + b * w[0];
  }
  void forces(double, VecRef q, VecRef, VecOut f) const override { f[0] = stiffness * q[0]; }
  void tangent(double, VecRef, VecRef, TangentWeights w, SparseMatrix& A) const override {
    A.resize(1, 1);
    A.insert(0, 0) = w.mass - w.stiffness * stiffness;
    A.makeCompressed();
  }
  Energy energy(double, VecRef q, VecRef v) const override {
    return {0.5 * v[0] * v[0], -0.5 * stiffness * q[0] * q[0]};
  }
  Work work(double, double, VecRef, VecRef, VecRef) const override { return {}; }
  static constexpr double stiffness = 100.0;
};

std::unique_ptr<Model> toppling_stick() {
  auto model = std::make_unique<Model>();
  model->system.add(std::make_unique<Toppling>());
  model->initial = {0.0, Vector::Constant(1, 0.1), Vector::Constant(1, -0.5)};
  return model;
}

TEST(Simulation, RepeatsAStepThatFailsInHalves) {
  const auto model = toppling_stick();
  auto whole = settings("moreau_jean", 0.5, 1.5);  // the limit is 0.2 s: a quarter works
  auto quarter = whole;
  quarter.step = 0.125;
  std::vector<double> rows;
  Simulation::Hooks hooks;
  hooks.row = [&](const Sample& sample) { rows.push_back(sample.state.t); };
  Simulation simulation(*model, whole), reference(*model, quarter);
  const auto result = simulation.run(hooks);
  ASSERT_EQ(result.outcome, Outcome::done) << result.message;
  EXPECT_EQ(rows, (std::vector<double>{0.0, 0.5, 1.0, 1.5})) << "the times of the whole steps stay";
  EXPECT_EQ(result.steps, 3);
  EXPECT_EQ(result.retried_steps, 3);
  EXPECT_EQ(result.smaller_steps, 12);
  EXPECT_EQ(reference.run({}).retried_steps, 0);
  EXPECT_EQ(simulation.state().q, reference.state().q);
  EXPECT_EQ(simulation.state().v, reference.state().v);
}

TEST(Simulation, EndsWithTheLastGoodStateWhenSmallerStepsFailToo) {
  const auto model = toppling_stick();
  auto s = settings("moreau_jean", 0.5, 1.5);
  for (const Index retries : {0, 1}) {
    s.retries = retries;
    std::vector<double> states;
    Simulation::Hooks hooks;
    hooks.state = [&](const State& state) { states.push_back(state.t); };
    const auto result = Simulation(*model, s).run(hooks);
    EXPECT_EQ(result.outcome, Outcome::failed);
    EXPECT_EQ(result.steps, 0);
    EXPECT_EQ(result.t, 0.0);
    EXPECT_EQ(states, std::vector<double>{0.0});
    EXPECT_TRUE(result.message.starts_with("step 1 at t = 0 s failed: ")) << result.message;
    EXPECT_EQ(result.message.find("halving the step 1 time did not help") == std::string::npos, retries == 0);
  }
}

/// A stick that is not to be moved beyond a time: its matrix is lost then.
class Breaking final : public Body {
 public:
  Index num_q() const override { return 1; }
  Index num_v() const override { return 1; }
  bool has_constant_tangent() const override { return false; }
  bool forces_depend_on_velocity() const override { return false; }
  bool forces_depend_on_time() const override { return false; }
  void advance(VecRef q, double a, VecRef v, double b, VecRef w, VecOut next) const override {
    next[0] = q[0] + a * v[0] + b * w[0];
  }
  void forces(double, VecRef, VecRef, VecOut f) const override { f[0] = 0.0; }
  void tangent(double t, VecRef, VecRef, TangentWeights w, SparseMatrix& A) const override {
    A.resize(1, 1);
    A.insert(0, 0) = t < 0.35 ? w.mass : -1.0;
    A.makeCompressed();
  }
  Energy energy(double, VecRef, VecRef v) const override { return {0.5 * v[0] * v[0], 0.0}; }
  Work work(double, double, VecRef, VecRef, VecRef) const override { return {}; }
};

TEST(Simulation, KeepsTheSmallerStepsThatWentWellBeforeTheEnd) {
  auto model = std::make_unique<Model>();
  model->system.add(std::make_unique<Breaking>());
  model->initial = {0.0, Vector::Zero(1), Vector::Ones(1)};
  auto s = settings("moreau_jean", 0.2, 1.0);
  s.scheme_options = {{"theta", 0.0}};  // needs the matrix at both ends of a step
  std::vector<double> rows, states, positions;
  Simulation::Hooks hooks;
  hooks.row_every = hooks.state_every = 1;
  hooks.row = [&](const Sample& sample) { rows.push_back(sample.state.t); };
  hooks.state = [&](const State& state) {
    states.push_back(state.t);
    positions.push_back(state.q[0]);
  };
  const auto result = Simulation(*model, s).run(hooks);
  EXPECT_EQ(result.outcome, Outcome::failed);
  EXPECT_EQ(result.steps, 1);
  EXPECT_EQ(result.smaller_steps, 3);  // 0.2 -> 0.3 -> 0.325 -> 0.3375; the next of 0.2/16 would reach 0.35
  ASSERT_EQ(states.size(), 3U);
  EXPECT_NEAR(states[2], 0.3375, 1e-15);
  EXPECT_NEAR(positions[2], 0.3375, 1e-15);
  EXPECT_EQ(rows, states);
  EXPECT_EQ(result.t, states[2]);
}

}  // namespace simulation_test

}  // namespace percuss
