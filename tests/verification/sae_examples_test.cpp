// SPDX-License-Identifier: Apache-2.0
// The four examples of [SAE, 10], from model file to result, with fixed steps: a mass that falls on a table, one that
// slides on it, an impact oscillator and the woodpecker toy. References: event-by-event solutions.
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <fstream>

#include "io/model_file.hpp"
#include "simulation/quantity.hpp"
#include "simulation/simulation.hpp"
#include "tests/verification/figure.hpp"

namespace percuss::verification {

namespace sae_examples_test {

constexpr const char* falling_mass = R"(
percuss: 1
simulation: {scheme: {name: moreau_midpoint}, step: 1e-4, end_time: 0.8}
bodies: {mass: {type: point_mass, mass: 1, position: 0.07}}
contacts: {table: {type: node_wall, body: mass, restitution: 0.7}}
loads: {weight: {type: gravity, acceleration: -9.81}}
)";

// mu m g = 2 N; the force (-2.5, -0.25) N is switched off at 3 s.
constexpr const char* sliding_mass = R"(
percuss: 1
simulation: {scheme: {name: moreau_midpoint}, step: 1e-3, end_time: 4}
bodies: {mass: {type: point_mass, mass: 1, position: [0, 0, 0], velocity: [2, -0.2, 0]}}
contacts: {table: {type: node_wall, body: mass, normal: [0, 0, 1], friction: 0.2038735983690112}}
loads:
  weight: {type: gravity, acceleration: [0, 0, -9.81]}
  pull:
    type: force
    body: mass
    direction: [-2.5, -0.25, 0]
    history: [[0, 2.5124689052802225], [3, 2.5124689052802225], [3.000000001, 0]]
)";

constexpr const char* impact_oscillator = R"(
percuss: 1
simulation: {scheme: {name: moreau_midpoint}, step: 1e-4, end_time: 0.5}
bodies:
  oscillator: {type: mass_chain, masses: 0.1, stiffness: [20, 0], unstressed: -0.15, position: -0.5, velocity: 0.2}
contacts: {stop: {type: node_wall, body: oscillator, normal: -1, restitution: 0.6}}
)";

constexpr const char* woodpecker = R"(
percuss: 1
simulation: {scheme: {name: moreau_midpoint}, step: 1e-5, end_time: 3, initial_overlap: 1e-6}
bodies: {toy: {type: woodpecker}}
contacts: {pole: {type: woodpecker_pole, body: toy}}
)";

/// Quantities of a run, row by row, at every step.
struct History {
  std::vector<double> t;
  std::vector<std::vector<double>> columns;
};

History run(const std::string& text, const std::string& scheme, double step,
            const std::vector<std::string>& quantities) {
  // Tests run side by side: each process has a file of its own.
  const auto path = fmt::format("{}/percuss_sae_example_{}.yaml", testing::TempDir(), getpid());
  std::ofstream(path) << text;
  const std::vector<std::string> overrides{"simulation.scheme.name=" + scheme, fmt::format("simulation.step={}", step)};
  const auto file = read_model(path, overrides);
  std::vector<Quantity> found;
  for (const auto& name : quantities) found.push_back(find_quantity(*file.model, name));
  History history;
  history.columns.resize(quantities.size());
  Simulation::Hooks hooks;
  hooks.row = [&](const Sample& sample) {
    history.t.push_back(sample.state.t);
    for (std::size_t i = 0; i < found.size(); ++i) history.columns[i].push_back(found[i].value(sample));
  };
  Simulation simulation(*file.model, file.simulation);
  const auto result = simulation.run(hooks);
  EXPECT_EQ(result.outcome, Outcome::done) << result.message;
  return history;
}

/// Instants at which a percussion sets in: those of impacts, while no contact rests.
std::vector<double> impacts(const History& history, std::size_t percussion) {
  const auto& column = history.columns[percussion];
  std::vector<double> instants;
  for (std::size_t i = 1; i < column.size(); ++i)
    if (column[i] > 0.0 && !(column[i - 1] > 0.0)) instants.push_back(history.t[i]);
  return instants;
}

