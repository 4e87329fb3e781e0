// SPDX-License-Identifier: Apache-2.0
#include "scheme/nonsmooth_generalized_alpha.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "model/linear_body.hpp"
#include "tests/io/model_text.hpp"
#include "tests/scheme/carried_amplification.hpp"
#include "tests/verification/bar_case.hpp"

namespace percuss::test {

namespace nonsmooth_generalized_alpha_test {

struct Form {
  std::string label;
  Values options;
  bool holds_positions() const { return label == "PositionAndVelocity"; }
  NamedScheme scheme(double rho = 0.8) const {
    auto values = options;
    values.emplace_back("rho_inf", rho);
    return {label, "nonsmooth_generalized_alpha", values};
  }
};
void PrintTo(const Form& form, std::ostream* out) { *out << form.label; }

class NonsmoothAlpha : public testing::TestWithParam<Form> {};

INSTANTIATE_TEST_SUITE_P(Levels, NonsmoothAlpha,
                         testing::Values(Form{"Velocity", {{"level", std::string("velocity")}}},
                                         Form{"PositionAndVelocity", {}}),
                         [](const testing::TestParamInfo<Form>& p) { return p.param.label; });

// m = 2, g = 10, h = 0.1, from q = 0.05, v = -1, restitution 1/2: the smooth motion ends at q = -0.1, v = -2. Newton:
// v' = 1/2, J = 2.5, Lambda = 5 on velocity level, which adds h/2 J to the position. Position level adds what takes it
// to the floor, where the motion arrives with the square root of 2: v' is half of that, and 1.5 J of 2 J are lost.
TEST_P(NonsmoothAlpha, AStepWithAnImpactWorkedByHand) {
  for (const double rho : {0.0, 0.5, 0.8, 1.0}) {
    const auto model =
        ParticleOverFloor{.position = {0.05}, .velocity = {-1.0}, .gravity = -10.0, .restitution = 0.5}.build();
    const auto scheme = make(GetParam().scheme(rho), model->system, model->contacts);
    State state = model->initial;
    const auto step = scheme->step(0.1, state);
    ASSERT_TRUE(step.ok());
    EXPECT_TRUE(step.impact);
    const double v = 0.5 * (GetParam().holds_positions() ? std::sqrt(2.0) : 1.0);
    EXPECT_NEAR(state.v[0], v, 1e-15) << rho;  // round-off
    EXPECT_NEAR(state.q[0], GetParam().holds_positions() ? 0.0 : 0.025, 1e-16) << rho;
    EXPECT_NEAR(scheme->contacts()[0].percussion[0], 2.0 * (v + 2.0), 1e-14) << rho;
    // -Lambda (v + v')/2; position level: m (v-^2 - v'^2)/2
    EXPECT_NEAR(step.impact_loss, GetParam().holds_positions() ? 1.5 : 1.25, 1e-14) << rho;
  }
}

TEST_P(NonsmoothAlpha, EveryImpactObeysNewtonsAndCoulombsLaws) {
  constexpr double g = 10.0, mu = 0.1, h = 1e-3, m = 2.0;
  for (const double eps : {0.0, 0.4, 0.9}) {
    const auto model =
        ParticleOverFloor{
            .position = {0.0, 0.05}, .velocity = {3.0, -1.0}, .gravity = -g, .restitution = eps, .friction = mu}
            .build();
    const auto scheme = make(GetParam().scheme(), model->system, model->contacts);
    State state = model->initial;
    int impacts = 0;
    for (int i = 0; i < 400; ++i) {
      const Vector q = state.q, v = state.v;
      const auto step = scheme->step(h, state);
      ASSERT_TRUE(step.ok());
      EXPECT_LT(step.complementarity, 1e-12);
      if (!step.impact) continue;
      ++impacts;
      const double before = GetParam().holds_positions() ? -std::sqrt(v[1] * v[1] + 2.0 * g * q[1]) : v[1];
      const double percussion = m * (-eps * before - (v[1] - g * h));
      EXPECT_NEAR(state.v[1], -eps * before, 1e-12) << "impact " << impacts << ", restitution " << eps;
      EXPECT_NEAR(scheme->contacts()[0].percussion[0], percussion, 1e-12);
      EXPECT_NEAR(state.v[0], v[0] - mu * percussion / m, 1e-12);  // it slides through
    }
    EXPECT_GE(impacts, eps == 0.0 ? 1 : 2) << eps;
  }
}

// Two corners of a box strike at once, from a height that 500 steps or so come down to but for round-off, flat or
// tilted by as little: v' = (1/2 - mu 1.37, 0.37), and the box does not turn.
TEST_P(NonsmoothAlpha, RoundOffDoesNotTellWhichCornerComesFirst) {
  for (const double tilt : {0.0, 1e-15, 3e-14, -1e-13})
    for (const double height : {0.21, 0.22, 0.23, 0.24, 0.25, 0.26, 0.27}) {
      const auto file = read_model_text(fmt::format(R"(percuss: 1
simulation: {{scheme: nonsmooth_generalized_alpha, step: 1.0e-4, end_time: 0.1}}
bodies:
  A: {{type: rigid_body_planar, mass: 2, inertia: 0.3, position: [0, {}], angle: {}, velocity: [0.5, -1]}}
contacts:
  c0: {{type: node_wall, body: A, point: [0.2, -0.2], normal: [0, 1], restitution: 0.37, friction: 0.2}}
  c1: {{type: node_wall, body: A, point: [-0.2, -0.2], normal: [0, 1], restitution: 0.37, friction: 0.2}}
)",
                                                    height, tilt));
      const auto scheme = make(GetParam().scheme(), file.model->system, file.model->contacts);
      State state = file.model->initial;
      for (int i = 0; i < 800; ++i) ASSERT_TRUE(scheme->step(1e-4, state).ok());
      // The solver's tolerance, and the tilt by way of the share of the impulse that each corner takes.
      EXPECT_NEAR(state.v[0], 0.226, 1e-10) << height << " " << tilt;
      EXPECT_NEAR(state.v[1], 0.37, 1e-10) << height << " " << tilt;
      EXPECT_NEAR(state.v[2], 0.0, 1e-10) << height << " " << tilt;
    }
}

TEST_P(NonsmoothAlpha, PenetratesOnVelocityLevelAloneAndByPartOfAStep) {
  const auto model =
      ParticleOverFloor{.position = {0.07}, .velocity = {0.0}, .gravity = -9.81, .restitution = 0.7}.build();
  const auto scheme = make(GetParam().scheme(), model->system, model->contacts);
  State state = model->initial;
  double lowest = 1.0;
  for (int i = 0; i < 1000; ++i) {
    ASSERT_TRUE(scheme->step(1e-3, state).ok());
    lowest = std::min(lowest, state.q[0]);
  }
  if (GetParam().holds_positions()) {
    EXPECT_GE(lowest, -1e-12);
  } else {
    EXPECT_LT(lowest, -1e-5);
    EXPECT_GT(lowest, -0.5e-3 * std::sqrt(2.0 * 9.81 * 0.07));  // half a step of the speed
  }
}

// All forces are constant: with U = h/2 J the ledger closes without the scheme. Position level lifts bodies.
TEST(NonsmoothAlphaOnVelocityLevel, AddsNoEnergyToABouncingBall) {
  const Form velocity{"Velocity", {{"level", std::string("velocity")}}};
  const auto model =
      ParticleOverFloor{.position = {0.07}, .velocity = {0.0}, .gravity = -9.81, .restitution = 0.7}.build();
  const auto scheme = make(velocity.scheme(), model->system, model->contacts);
  State state = model->initial;
  double lost = 0.0;
  for (int i = 0; i < 1000; ++i) lost += scheme->step(1e-3, state).impact_loss;
  const double start = model->system.energy(0.0, model->initial.q, model->initial.v).total();
  EXPECT_NEAR(model->system.energy(state.t, state.q, state.v).total() + lost, start, 1e-12 * start);  // round-off
}

// [ENA]: plastic impacts never feed a linear system, whatever the step, where nothing else damps it.
TEST_P(NonsmoothAlpha, UndampedNeverGivesEnergyToAnElasticBarThatStrikesPlastically) {
  constexpr Index elements = 20;
  const double limit = 1.0 / elements / std::sqrt(3.0 * verification::youngs_modulus / verification::density);
  for (const double steps : {0.3, 1.0, 10.0}) {
    const auto model = verification::bar_at_wall(verification::bar_options(elements));
    const auto scheme = make(GetParam().scheme(1.0), model->system, model->contacts);
    State state = model->initial;
    const double start = verification::total_energy(*model, state);
    double energy = start;
    int impacts = 0;
    const double h = steps * limit;
    while (state.t < 1.2e-3) {
      const auto step = scheme->step(h, state);
      ASSERT_TRUE(step.ok());
      impacts += step.impact ? 1 : 0;
      const double now = verification::total_energy(*model, state);
      EXPECT_LE(now, energy + 1e-13 * start) << "t = " << state.t;  // round-off
      energy = now;
    }
    EXPECT_GE(impacts, 1);
    EXPECT_LT(energy, start);
  }
}

TEST_P(NonsmoothAlpha, FactorsALinearSystemWithContactsTwicePerRun) {
  const auto model = verification::bar_at_wall(verification::bar_options(20));
  const auto scheme = make(GetParam().scheme(), model->system, model->contacts);
  State state = model->initial;
  for (int i = 0; i < 1000; ++i) ASSERT_TRUE(scheme->step(1e-6, state).ok());
  EXPECT_GT(state.v.mean(), 0.0) << "the bar has bounced";
  EXPECT_EQ(scheme->factorisations(), 2);  // M and A
}

/// Two masses on a spring with a damper, the lower one falling on the floor.
struct DampedPair {
  MechanicalSystem system;
  State start{0.0, Eigen::Vector2d(0.025, 0.025), Eigen::Vector2d(-1.0, -1.0)};
  DampedPair() {
    const auto matrix = [](double a, double b, double c) {
      SparseMatrix A(2, 2);
      A.insert(0, 0) = a;
      A.insert(0, 1) = A.insert(1, 0) = b;
      A.insert(1, 1) = c;
      A.makeCompressed();
      return SymmetricMatrix(A);
    };
    system.add(std::make_unique<LinearBody>(matrix(1.0, 0.0, 3.0), matrix(20.0, -20.0, 20.0), matrix(1e4, -1e4, 1e4)));
  }
};

/// g = q_0.
class FirstAboveFloor final : public ContactModel {
 public:
  Index size() const override { return 1; }
  Index num_rows(Index) const override { return 1; }
  const std::string& name(Index) const override { return name_; }
  bool has_constant_jacobian() const override { return true; }
  void gaps(double, VecRef q, VecOut gap) const override { gap[0] = q[0]; }
  void normal_velocities(double, VecRef, VecRef v, VecOut rate) const override { rate[0] = v[0]; }
  void append(double, VecRef, std::span<const Index> closed, Index, ContactSet& set) const override {
    for (const Index k : closed) {
      set.W.push(0, 1.0);
      set.W.finish_column();
      set.finish_contact(k, Cone::unilateral, 1, 0.0, 0.3, 0.0);
    }
  }

