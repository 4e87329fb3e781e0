// SPDX-License-Identifier: Apache-2.0
// What D+ and D- do beyond what all schemes do: hand-worked steps, orders, joints, impacts, what stands inside a step.
#include <gtest/gtest.h>

#include "core/decompositions.hpp"
#include "model/rigid_body.hpp"
#include "scheme/dg_minus.hpp"
#include "scheme/dg_plus.hpp"
#include "scheme/oscillator.hpp"
#include "scheme/stability.hpp"
#include "tests/scheme/fixtures.hpp"

namespace percuss::test {

namespace dg_test {

struct Case {
  bool plus;
  int M;
  double order() const { return M % 2 == 1 ? M + 1 : M + 2; }  // even degrees: one more, as Simpson's rule
};
void PrintTo(const Case& c, std::ostream* out) { *out << (c.plus ? "Plus" : "Minus") << c.M; }

std::unique_ptr<TimeGalerkin> make(const Case& c, const MechanicalSystem& system, const ContactModel& contacts,
                                   TimeGalerkinOptions options = {}) {
  options.order = c.M;
  if (c.plus) return std::make_unique<DgPlus>(system, contacts, SolverSet{}, options);
  return std::make_unique<DgMinus>(system, contacts, SolverSet{}, options);
}

class Dg : public testing::TestWithParam<Case> {};

INSTANTIATE_TEST_SUITE_P(Schemes, Dg,
                         testing::Values(Case{false, 1}, Case{false, 2}, Case{false, 3}, Case{false, 4}, Case{true, 1},
                                         Case{true, 2}, Case{true, 3}, Case{true, 4}),
                         [](const testing::TestParamInfo<Case>& p) { return testing::PrintToString(p.param); });

/// v' = -4 q - v/2 from (1, 2).
struct DampedOscillator {
  DampedOscillator() { system.add(std::make_unique<Oscillator>(2.0, 0.5)); }
  MechanicalSystem system;
  NoContacts none;
  State state{0.0, Vector::Constant(1, 1.0), Vector::Constant(1, 2.0)};
};

TEST(DgMinus, OfOrderOneForecastsTheVelocityAndThenTakesTheTrapezoidalRule) {
  DampedOscillator o;
  DgMinus scheme(o.system, o.none, {});
  ASSERT_TRUE(scheme.step(0.1, o.state).ok());
  // a_0 = -5, v_1 = 1.5, q' = 1 + 0.05 * 3.5 = 1.175, a_1 = -5.45, v' = 2 - 0.05 * 10.45
  EXPECT_NEAR(o.state.q[0], 1.175, 1e-15);
  EXPECT_NEAR(o.state.v[0], 1.4775, 1e-15);
  Vector q(1), v(1);
  scheme.sample(1.0, q, v);
  EXPECT_NEAR(v[0], 1.5, 1e-15);  // the limit from inside, before the jump
}

TEST(DgPlus, OfOrderOneLooksBackAtTheVelocityItStartedFrom) {
  DampedOscillator o;
  DgPlus scheme(o.system, o.none, {});
  ASSERT_TRUE(scheme.step(0.1, o.state).ok());
  Vector q(1), v_0(1);
  scheme.sample(0.0, q, v_0);
  // The equations of Alg. 3.3, for the values that came out; 1e-13 is the tolerance of the sweeps.
  const double a_0 = -4.0 - 0.5 * v_0[0], a_1 = -4.0 * o.state.q[0] - 0.5 * o.state.v[0];
  EXPECT_NEAR(v_0[0], 2.0 + 0.05 * (a_0 - a_1), 1e-12);
  EXPECT_NEAR(o.state.v[0], 2.0 + 0.05 * (a_0 + a_1), 1e-12);
  EXPECT_NEAR(o.state.q[0], 1.0 + 0.05 * (v_0[0] + o.state.v[0]), 1e-12);
  EXPECT_GT(std::abs(v_0[0] - 2.0), 1e-3);  // it does jump
}

TEST(DgSchemes, OfOrderOneIsVelocityVerletWithoutDependenceOnVelocities) {
  MechanicalSystem system;
  system.add(std::make_unique<Oscillator>(3.0, 0.0));
  const NoContacts none;
  for (const bool plus : {false, true}) {
    const auto scheme = make(Case{plus, 1}, system, none);
    double q = 0.3, v = 1.0;
    State state{0.0, Vector::Constant(1, q), Vector::Constant(1, v)};
    for (int i = 0; i < 100; ++i) {
      const double a = -9.0 * q;
      q += 0.1 * v + 0.005 * a;
      v += 0.05 * (a - 9.0 * q);
      ASSERT_TRUE(scheme->step(0.1, state).ok());
    }
    EXPECT_NEAR(state.q[0], q, 1e-13);  // round-off of 100 steps
    EXPECT_NEAR(state.v[0], v, 1e-13);
  }
}

/// Classical Runge-Kutta of order 4 on q'' = a(q, q') to t = 1, with steps of 1e-4: error about 1e-15.
template <class Acceleration>
std::pair<double, double> reference(double q, double v, Acceleration&& a) {
  for (int i = 0; i < 10000; ++i) {
    const double h = 1e-4, k1 = v, l1 = a(q, v), k2 = v + 0.5 * h * l1, l2 = a(q + 0.5 * h * k1, k2);
    const double k3 = v + 0.5 * h * l2, l3 = a(q + 0.5 * h * k2, k3), k4 = v + h * l3, l4 = a(q + h * k3, k4);
    q += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    v += h / 6 * (l1 + 2 * l2 + 2 * l3 + l4);
  }
  return {q, v};
}

TEST_P(Dg, MassThatDependsOnThePositionConvergesAtItsOrder) {
  MechanicalSystem system;
  system.add(std::make_unique<VariableMass>());
  const NoContacts none;
  const auto exact = reference(0.3, 1.0, [](double x, double w) { return (-x * w * w - x) / (1.0 + x * x); });
  std::vector<double> hs{1.0 / 6, 1.0 / 12, 1.0 / 24}, errors;
  for (const double h : hs) {
    const auto scheme = make(GetParam(), system, none);
    State state{0.0, Vector::Constant(1, 0.3), Vector::Constant(1, 1.0)};
    for (int i = 0; i < std::lround(1.0 / h); ++i) ASSERT_TRUE(scheme->step(h, state).ok());
    errors.push_back(std::max(std::abs(state.q[0] - exact.first), std::abs(state.v[0] - exact.second)));
  }
  EXPECT_NEAR(order(hs, errors), GetParam().order(), 0.3);  // large steps, for round-off to stay below the error
}

// Acceleration level: the joint is kept by W' v' + W'dot v = 0 alone, so that it drifts, but by the scheme's error
// only.
TEST_P(Dg, APendulumOnAJointConvergesAndDriftsAtItsOrder) {
  constexpr double g = 10.0;
  const auto [angle, rate] = reference(1.0, 0.0, [](double x, double) { return -g * std::sin(x); });
  std::vector<double> hs{1.0 / 16, 1.0 / 32, 1.0 / 64}, errors, drifts;
  for (const double h : hs) {
    const auto model =
        ParticleOverFloor{.position = {std::sin(1.0), -std::cos(1.0)}, .velocity = {0.0, 0.0}, .gravity = -g}.build();
    const UnitCircle joint(Cone::bilateral);
    const auto scheme = make(GetParam(), model->system, joint);
    State state = model->initial;
    for (int i = 0; i < std::lround(1.0 / h); ++i) ASSERT_TRUE(scheme->step(h, state).ok());
    errors.push_back(std::hypot(state.q[0] - std::sin(angle), state.q[1] + std::cos(angle)));
    drifts.push_back(std::abs(state.q.norm() - 1.0));
    // m (g cos + l w^2): the force of the joint is as good as the motion; it pushes along -q.
    EXPECT_NEAR(-scheme->contacts()[0].force[0] / 2.0, -g * std::cos(angle) - rate * rate, 300.0 * h * h);
  }
  const double least = GetParam().M + 1 - 0.3;
  EXPECT_GT(order(hs, errors), least);
  EXPECT_GT(order(hs, drifts), least);
}

TEST_P(Dg, AcrossAnImpactTheOrderIsOne) {
  // A fall from 0.5 with g = 1 ends at t = 1 with speed 1; at t = 1.5 the ball is on its way up. The error depends on
  // where the impact falls in its step: the mean over many step sizes shows the order.
  constexpr double eps = 0.5, T = 1.5;
  const double q = eps * (T - 1.0) - 0.5 * (T - 1.0) * (T - 1.0), v = eps - (T - 1.0);
  std::vector<double> hs, errors;
  for (const int steps : {50, 200, 800}) {
    double error = 0.0;
    for (int n = steps; n < steps + 50; ++n) {
      const auto model =
          ParticleOverFloor{.position = {0.5}, .velocity = {0.0}, .gravity = -1.0, .restitution = eps}.build();
      const auto scheme = make(GetParam(), model->system, model->contacts);
      State state = model->initial;
      for (int i = 0; i < n; ++i) ASSERT_TRUE(scheme->step(T / n, state).ok());
      error += (std::abs(state.q[0] - q) + std::abs(state.v[0] - v)) / 50;
    }
    hs.push_back(T / (steps + 25));
    errors.push_back(error);
  }
  EXPECT_NEAR(order(hs, errors), 1.0, 0.15);  // 50 samples of the phase
}

TEST_P(Dg, WhatAContactPassesOnIsWhatTheBallGets) {
  constexpr double m = 2.0, g = 10.0, h = 0.01;
  const auto model =
      ParticleOverFloor{.position = {0.3}, .velocity = {-0.4}, .gravity = -g, .restitution = 0.6}.build();
  const auto scheme = make(GetParam(), model->system, model->contacts);
  State state = model->initial;
  double momentum = 0.0, lost = 0.0;
  int impacts = 0;
  for (int i = 0; i < 200; ++i) {
    const double kinetic = 0.5 * m * state.v[0] * state.v[0];
    const auto step = scheme->step(h, state);
    ASSERT_TRUE(step.ok());
    const double percussion = scheme->contacts()[0].percussion[0], force = scheme->momentum(1.0, 0, 0);
    EXPECT_GE(percussion, 0.0);
    momentum += force + percussion;
    lost += step.impact_loss;
    impacts += step.impact ? 1 : 0;
    if (step.impact) {  // Newton: m/2 (v-^2 - v+^2) with v- = -v+/eps
      EXPECT_NEAR(step.impact_loss, 0.5 * m * state.v[0] * state.v[0] * (1.0 / 0.36 - 1.0), 1e-12 * (1.0 + kinetic));
    } else {  // in the end, what gravity has brought in one step at a closed contact is stopped
      EXPECT_LE(step.impact_loss, 0.5 * m * g * h * g * h);
    }
  }
  EXPECT_GE(impacts, 3);
  EXPECT_GT(lost, 0.0);
  EXPECT_NEAR(m * (state.v[0] + 0.4), momentum - m * g * 200 * h, 1e-11);  // round-off of 200 steps, 40 N s in all
}

TEST_P(Dg, TheSolutionInsideAStepJoinsItsEndsAndItsVelocityIsTheRateOfItsPosition) {
  DampedOscillator o;
  const auto scheme = make(GetParam(), o.system, o.none);
  const State before = o.state;
  const double h = 0.2;
  ASSERT_TRUE(scheme->step(h, o.state).ok());
  Vector q(1), v(1), left(1), right(1), unused(1);
  scheme->sample(0.0, q, v);
  EXPECT_EQ(q[0], before.q[0]);
  if (!GetParam().plus) {
    EXPECT_EQ(v[0], before.v[0]);
  }
  scheme->sample(1.0, q, v);
  EXPECT_NEAR(q[0], o.state.q[0], 1e-12);  // tolerance of the sweeps
  if (GetParam().plus) {
    EXPECT_NEAR(v[0], o.state.v[0], 1e-12);
  }
  for (const double s : {0.2, 0.5, 0.9}) {
    scheme->sample(s, q, v);
    scheme->sample(s - 1e-4, left, unused);
    scheme->sample(s + 1e-4, right, unused);
    EXPECT_NEAR((right[0] - left[0]) / (2e-4 * h), v[0], 1e-6);  // central difference
  }
}

// A block rests on the floor (restitution 0.5) and runs into a wall: the floor goes on carrying it, and it does not
// hop.
TEST_P(Dg, AnImpactElsewhereLeavesARestingContactAlone) {
  auto model =
      ParticleOverFloor{.position = {0.055, 0.0}, .velocity = {-1.0, 0.0}, .gravity = -10.0, .restitution = 0.5}
          .build();
  NodeWallOptions wall;
  wall.body = "particle";
  wall.normal = {1.0, 0.0};
  wall.restitution = 0.5;
  add_node_wall(*model, "wall", wall);
  const auto scheme = make(GetParam(), model->system, model->contacts);
  State state = model->initial;
  int impacts = 0;
  for (int i = 0; i < 20; ++i) {
    const auto step = scheme->step(0.01, state);
    ASSERT_TRUE(step.ok());
    impacts += step.impact ? 1 : 0;
    EXPECT_NEAR(scheme->contacts()[0].force[0], 20.0, 1e-11);
    EXPECT_NEAR(scheme->contacts()[0].percussion[0], 0.0, 1e-15);
  }
  EXPECT_EQ(impacts, 1);
  EXPECT_NEAR(state.v[0], 0.5, 1e-15);
  EXPECT_NEAR(state.q[1], 0.0, 1e-15);
}

TEST_P(Dg, AContactLetsGoWhenItsForceWouldPull) {
  // Lifted by 40 t against 20 N: off the floor at t = 1/2, then m x'' = 40 t - 20.
  auto model = ParticleOverFloor{.position = {0.0}, .velocity = {0.0}, .gravity = -10.0}.build();
  ForceOptions lift;
  lift.body = "particle";
  lift.history = {{0.0, 0.0}, {2.0, 80.0}};
  add_force(*model, lift);
  const auto scheme = make(GetParam(), model->system, model->contacts);
  State state = model->initial;
  for (int i = 0; i < 30; ++i) {
    ASSERT_TRUE(scheme->step(1.0 / 32, state).ok());
    EXPECT_GE(scheme->contacts()[0].force[0], 0.0);
    if (state.t < 0.5) {
      EXPECT_NEAR(scheme->contacts()[0].force[0], 20.0 - 40.0 * state.t, 1e-11);
    }
  }
  const double s = state.t - 0.5;
  EXPECT_NEAR(state.v[0], 10.0 * s * s, 0.02);  // t = 1/2 is a step's end: order 2 at least
  EXPECT_GT(state.q[0], 0.0);
}

// After the last bounce the ball is below the floor and still approaches it. On acceleration level alone, as in the
// papers, it goes on sinking.
TEST_P(Dg, ABallThatCameToRestStaysWhereItIs) {
  constexpr double h = 0.01, g = 10.0, speed = 1.0;  // of the fall's end [m/s]
  const auto model =
      ParticleOverFloor{.position = {0.0483}, .velocity = {0.0}, .gravity = -g, .restitution = 0.5}.build();
  for (const bool projection : {false, true}) {
    TimeGalerkinOptions options;
    options.projection = projection;
    const auto scheme = make(GetParam(), model->system, model->contacts, options);
    State state = model->initial;
    int impacts = 0;
    for (int i = 0; i < 2000; ++i) {
      const auto step = scheme->step(h, state);
      ASSERT_TRUE(step.ok());
      ASSERT_GT(state.q[0], -speed * h);  // one step of the fall
      impacts += step.impact ? 1 : 0;
    }
    EXPECT_GE(impacts, 2);
    EXPECT_LE(impacts, 6);
    EXPECT_NEAR(state.v[0], 0.0, 1e-14);  // the contact solver's tolerance
    EXPECT_NEAR(scheme->contacts()[0].force[0], 20.0, 1e-11);
  }
  TimeGalerkinOptions paper;
  paper.impact = TimeGalerkinOptions::Impact::all;
  const auto plain = make(GetParam(), model->system, model->contacts, paper);
  State state = model->initial;
  for (int i = 0; i < 2000; ++i) ASSERT_TRUE(plain->step(h, state).ok());
  EXPECT_LT(state.v[0], 0.0);
  EXPECT_GT(state.v[0], -g * h);
}

TEST_P(Dg, WithProjectionAJointsVelocityIsExactAndTheOrderStays) {
  constexpr double g = 10.0;
  const double angle = reference(1.0, 0.0, [](double x, double) { return -g * std::sin(x); }).first;
  TimeGalerkinOptions options;
  options.projection = true;
  std::vector<double> hs{1.0 / 16, 1.0 / 32, 1.0 / 64}, errors;
  for (const double h : hs) {
    const auto model =
        ParticleOverFloor{.position = {std::sin(1.0), -std::cos(1.0)}, .velocity = {0.0, 0.0}, .gravity = -g}.build();
    const UnitCircle joint(Cone::bilateral);
    const auto scheme = make(GetParam(), model->system, joint, options);
    State state = model->initial;
    for (int i = 0; i < std::lround(1.0 / h); ++i) {
      const auto step = scheme->step(h, state);
      ASSERT_TRUE(step.ok());
      EXPECT_FALSE(step.impact);
      EXPECT_NEAR(state.q.dot(state.v), 0.0, 1e-11);  // tolerances of sweeps and contact solver
    }
    errors.push_back(std::hypot(state.q[0] - std::sin(angle), state.q[1] + std::cos(angle)));
  }
  EXPECT_GT(order(hs, errors), GetParam().M + 1 - 0.3);
}

/// A body in space that turns freely about a middle axis that is not stable: (quaternion, omega) at time t by 20000
/// steps of Runge and Kutta's method.
Eigen::Matrix<double, 7, 1> tumbled(const Eigen::Vector3d& J, const Eigen::Vector3d& omega, double t) {
  using State7 = Eigen::Matrix<double, 7, 1>;
  const auto rate = [&](const State7& s) {
    const Eigen::Vector3d w = s.tail<3>(), u = s.segment<3>(1);
    State7 d;
    d[0] = -0.5 * u.dot(w);
    d.segment<3>(1) = 0.5 * (s[0] * w + u.cross(w));
    d.tail<3>() = J.cwiseProduct(w).cross(w).cwiseQuotient(J);
    return d;
  };
  State7 s = State7::Zero();
  s[0] = 1.0;
  s.tail<3>() = omega;
  const double h = t / 20000;
  for (int i = 0; i < 20000; ++i) {
    const State7 a = rate(s), b = rate(s + 0.5 * h * a), c = rate(s + 0.5 * h * b), d = rate(s + h * c);
    s += h / 6.0 * (a + 2.0 * b + 2.0 * c + d);
  }
  return s;
}

// As elsewhere, where it was 2 for every M. 0.4: not yet asymptotic in the two coarsest steps.
TEST_P(Dg, KeepsItsOrderWhereABodyTurnsInSpace) {
  const Eigen::Vector3d J(1.0, 2.0, 2.8), omega(0.51, 3.0, 0.72);
  const auto exact = tumbled(J, omega, 1.0);
  std::vector<double> hs{1.0 / 10, 1.0 / 20, 1.0 / 40}, errors;
  for (const double h : hs) {
    Model model;
    RigidBodyOptions body;
    body.mass = 1.0;
    body.inertia = {J[0], J[1], J[2]};
    body.angular_velocity = {omega[0], omega[1], omega[2]};
    model.add_body("body", "rigid_body", make_rigid_body(body));
    const auto scheme = make(GetParam(), model.system, model.contacts);
    State state = model.initial;
    for (int i = 0; i < std::lround(1.0 / h); ++i) ASSERT_TRUE(scheme->step(h, state).ok());
    errors.push_back((state.q.tail<4>() - exact.head<4>()).norm());
    Vector q(7), v(6);
    scheme->sample(1.0, q, v);
    EXPECT_LT((q - state.q).norm(), 1e-12);
  }
  EXPECT_GT(order(hs, errors), GetParam().order() - 0.4);
}

TEST_P(Dg, RefusesFriction) {
  const auto model =
      ParticleOverFloor{.position = {0.0, 0.0}, .velocity = {1.0, 0.0}, .gravity = -10.0, .friction = 0.3}.build();
  EXPECT_THROW(make(GetParam(), model->system, model->contacts), InputError);
}

TEST(DgSchemes, RefusesOptionsOutOfRange) {
  DampedOscillator o;
  for (const char* name : {"dg_minus", "dg_plus"}) {
    const auto& type = *find_scheme(name);
    for (const std::int64_t M : {-1, 0, 5})
      EXPECT_THROW(type.make(o.system, o.none, {}, {{"order", M}}), InputError) << name << " of order " << M;
    EXPECT_THROW(type.make(o.system, o.none, {}, {{"tolerance", 0.0}}), InputError) << name;
    EXPECT_THROW(type.make(o.system, o.none, {}, {{"max_iterations", std::int64_t{0}}}), InputError) << name;
    EXPECT_NO_THROW(type.make(o.system, o.none, {}, {{"order", std::int64_t{4}}})) << name;
  }
}

TEST(DgSchemes, AStepWhoseStagesDoNotSettleFailsAndLeavesTheStateAsItWas) {
  DampedOscillator o;
  TimeGalerkinOptions options;
  options.max_iterations = 2;
  for (const bool plus : {false, true}) {
    const auto scheme = make(Case{plus, 3}, o.system, o.none, options);
    const State before = o.state;
    const auto step = scheme->step(0.5, o.state);
    EXPECT_EQ(step.report.status, Status::not_converged);
    EXPECT_EQ(o.state.q, before.q);
    EXPECT_EQ(o.state.v, before.v);
    EXPECT_EQ(o.state.t, before.t);
    const auto too_large = make(Case{plus, 3}, o.system, o.none)->step(1e3, o.state);
    EXPECT_FALSE(too_large.ok());
    EXPECT_FALSE(too_large.report.message.empty());
    EXPECT_EQ(o.state.q, before.q);
  }
}

TEST(Stability, OfTheGalerkinSchemesIsThatOfTheirHeader) {
  // Measured by running the scheme; the header quotes three digits.
  const double plus[] = {2.0, 2.0 * std::sqrt(2.0), 3.07, 4.41};
  for (std::int64_t M = 1; M <= 4; ++M)
    EXPECT_NEAR(stable_step(*find_scheme("dg_plus"), {{"order", M}}, ModeBound{1.0, 0.0, 0.0}), plus[M - 1], 5e-3) << M;
  const Values two{{"order", std::int64_t{2}}};
  EXPECT_NEAR(stable_step(*find_scheme("dg_minus"), two, ModeBound{1.0, 0.0, 0.0}), 2.0 * std::sqrt(2.0), 1e-6);
  for (const auto& [M, growth] : {std::pair{std::int64_t{3}, 3.5e-5}, std::pair{std::int64_t{4}, 1.8e-7}}) {
    const auto R = amplification(*find_scheme("dg_minus"), {{"order", M}}, 1.0, 1.0, 0.0);
    EXPECT_NEAR(std::sqrt(R.determinant()) - 1.0, growth, 0.05 * growth) << M;
    EXPECT_TRUE(grows(R));
  }
}

}  // namespace dg_test

}  // namespace percuss::test