/// Instants at which a column passes through zero, linear between rows.
std::vector<double> zeros(const History& history, const std::vector<double>& column, bool upwards) {
  std::vector<double> instants;
  for (std::size_t i = 1; i < column.size(); ++i) {
    const double a = column[i - 1], b = column[i];
    if (upwards ? a < 0.0 && b >= 0.0 : a > 0.0 && b <= 0.0)
      instants.push_back(history.t[i - 1] + (history.t[i] - history.t[i - 1]) * a / (a - b));
  }
  return instants;
}

struct Case {
  std::string label, scheme;
};
void PrintTo(const Case& c, std::ostream* out) { *out << c.label; }

class SaeExamples : public testing::TestWithParam<Case> {};

// 10.1
TEST_P(SaeExamples, FallingMassStrikesTheTableAndComesToRest) {
  const double first = 0.119461926511465505, eps = 0.7, h = 1e-5;
  const auto history = run(falling_mass, GetParam().scheme, h,
                           {"table.percussion", "mass.nodes.first.position", "mass.nodes.first.velocity"});
  const auto instants = impacts(history, 0);
  ASSERT_GE(instants.size(), 6U);
  double sum = 0.0;
  for (int n = 1; n <= 6; ++n) {
    // Impacts are seen at the ends of steps; the position there is off by as much as a step moves, again at every
    // impact.
    expect_figure(fmt::format("{}, falling mass: impact {}", GetParam().label, n),
                  instants[static_cast<std::size_t>(n) - 1], first * (1.0 + 2.0 * sum), 3.0 * n * h, "s");
    sum += std::pow(eps, n);
  }
  // From the accumulation point 0.6770 s on it rests.
  for (std::size_t i = 0; i < history.t.size(); ++i) {
    if (history.t[i] < 0.70) continue;
    ASSERT_LE(std::abs(history.columns[2][i]), 1e-12);    // round-off of velocities of 1 m/s
    ASSERT_LE(std::abs(history.columns[1][i]), 1.2 * h);  // what one step fell at 1.17 m/s
  }
}

// 10.2
TEST_P(SaeExamples, SlidingMassTurnsAndSticks) {
  for (const double h : {1e-3, 1e-4}) {
    const auto history = run(sliding_mass, GetParam().scheme, h,
                             {"mass.nodes.first.velocity.x", "mass.nodes.first.velocity.y", "table.friction_force"});
    const auto turns = zeros(history, history.columns[0], false);
    ASSERT_EQ(turns.size(), 1U);
    // Friction is taken at the end of the step in the law, the velocity has an error of h times its change.
    expect_figure(fmt::format("{}, sliding mass: turn, h = {} s", GetParam().label, h), turns[0], 0.459676977245798, h,
                  "s");
    double stuck = 0.0;
    for (std::size_t i = 0; i < history.t.size(); ++i)
      if (std::hypot(history.columns[0][i], history.columns[1][i]) > 1e-9) stuck = history.t[i];
    expect_figure(fmt::format("{}, sliding mass: sticks, h = {} s", GetParam().label, h), stuck, 3.66565004375086,
                  2.0 * h, "s");
    const auto slides = static_cast<std::size_t>(std::lround(2.0 / h));
    EXPECT_NEAR(history.columns[2][slides], 2.0, 1e-8);  // the tolerance of the contact solver over h
  }
}

// 10.3
TEST_P(SaeExamples, ImpactOscillatorStrikesItsStop) {
  const double omega2 = 20.0 / 0.1, before = std::sqrt(0.2 * 0.2 + omega2 * (0.35 * 0.35 - 0.15 * 0.15));
  for (const double h : {1e-4, 1e-5}) {
    const auto history =
        run(impact_oscillator, GetParam().scheme, h, {"stop.percussion", "oscillator.nodes.0.position"});
    const auto instants = impacts(history, 0);
    ASSERT_EQ(instants.size(), 2U);
    // A step late at the first impact, and as much in the position from which the second leg starts.
    expect_figure(fmt::format("{}, impact oscillator: impact 1, h = {} s", GetParam().label, h), instants[0],
                  0.13950767982030839, 1.5 * h, "s");
    expect_figure(fmt::format("{}, impact oscillator: impact 2, h = {} s", GetParam().label, h), instants[1],
                  0.45618890793724504, 4.0 * h, "s");
    double percussion = 0.0;
    for (std::size_t i = 0; percussion == 0.0; ++i) percussion = history.columns[0][i];
    expect_figure(fmt::format("{}, impact oscillator: percussion 1, h = {} s", GetParam().label, h), percussion,
                  0.1 * 1.6 * before, 5.0 * h, "N s");  // m (1 + eps) times the change of v in a step, 30 m/s^2: 4.8 h
  }
}