 private:
  std::string name_ = "floor";
};

// The equations of the header, checked on the outside: from the state, the accelerations carried and the records.
TEST_P(NonsmoothAlpha, StepsThroughAnImpactOfADampedSystemSatisfyItsEquations) {
  const DampedPair pair;
  const FirstAboveFloor floor;
  constexpr double h = 0.01, rho = 0.6;
  const auto scheme = make(GetParam().scheme(rho), pair.system, floor);
  GeneralizedAlphaOptions smooth;
  smooth.rho_inf = rho;
  const AlphaCoefficients c(smooth);
  const Vector M = Eigen::Vector2d(1.0, 3.0);
  State state = pair.start;
  ASSERT_TRUE(scheme->step(h, state).ok());
  int impacts = 0, stays = 0;
  for (int i = 0; i < 30; ++i) {
    const State old = state;
    const Vector a = *carried_accelerations(*scheme)[0], A = *carried_accelerations(*scheme)[1];
    const auto step = scheme->step(h, state);
    ASSERT_TRUE(step.ok());
    const Vector a_new = *carried_accelerations(*scheme)[0], A_new = *carried_accelerations(*scheme)[1];
    const double Lambda = scheme->contacts()[0].percussion[0];
    impacts += step.impact ? 1 : 0;
    stays += !step.impact && Lambda > 0.0 ? 1 : 0;
    Vector f(2);
    pair.system.forces(state.t, state.q, state.v, f);
    // The iteration's tolerance, 1e-10 of velocities of 1 m/s, times c h/m and k h^2/m at most.
    EXPECT_LT((M.cwiseProduct(a_new) - f).lpNorm<Eigen::Infinity>(), 1e-6) << i;
    const Vector recurrence = (1 - c.alpha_m) * A_new + c.alpha_m * A - (1 - c.alpha_f) * a_new - c.alpha_f * a;
    EXPECT_LT(recurrence.lpNorm<Eigen::Infinity>(), 1e-10) << i;
    const Vector J = state.v - old.v - h * (1 - c.gamma) * A - h * c.gamma * A_new;
    EXPECT_NEAR(J[0], Lambda / M[0], 1e-11) << i;
    EXPECT_NEAR(J[1], 0.0, 1e-11) << i;
    const Vector U = state.q - old.q - h * old.v - h * h * ((0.5 - c.beta) * A + c.beta * A_new);
    EXPECT_NEAR(U[1], 0.0, 1e-13) << i;
    if (GetParam().holds_positions()) {
      EXPECT_GE(state.q[0], -1e-15);
      EXPECT_GE(U[0], -1e-13);
      EXPECT_NEAR(U[0] * state.q[0], 0.0, 1e-15);
    } else {
      EXPECT_NEAR(U[0], 0.5 * h * J[0], 1e-13) << i;
    }
    if (Lambda > 0.0) {
      const double before = GetParam().holds_positions() ? std::min(old.v[0], 0.0) : old.v[0];
      EXPECT_NEAR(state.v[0], -0.3 * before, 1e-12) << i;
    }
  }
  EXPECT_GE(impacts, 1);
  EXPECT_GE(stays, 1);
}

TEST_P(NonsmoothAlpha, InSmoothMotionIsGeneralizedAlpha) {
  for (const double rho : {0.0, 0.5, 0.8, 1.0})
    for (const double omega : {0.1, 1.0, 30.0}) {
      const NamedScheme mixed{"", "mixed_generalized_alpha", {{"rho_inf", rho}}};
      const Matrix R = carried_amplification(GetParam().scheme(rho), omega), S = carried_amplification(mixed, omega);
      EXPECT_LE((R - S).cwiseAbs().maxCoeff(), 1e-12) << rho << ", " << omega;  // round-off
    }
}

TEST_P(NonsmoothAlpha, DampsInfinitelyFastOscillationsByRhoInf) {
  for (const double rho : {0.0, 0.25, 0.5, 0.8, 1.0})  // the cube root of round-off, where eigenvalues meet
    EXPECT_NEAR(spectral_radius(carried_amplification(GetParam().scheme(rho), 1e6)), rho, 2e-4) << rho;
}

TEST_P(NonsmoothAlpha, JointsDriftOnVelocityLevelAlone) {
  auto model = ParticleOverFloor{.position = {0.6, -0.8}, .velocity = {0.8, 0.6}, .gravity = -10.0}.build();
  const UnitCircle joint(Cone::bilateral);
  const auto scheme = make(GetParam().scheme(), model->system, joint);
  State state = model->initial;
  double drift = 0.0;
  for (int i = 0; i < 1000; ++i) {
    const Vector q = state.q;
    ASSERT_TRUE(scheme->step(1e-3, state).ok());
    drift = std::max(drift, std::abs(state.q.norm() - 1.0));
    EXPECT_NEAR(state.q.dot(state.v), 0.0, 1e-9) << i;  // 1e-10 of the velocity: the iteration
  }
  if (GetParam().holds_positions())
    EXPECT_LT(drift, 1e-14);
  else
    EXPECT_GT(drift, 1e-9);
}

// The force of a joint: m (g cos + v^2) on a circle of radius 1.
TEST_P(NonsmoothAlpha, RecordsOfAJointAreItsForce) {
  auto model = ParticleOverFloor{.position = {0.0, -1.0}, .velocity = {1.0, 0.0}, .gravity = -10.0}.build();
  const UnitCircle joint(Cone::bilateral);
  const auto scheme = make(GetParam().scheme(), model->system, joint);
  State state = model->initial;
  for (int i = 0; i < 100; ++i) ASSERT_TRUE(scheme->step(1e-3, state).ok());
  const double exact = 2.0 * (-10.0 * state.q[1] + state.v.squaredNorm());
  EXPECT_NEAR(scheme->contacts()[0].force[0], exact, 1e-3 * exact);  // order 2, on velocity level 1
  EXPECT_NEAR(scheme->contacts()[0].percussion[0], 1e-3 * scheme->contacts()[0].force[0], 1e-15);
}

TEST_P(NonsmoothAlpha, AStepThatFailsMayBeRepeatedWithASmallerOne) {
  auto named = GetParam().scheme();
  named.options.emplace_back("max_iterations", std::int64_t{4});
  MechanicalSystem system;
  system.add(std::make_unique<VariableMass>());
  const FirstAboveFloor floor;
  State state{0.0, Vector::Constant(1, 0.3), Vector::Constant(1, 1.0)};
  const auto scheme = make(named, system, floor);
  const State before = state;
  const auto failure = scheme->step(3.0, state);
  ASSERT_FALSE(failure.ok());
  EXPECT_EQ(failure.report.status, Status::not_converged);
  EXPECT_NE(failure.report.message.find("smaller step"), std::string::npos) << failure.report.message;
  ASSERT_FALSE(scheme->step(1e150, state).ok());  // not finite, even
  EXPECT_EQ(state.q, before.q);
  EXPECT_EQ(state.v, before.v);
  const auto fresh = make(named, system, floor);
  State other = before;
  int impacts = 0;
  for (int i = 0; i < 400; ++i) {
    const auto step = scheme->step(1e-2, state);
    ASSERT_TRUE(step.ok()) << step.report.message;
    ASSERT_TRUE(fresh->step(1e-2, other).ok());
    impacts += step.impact ? 1 : 0;
  }
  EXPECT_GE(impacts, 1);
  EXPECT_LT((state.q - other.q).norm(), 1e-6);  // the tolerance of the iteration: what failed has left nothing behind
}

TEST(NonsmoothAlphaOptions, AreRefusedOutOfTheirRanges) {
  const auto model = ParticleOverFloor{.position = {1.0}, .velocity = {0.0}}.build();
  const auto* type = find_scheme("nonsmooth_generalized_alpha");
  for (const auto& options : {Values{{"rho_inf", 1.1}}, Values{{"rho_inf", -0.1}}, Values{{"tolerance", 0.0}},
                              Values{{"max_iterations", std::int64_t{0}}}})
    EXPECT_THROW(type->make(model->system, model->contacts, {}, options), InputError);
  SolverSet solvers;
  solvers.contact.name = ContactSolverOptions::Name::active_set;
  EXPECT_THROW(type->make(model->system, model->contacts, solvers, {{"level", std::string("velocity")}}), InputError);
  EXPECT_NO_THROW(type->make(model->system, model->contacts, solvers, {}));
}

}  // namespace nonsmooth_generalized_alpha_test

}  // namespace percuss::test
