// SPDX-License-Identifier: Apache-2.0
// The impacting elastic bar of [HETS] 7.1 with the half-explicit scheme, judged by the exact semi-discrete solution.
#include <gtest/gtest.h>

#include <cmath>

#include "scheme/stability.hpp"
#include "tests/verification/bar_case.hpp"
#include "tests/verification/exact_bar.hpp"
#include "tests/verification/figure.hpp"

namespace percuss::verification {

namespace elastic_bar_test {

const ExactBar& exact() {
  static const ExactBar solution(element(50), 50, v0);
  return solution;
}

// Two independent computations of the same numbers (docs/verification.md): they agree to all digits given there.
TEST(ExactBarOracle, AgreesWithTheIndependentReference) {
  expect_figure("percussion at the impact", exact().percussion(), 1.4147635041e-3, 5e-14, "N s");
  expect_figure("energy lost at the impact", exact().energy_lost(), 7.0738175205e-5, 5e-15, "J");
  expect_figure("duration of the contact", exact().release(), 3.8190517e-4, 5e-12, "s");
  // 2e-8 N: 1e-11 of the force, the modes' round-off.
  expect_figure("force 1e-4 s after the impact", exact().force(1e-4), 1270.941874541, 2e-8, "N");
  expect_figure("force 3e-4 s after the impact", exact().force(3e-4), 1344.597745367, 2e-8, "N");
  expect_figure("force 3.5e-4 s after the impact", exact().force(3.5e-4), 787.528120773, 2e-8, "N");
  expect_figure("mean velocity after the release", exact().mean_velocity(4e-4), 0.0979326588, 5e-11, "m/s");
  double smallest = 1e9, largest = 0.0;
  for (double tau = 1e-5; tau < 3.6e-4; tau += 5e-9) smallest = std::min(smallest, exact().force(tau));
  for (double tau = 1e-9; tau < exact().release(); tau += 5e-9) largest = std::max(largest, exact().force(tau));
  // 1e-2 N: the extrema are sampled every 5e-9 s, 1/700 of the fastest wave's period.
  expect_figure("smallest local minimum of the force", smallest, 780.258, 1e-2, "N");
  expect_figure("largest force", largest, 1992.862, 1e-2, "N");
}

TEST(ElasticBar, LosesExactlyTheEnergyOfTheContactNodeInThePlasticImpact) {
  const auto model = bar_at_wall(bar_options(50));
  const auto scheme = make_scheme(*model, "half_explicit_velocity");
  const auto seen = run_bar(*model, *scheme, 1e-7, 6e-4, true);
  // 1e-13 N s: all digits given. 1e-14 J: 1e-10 of the loss, far above round-off.
  expect_figure("percussion at the impact, h = 1e-7 s", seen.percussion, 1.4147635041e-3, 1e-13, "N s");
  expect_figure("energy lost at the impact, h = 1e-7 s", seen.impact_loss, 7.0738175205e-5, 1e-14, "J");
  EXPECT_NEAR(seen.percussion, v0 * density * area * 0.02 / (2.0 * std::sqrt(3.0)), 1e-13);
}

TEST(ElasticBar, PenetratesByTheFlightAfterTheGapClosedAndNoMore) {
  const auto model = bar_at_wall(bar_options(50));
  const auto scheme = make_scheme(*model, "half_explicit_velocity");
  const auto seen = run_bar(*model, *scheme, 1e-7, 1.5e-3, true);
  // 1e-15 m: round-off of 5001 additions to 5e-5 m.
  expect_figure("smallest gap, h = 1e-7 s", seen.min_gap, -5e-9, 1e-15, "m");
  EXPECT_EQ(seen.closings, 1) << "the contact must not chatter";
}

TEST(ElasticBar, LeavesTheWallAsTheReferenceSays) {
  const auto model = bar_at_wall(bar_options(50));
  const auto scheme = make_scheme(*model, "half_explicit_velocity");
  const auto seen = run_bar(*model, *scheme, 1e-7, 1.5e-3, true);
  const double mass = density * area;
  // The digits given; both ends of the contact lie on the grid of h = 1e-7 s.
  expect_figure("exit mean velocity, h = 1e-7 s", momentum(*model, seen.state) / mass, 0.09793294, 1e-8, "m/s");
  expect_figure("end energy, h = 1e-7 s", total_energy(*model, seen.state), 1.21815118e-2, 1e-10, "J");
  expect_figure("duration of the contact, h = 1e-7 s", seen.last - seen.first, 3.8190517e-4, 2e-7, "s");
  // Momentum balance: what the wall gave is what the bar has; 1e-13 of 0.485 N s is round-off of 15000 additions.
  EXPECT_NEAR(seen.impulse, momentum(*model, seen.state) + mass * v0, 1e-12);
}

struct ForceErrors {
  double rms_force = 0.0, far_velocity = 0.0;
};

/// Impact instants aligned: the scheme's time counts from the end of the step in which the gap closed.
ForceErrors force_errors(double h) {
  const auto model = bar_at_wall(bar_options(50));
  const auto scheme = make_scheme(*model, "half_explicit_velocity");
  State state = model->initial;
  double impact = -1.0, squares = 0.0;
  int count = 0;
  ForceErrors errors;
  const auto steps = static_cast<Index>(std::lround(1.5e-3 / h));
  for (Index i = 0; i < steps; ++i) {
    const auto report = scheme->step(h, state);
    state.t = static_cast<double>(i + 1) * h;
    if (report.impact) impact = impact < 0.0 ? state.t : impact;
    if (impact < 0.0 || report.impact) continue;
    const double tau = state.t - impact;
    errors.far_velocity = std::max(errors.far_velocity, std::abs(state.v[50] - exact().velocities(tau)[50]));
    if (tau > exact().release()) continue;
    const double difference = scheme->contacts()[0].force[0] - exact().force(tau);
    squares += difference * difference;
    ++count;
  }
  errors.rms_force = std::sqrt(squares / count);
  return errors;
}

TEST(ElasticBar, ContactForceConvergesAtOrderTwoToTheExactSemiDiscreteForce) {
  const std::vector<double> h{8e-7, 4e-7, 2e-7, 1e-7, 0.5e-7};
  const std::vector<double> reference_force{78.8, 25.0, 6.34, 1.585, 0.3962};             // [N]
  const std::vector<double> reference_velocity{4.8e-2, 3.2e-2, 8.7e-3, 2.16e-3, 5.4e-4};  // [m/s]
  std::vector<double> force;
  for (std::size_t i = 0; i < h.size(); ++i) {
    const auto errors = force_errors(h[i]);
    force.push_back(errors.rms_force);
    const auto at = fmt::format(", h = {} s", h[i]);  // three and two digits are given
    expect_figure("rms error of the force" + at, errors.rms_force, reference_force[i], 2e-3 * reference_force[i], "N");
    expect_figure("largest error of the far node's velocity" + at, errors.far_velocity, reference_velocity[i],
                  0.02 * reference_velocity[i], "m/s");
  }
  // The first halving still resolves the fastest waves poorly; from then on the order is 2.
  expect_figure("order of the force", observed_order({h.begin() + 1, h.end()}, {force.begin() + 1, force.end()}), 2.0,
                0.02, "1");
}

TEST(ElasticBar, StabilityLimitIsThatOfTheMesh) {
  const double c0 = std::sqrt(youngs_modulus / density);
  const auto& scheme = *find_scheme("half_explicit_velocity");
  for (const Index n : {1, 50, 1000}) {
    auto options = bar_options(n);
    const double le = 1.0 / static_cast<double>(n);
    // 1e-9: the growth that the search calls unstable moves the limit by far less.
    const auto consistent = bar_at_wall(options);
    expect_figure(fmt::format("stability limit, consistent mass, N = {}", n),
                  stable_step(scheme, {}, consistent->system), le / (std::sqrt(3.0) * c0), 1e-9 * le / c0, "s");
    options.mass = BarOptions::Mass::lumped;
    const auto lumped = bar_at_wall(options);
    expect_figure(fmt::format("stability limit, lumped mass, N = {}", n), stable_step(scheme, {}, lumped->system),
                  le / c0, 1e-9 * le / c0, "s");
  }
}

TEST(ElasticBar, GrowsAboveTheStabilityLimitAndNotBelow) {
  const double limit = 0.02 / (std::sqrt(3.0) * std::sqrt(youngs_modulus / density));
  for (const double factor : {0.99, 1.01}) {
    auto options = bar_options(50);
    options.velocity.assign(51, 0.0);
    for (std::size_t i = 0; i < 51; ++i) options.velocity[i] = i % 2 == 0 ? 1e-6 : -1e-6;  // close to the fastest mode
    const auto model = bar_at_wall(options);
    const auto scheme = make_scheme(*model, "half_explicit_velocity");
    State state = model->initial;
    const double before = total_energy(*model, state);
    for (int i = 0; i < 200; ++i) ASSERT_TRUE(scheme->step(factor * limit, state).ok());
    const double growth = total_energy(*model, state) / before;
    if (factor < 1.0)
      EXPECT_LT(growth, 100.0);  // Verlet's energy is bounded by 1/(1 - 0.99^2) times the start
    else
      EXPECT_GT(growth, 1e10);
  }
}

// Continuum: contact lasts 2 L/c0 under the force E S v0/c0, and the bar leaves with v0 [HETS, Table 5].
TEST(ElasticBar, ApproachesTheContinuumWithAFineMesh) {
  const auto model = bar_at_wall(bar_options(1000));
  const auto scheme = make_scheme(*model, "half_explicit_velocity");
  const auto seen = run_bar(*model, *scheme, 1e-7, 1e-3, true);
  // The spurious oscillation behind the wave front delays the release by a few element travel times: 1 %.
  expect_figure("duration of the contact, N = 1000", seen.last - seen.first, 3.854496446637726e-4, 0.01 * 3.8545e-4,
                "s");
  expect_figure("mean force, N = 1000", seen.impulse / (seen.last - seen.first), 1271.4720606, 0.01 * 1271.47, "N");
  expect_figure("exit velocity, N = 1000", momentum(*model, seen.state) / (density * area), v0, 0.01 * v0, "m/s");
}

TEST(ElasticBar, LumpedMassPutsHalfAnElementIntoTheContactNode) {
  auto options = bar_options(50);
  options.mass = BarOptions::Mass::lumped;
  const auto model = bar_at_wall(options);
  const auto scheme = make_scheme(*model, "half_explicit_velocity");
  const auto seen = run_bar(*model, *scheme, 1e-7, 6e-4, true);
  const double half_an_element = v0 * density * area * 0.02 / 2.0;  // 1e-15: round-off of 5e-3 N s
  expect_figure("percussion with lumped mass", seen.percussion, half_an_element, 1e-15, "N s");
}

// [HETS] Fig. 22 with the damping of its erratum: the oscillation of the force is damped out, the front stays.
TEST(ElasticBar, StiffnessDampingSmoothsTheForce) {
  auto options = bar_options(1000);
  options.damping.stiffness = 4.7619e-9;
  const auto model = bar_at_wall(options);
  const auto scheme = make_scheme(*model, "half_explicit_velocity");
  State state = model->initial;
  const double h = 4e-8;
  double smallest = 1e9, largest = 0.0, lost = 0.0, impact = 0.0, friction = 0.0;
  const double start = total_energy(*model, state);
  for (int i = 0; i < 20000; ++i) {
    const auto report = scheme->step(h, state);
    ASSERT_TRUE(report.ok());
    lost += report.work.damping;
    impact += report.impact_loss;
    friction += report.friction;
    const double t = (i + 1) * h;
    if (t < 5.5e-4 || t > 8.0e-4) continue;  // the middle of the contact, 5e-4 ... 8.85e-4
    smallest = std::min(smallest, scheme->contacts()[0].force[0]);
    largest = std::max(largest, scheme->contacts()[0].force[0]);
  }
  // 1 % of the continuum's force, where the undamped bar oscillates by 30 %.
  expect_figure("smallest force of the damped bar, N = 1000", smallest, 1271.4720606, 13.0, "N");
  expect_figure("largest force of the damped bar, N = 1000", largest, 1271.4720606, 13.0, "N");
  EXPECT_GT(lost, 0.0);
  EXPECT_EQ(friction, 0.0);
  // The ledger closes but for the integrator's own share, of order h^2: 3e-5 of the energy seen at this step.
  EXPECT_NEAR(total_energy(*model, state), start - lost - impact, 1e-4 * start);
}

}  // namespace elastic_bar_test

}  // namespace percuss::verification