/// Who changed state at which step, as [SAE, Table VII] lists it: "2 closes", "2 opens" and, of contacts that stay
/// closed, "2 sticks", "2 slips".
std::vector<std::string> switchings(const History& history, double from, double to, double mu) {
  std::vector<std::string> list;
  for (std::size_t k = 1; k <= 3; ++k) {
    const auto& normal = history.columns[2 * k - 1];
    const auto& friction = history.columns[2 * k];
    const auto sticks = [&](std::size_t i) { return friction[i] < mu * normal[i] * (1.0 - 1e-6); };
    for (std::size_t i = 1; i < history.t.size(); ++i) {
      if (history.t[i] < from || history.t[i] >= to) continue;
      const bool was = normal[i - 1] > 0.0, is = normal[i] > 0.0;
      const auto note = [&](const char* what) { list.push_back(fmt::format("{:.7f} {} {}", history.t[i], k, what)); };
      if (was != is) note(is ? "closes" : "opens");
      if (was && is && sticks(i - 1) != sticks(i)) note(sticks(i) ? "sticks" : "slips");
    }
  }
  std::sort(list.begin(), list.end());
  for (auto& entry : list) entry = entry.substr(entry.find(' ') + 1);
  return list;
}

// 10.4: one round of the toy, from where the bird swings up through phi_S = 0, is Table VII from its fourth line on.
TEST_P(SaeExamples, WoodpeckerGoesThroughItsRoundAgainAndAgain) {
  const bool impulses = GetParam().scheme == "moreau_midpoint";  // percussions hold the smooth forces' impulse, too
  std::vector<std::string> quantities{"toy.phi_S"};
  for (int k = 1; k <= 3; ++k)
    for (const char* size : {"percussion", "friction_percussion"})
      quantities.push_back(fmt::format("pole.{}.{}", k, size));
  if (!impulses)
    for (int k = 1; k <= 3; ++k)
      for (const char* size : {"force", "friction_force"}) quantities.push_back(fmt::format("pole.{}.{}", k, size));
  auto history = run(woodpecker, GetParam().scheme, 1e-5, quantities);
  if (!impulses)
    for (std::size_t c = 1; c <= 6; ++c)
      for (std::size_t i = 0; i < history.t.size(); ++i) history.columns[c][i] += 1e-5 * history.columns[c + 6][i];
  const auto rounds = zeros(history, history.columns[0], true);
  ASSERT_GE(rounds.size(), 20U);
  const std::vector<std::string> table{"3 closes", "3 opens", "1 closes", "1 opens",  "3 closes", "3 opens",
                                       "2 closes", "2 opens", "2 closes", "2 sticks", "2 slips",  "2 opens"};
  for (std::size_t i = 0; i + 1 < 20; ++i) {
    EXPECT_EQ(switchings(history, rounds[i], rounds[i + 1], 0.3), table) << "round " << i + 1;
    // The orbit attracts weakly: single rounds come and go by some 1e-4 s.
    EXPECT_NEAR(rounds[i + 1] - rounds[i], 0.146, 1e-3);
  }
  // 5e-4: the digits of the figure.
  expect_figure(fmt::format("{}, woodpecker: mean of 10 rounds", GetParam().label), (rounds[19] - rounds[9]) / 10.0,
                0.146, 5e-4, "s");
}

INSTANTIATE_TEST_SUITE_P(Schemes, SaeExamples,
                         testing::Values(Case{"MoreauMidpoint", "moreau_midpoint"},
                                         Case{"HalfExplicit", "half_explicit_velocity"}),
                         [](const testing::TestParamInfo<Case>& p) { return p.param.label; });

}  // namespace sae_examples_test

}  // namespace percuss::verification
