// SPDX-License-Identifier: Apache-2.0
// What every scheme does where no contact acts, and its convergence orders.
#include <gtest/gtest.h>

#include "scheme/oscillator.hpp"
#include "tests/scheme/fixtures.hpp"

namespace percuss::test {

namespace smooth_motion_test {

struct OrderCase {
  NamedScheme scheme;
  double undamped, damped, variable_mass;  // orders
};

std::vector<OrderCase> order_cases() {
  const auto s = all_schemes();
  // The midpoint rule takes v_n in f(q_M, v_n): order 1 as soon as forces depend on the velocity. Moreau-Jean with
  // theta = 1/2 freezes M at the start of the step: order 1 for M(q). GGL decoupled is the midpoint rule, unified is
  // implicit in f at the midpoint.
  return {{s[0], 2, 2, 2},  {s[1], 1, 1, 1},  {s[2], 2, 2, 1},  {s[3], 1, 1, 1},  {s[4], 2, 1, 1},
          {s[5], 2, 2, 2},  {s[6], 2, 2, 2},  {s[7], 2, 2, 2},  {s[8], 2, 2, 2},  {s[9], 2, 1, 1},
          {s[10], 2, 2, 2}, {s[11], 2, 2, 2}, {s[12], 2, 2, 2}, {s[13], 4, 4, 4}, {s[14], 4, 4, 4},
          {s[15], 2, 2, 2}, {s[16], 2, 2, 2}, {s[17], 2, 2, 2}, {s[18], 2, 2, 2}, {s[19], 2, 2, 2},
          {s[20], 2, 2, 2}, {s[21], 3, 3, 2}, {s[22], 2, 2, 2}, {s[23], 2, 2, 2}, {s[24], 2, 2, 2}};
}

/// Small enough for the error's first term to rule, large enough for round-off not to.
std::vector<double> step_sizes(double order) {
  return order > 2 ? std::vector<double>{0.05, 0.025, 0.0125} : std::vector<double>{1e-2, 5e-3, 2.5e-3, 1.25e-3};
}

/// The scheme's A is not the acceleration at the same instant.
bool runs_beside(const NamedScheme& scheme) {
  return scheme.name == "mixed_generalized_alpha" || scheme.name == "mixed_hht" || is_nonsmooth_alpha(scheme);
}

class SmoothMotion : public testing::TestWithParam<OrderCase> {};

/// Largest of the errors in q and v at t = 1 against a given end state.
template <class Exact>
double error_at_one(const NamedScheme& named, const MechanicalSystem& system, double h, Exact&& exact) {
  const NoContacts none;
  const auto scheme = make(named, system, none);
  State state{0.0, Vector::Constant(1, 0.3), Vector::Constant(1, 1.0)};
  const int steps = static_cast<int>(std::lround(1.0 / h));
  for (int i = 0; i < steps; ++i) EXPECT_TRUE(scheme->step(h, state).ok());
  const auto [q, v] = exact(1.0);
  return std::max(std::abs(state.q[0] - q), std::abs(state.v[0] - v));
}

/// Damped oscillation from (0.3, 1).
std::pair<double, double> oscillation(double omega, double c, double t) {
  const double a = 0.5 * c, w = std::sqrt(omega * omega - a * a), B = (1.0 + a * 0.3) / w;
  const double q = std::exp(-a * t) * (0.3 * std::cos(w * t) + B * std::sin(w * t));
  const double dq = std::exp(-a * t) * w * (-0.3 * std::sin(w * t) + B * std::cos(w * t)) - a * q;
  return {q, dq};
}

TEST_P(SmoothMotion, OscillatorConvergesAtTheSchemesOrder) {
  const double omega = 3.0;
  for (const double c : {0.0, 0.8}) {
    MechanicalSystem system;
    system.add(std::make_unique<Oscillator>(omega, c));
    const auto hs = step_sizes(GetParam().undamped);
    std::vector<double> errors;
    for (const double h : hs)
      errors.push_back(error_at_one(GetParam().scheme, system, h, [&](double t) { return oscillation(omega, c, t); }));
    // 0.1: the asymptotic range is reached to a few per cent at omega h = 0.004 ... 0.03.
    EXPECT_NEAR(order(hs, errors), c == 0.0 ? GetParam().undamped : GetParam().damped, 0.1) << "damping rate " << c;
  }
}

TEST_P(SmoothMotion, MassThatDependsOnThePositionConvergesAtTheSchemesOrder) {
  MechanicalSystem system;
  system.add(std::make_unique<VariableMass>());
  // Reference: classical Runge-Kutta of order 4 with a step of 1e-4, error about 1e-16.
  double q = 0.3, v = 1.0;
  const auto rate = [](double x, double w) { return (-x * w * w - x) / (1.0 + x * x); };
  for (int i = 0; i < 10000; ++i) {
    const double h = 1e-4, k1 = v, l1 = rate(q, v), k2 = v + 0.5 * h * l1, l2 = rate(q + 0.5 * h * k1, k2);
    const double k3 = v + 0.5 * h * l2, l3 = rate(q + 0.5 * h * k2, k3), k4 = v + h * l3, l4 = rate(q + h * k3, k4);
    q += h / 6 * (k1 + 2 * k2 + 2 * k3 + k4);
    v += h / 6 * (l1 + 2 * l2 + 2 * l3 + l4);
  }
  const auto hs = step_sizes(GetParam().variable_mass);
  std::vector<double> errors;
  for (const double h : hs)
    errors.push_back(error_at_one(GetParam().scheme, system, h, [&](double) { return std::pair{q, v}; }));
  EXPECT_GT(order(hs, errors), GetParam().variable_mass - 0.1);
}

// m v' = 6 t over [0, 1]: rules of order 2 integrate it exactly, the others err by h/2 times the slope.
TEST_P(SmoothMotion, ForceThatGrowsWithTimeIsTakenAtTheRightInstants) {
  auto model = ParticleOverFloor{.position = {5.0}, .velocity = {0.0}}.build();
  ForceOptions force;
  force.body = "particle";
  force.history = {{0.0, 0.0}, {1.0, 6.0}};
  add_force(*model, force);
  const auto scheme = make(GetParam().scheme, model->system, model->contacts);
  State state = model->initial;
  for (int i = 0; i < 100; ++i) ASSERT_TRUE(scheme->step(0.01, state).ok());
  const double exact = 0.5 * 6.0 / 2.0, first_order = 0.5 * 0.01 * 6.0 / 2.0;
  // Round-off; where A runs beside a, it starts with an error of its offset, and v keeps that: a part of h^2 f'.
  EXPECT_NEAR(std::abs(state.v[0] - exact), GetParam().undamped >= 2 ? 0.0 : first_order,
              runs_beside(GetParam().scheme) ? 0.1 * 0.01 * 0.01 * 6.0 / 2.0 : 1e-13);
}

TEST_P(SmoothMotion, RestartBetweenStepsChangesNothing) {
  if (runs_beside(GetParam().scheme)) return;  // it forgets A
  MechanicalSystem system;
  system.add(std::make_unique<Oscillator>(3.0, 0.0));
  const NoContacts none;
  const auto once = make(GetParam().scheme, system, none), often = make(GetParam().scheme, system, none);
  State a{0.0, Vector::Constant(1, 0.3), Vector::Constant(1, 1.0)}, b = a;
  for (int i = 0; i < 100; ++i) {
    once->step(0.01, a);
    often->step(0.01, b);
    often->restart();
  }
  // The same operations, the same bits; but the acceleration that an implicit scheme carries over is that of its stage,
  // and the one it starts with that of M: they differ by round-off.
  const double round_off = is_mixed(GetParam().scheme) ? 1e-14 : 0.0;
  EXPECT_NEAR(a.q[0], b.q[0], round_off);
  EXPECT_NEAR(a.v[0], b.v[0], round_off);
}

INSTANTIATE_TEST_SUITE_P(Schemes, SmoothMotion, testing::ValuesIn(order_cases()),
                         [](const testing::TestParamInfo<OrderCase>& p) { return p.param.scheme.label; });

TEST(MoreauJeanOptions, RefuseAThetaOutsideTheUnitInterval) {
  MechanicalSystem system;
  system.add(std::make_unique<Oscillator>(3.0, 0.0));
  const NoContacts none;
  EXPECT_THROW(find_scheme("moreau_jean")->make(system, none, {}, {{"theta", 1.5}}), InputError);
}

TEST(SchemeRegistry, KnowsItsSchemesAndNoOthers) {
  EXPECT_EQ(scheme_types().size(), 15U);
  EXPECT_EQ(find_scheme("half_explicit"), nullptr);
}

}  // namespace smooth_motion_test

}  // namespace percuss::test
