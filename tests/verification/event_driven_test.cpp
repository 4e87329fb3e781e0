// SPDX-License-Identifier: Apache-2.0
// Event-driven references against exact solutions: times of events, positions, forces.
#include "scheme/event_driven.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>
#include <string>
#include <vector>

#include "core/fault.hpp"
#include "io/csv_file.hpp"
#include "io/model_file.hpp"
#include "tests/verification/event_run.hpp"
#include "tests/verification/figure.hpp"

namespace percuss::verification::event_driven_test {
namespace {

/// Largest error of the columns theta1 and theta2 at the rows of the reference.
double angle_error(const EventRun& run, const std::string& reference) {
  const auto csv = read_csv(PERCUSS_SOURCE_DIR "/tests/verification/data/" + reference);
  const auto &t = csv.column("t"), &theta1 = csv.column("theta1"), &theta2 = csv.column("theta2");
  double worst = 0.0;
  EXPECT_EQ(run.rows.size(), t.size());
  for (std::size_t i = 0; i < std::min(t.size(), run.rows.size()); ++i) {
    EXPECT_NEAR(run.rows[i].t, t[i], 1e-12);
    worst = std::max({worst, std::abs(run.rows[i].q[0] - theta1[i]), std::abs(run.rows[i].q[1] - theta2[i])});
  }
  return worst;
}

const std::vector<std::string> to_50_ms{"simulation.end_time=0.05", "simulation.step=1e-3", "outputs.every=1"};

TEST(EventDriven, SliderCrankWithClearance) {
  const auto run = run_events(example("03_slider_crank/unilateral.yaml", to_50_ms));
  ASSERT_EQ(run.result.outcome, Outcome::done) << run.result.message;
  expect_figure("event-driven, slider-crank with clearance: largest error of an angle",
                angle_error(run, "slider_crank_unilateral.csv"), 0.0, 1e-10, "rad");
  // Two corners strike at once, and open again in the same instant: four switches an impact.
  const std::vector<double> impacts{0.0026925027520, 0.0056123631902, 0.0074750562124, 0.0084217679343,
                                    0.0088457052501};
  for (std::size_t i = 0; i < impacts.size(); ++i)
    expect_figure(fmt::format("event-driven, slider-crank with clearance: impact {}", i + 1), run.switches[4 * i].t,
                  impacts[i], 1e-12, "s");
  EXPECT_NEAR(run.result.energy_scheme(), 0.0, 1e-9);  // of 7.5 J
}

TEST(EventDriven, SliderCrankWithAJoint) {
  const auto run = run_events(example("03_slider_crank/bilateral.yaml", to_50_ms));
  expect_figure("event-driven, slider-crank with a joint: largest error of an angle",
                angle_error(run, "slider_crank_bilateral.csv"), 0.0, 1e-10, "rad");
}

/// [SAE 10.1]: t_n = t_1 (1 + 2 (eps + ... + eps^(n-1))), to rest at t_1 (1 + eps)/(1 - eps).
TEST(EventDriven, BallToRest) {
  const auto run = run_events(example("05_single_masses/falling.yaml", {"simulation.step=0.01"}));
  ASSERT_EQ(run.result.outcome, Outcome::done) << run.result.message;
  const double first = 0.119461926511465505, eps = 0.7;
  double t = first, interval = 2.0 * first, worst = 0.0;
  Switch last;
  std::size_t impacts = 0;
  for (const auto& point : run.switches) {
    if (point.to == ContactMode::apart) continue;
    last = point;
    if (&point == &run.switches.back()) break;
    worst = std::max(worst, std::abs(point.t - t));
    t += interval *= eps;
    ++impacts;
  }
  EXPECT_GT(impacts, 20U);
  expect_figure("event-driven, falling mass: largest error of a time of impact", worst, 0.0, 1e-13, "s");
  // It closes before the end of its bounces, by a time in which it would hop 1e-15 m; told is the end, as that is near.
  expect_figure("event-driven, falling mass: comes to rest", last.t, first * (1.0 + eps) / (1.0 - eps), 1e-12, "s");
  EXPECT_NEAR(last.t - last.bracket, t, 1e-13);  // the last impact
  EXPECT_NEAR(run.state.q[0], 0.0, 1e-13);
}

/// m = 1 kg, k = 100 N/m, friction 2 N: half swings of pi/10 s, to -0.07 m, to 0.03 m, and, as the spring's 3 N are
/// more than friction, to 0.01 m.
TEST(EventDriven, OscillatorWithDryFriction) {
  const auto run = run_text(R"(percuss: 1
simulation: {scheme: moreau_midpoint, step: 0.01, end_time: 1.5}
bodies:
  mass: {type: point_mass, mass: 1.0, position: [0.11, 0.0]}
contacts:
  table: {type: node_wall, body: mass, normal: [0, 1], friction: 0.2}
loads:
  weight: {type: gravity, acceleration: [0, -10]}
  spring: {type: spring, body: mass, to_point: [-1, 0], stiffness: 100.0, length: 1.0}
)");
  ASSERT_EQ(run.result.outcome, Outcome::done) << run.result.message;
  std::vector<double> turns;
  for (const auto& point : run.switches) turns.push_back(point.t);
  ASSERT_EQ(turns.size(), 3U);
  const double half = 0.1 * std::numbers::pi;
  for (std::size_t i = 0; i < 3; ++i)
    expect_figure(fmt::format("event-driven, oscillator with dry friction: turn {}", i + 1), turns[i],
                  static_cast<double>(i + 1) * half, 1e-11, "s");
  EXPECT_EQ(run.switches.back().to, ContactMode::holds);
  expect_figure("event-driven, oscillator with dry friction: sticks at", run.state.q[0], 0.01, 1e-11, "m");
}

/// Without a force along the table an oblique slip goes straight on and ends after |v|^2/(2 mu g). Then a force along
/// it grows by 1 N/s: it slips when that is the limit, 2 N, and lifts off when another, from 3 s on, is the weight.
TEST(EventDriven, SlipEndsBeginsAndLiftsOff) {
  const auto run = run_text(R"(percuss: 1
simulation: {scheme: moreau_midpoint, step: 0.1, end_time: 4.9}
bodies:
  mass: {type: point_mass, mass: 1.0, position: [0, 0, 0], velocity: [0.6, 0.8, 0]}
contacts:
  table: {type: node_wall, body: mass, normal: [0, 0, 1], friction: 0.2}
loads:
  weight: {type: gravity, acceleration: [0, 0, -10]}
  push: {type: force, body: mass, direction: [0, 1, 0], history: [[1, 0], [5, 4]]}
  lift: {type: force, body: mass, direction: [0, 0, 1], history: [[3.5, 0], [4.5, 12]]}
)");
  ASSERT_EQ(run.result.outcome, Outcome::done) << run.result.message;
  ASSERT_EQ(run.switches.size(), 3U);
  const std::vector<std::pair<double, ContactMode>> events{
      {0.5, ContactMode::holds}, {3.0, ContactMode::slides}, {3.5 + 10.0 / 12.0, ContactMode::apart}};
  for (std::size_t i = 0; i < events.size(); ++i) {
    EXPECT_EQ(run.switches[i].to, events[i].second) << i;
    expect_figure(fmt::format("event-driven, slip, stick, slip, lift: event {}", i + 1), run.switches[i].t,
                  events[i].first, 1e-11, "s");
  }
  EXPECT_NEAR(run.rows[10].q[0], 0.6 * 0.25, 1e-12);  // 1 s
  EXPECT_NEAR(run.rows[10].q[1], 0.8 * 0.25, 1e-12);
  const auto& force = run.records[20][0].force;  // 2 s
  EXPECT_NEAR(force[0], 10.0, 1e-12);
  EXPECT_NEAR(std::hypot(force[1], force[2]), 1.0, 1e-12);  // the push
}

/// [SAE 10.2]: under a force it turns at 0.459676977245798 s, that is, u_x is 0.
TEST(EventDriven, SlidingMassTurns) {
  auto file =
      example("05_single_masses/sliding.yaml", {"simulation.end_time=0.459676977245798", "simulation.step=0.05"});
  const auto run = run_events(std::move(file));
  expect_figure("event-driven, sliding mass: u_x where it turns", run.state.v[0], 0.0, 1e-11, "m/s");
}

/// Steps of 1 s would pass a pulse of 10 ms that lies between their stages: 1.5 N s.
TEST(EventDriven, ShortPulsesAreSeen) {
  const auto run = run_text(R"(percuss: 1
simulation: {scheme: moreau_midpoint, step: 1.0, end_time: 3.0}
bodies:
  mass: {type: point_mass, mass: 1.0}
loads:
  pulse: {type: force, body: mass, direction: 1.0, history: [[0.37, 0], [0.375, 300], [0.38, 0]]}
)");
  EXPECT_NEAR(run.state.v[0], 1.5, 1e-12);
  EXPECT_NEAR(run.state.q[0], 1.5 * (3.0 - 0.375), 1e-12);
  EXPECT_NEAR(run.result.energy_scheme(), 0.0, 1e-8);  // the work of loads is asked for over 1e-7 of the time
}

/// A rod turns sixteen times in a step; its end strikes where 0.5 + 0.6 sin(0.3 + 1000 t) = 0 first.
TEST(EventDriven, FastTurnsAreSeen) {
  const auto run = run_text(R"(percuss: 1
simulation: {scheme: moreau_midpoint, step: 0.1, end_time: 0.2}
bodies:
  rod: {type: rigid_body_planar, mass: 1.0, inertia: 0.1, position: [0, 0.5], angle: 0.3, angular_velocity: 1000.0}
contacts:
  floor: {type: node_wall, body: rod, point: [0.6, 0], normal: [0, 1], restitution: 1.0}
)");
  ASSERT_FALSE(run.switches.empty());
  expect_figure("event-driven, fast rod: strikes", run.switches[0].t,
                (std::numbers::pi + std::asin(0.5 / 0.6) - 0.3) / 1000.0, 1e-14, "s");
}

/// A box on two feet, whose friction is not unique, moves as a mass with the friction of both: as on one contact.
TEST(EventDriven, TwoFeetShareTheirFriction) {
  const std::string text = R"(percuss: 1
simulation: {{scheme: moreau_midpoint, step: 0.01, end_time: 3.0}}
bodies:
  {}
contacts:
  {}
loads:
  weight: {{type: gravity, acceleration: [0, -9.81]}}
  push: {{type: force, body: box, direction: [1, 0], harmonic: [9.0, 0.8, 0.3]}}
)";
  const auto box = run_text(
      fmt::format(fmt::runtime(text), "box: {type: rigid_body_planar, mass: 2.0, inertia: 0.05, position: [0, 0.1]}",
                  "left: {type: node_wall, body: box, point: [-0.2, -0.1], normal: [0, 1], friction: 0.3}\n"
                  "  right: {type: node_wall, body: box, point: [0.2, -0.1], normal: [0, 1], friction: 0.3}"));
  const auto mass = run_text(fmt::format(fmt::runtime(text), "box: {type: point_mass, mass: 2.0, position: [0, 0]}",
                                         "floor: {type: node_wall, body: box, normal: [0, 1], friction: 0.3}"));
  ASSERT_EQ(box.result.outcome, Outcome::done) << box.result.message;
  EXPECT_EQ(box.switches.size(), 2 * mass.switches.size());
  EXPECT_GT(mass.switches.size(), 6U);
  expect_figure("event-driven, box on two feet: way, against that of a mass", box.state.q[0], mass.state.q[0], 1e-11,
                "m");
}

/// A load of 1.001 times the weight lifts for 1.4 % of its period, between the stages of a step.
TEST(EventDriven, BriefLiftsAreSeen) {
  const auto run = run_text(R"(percuss: 1
simulation: {scheme: moreau_midpoint, step: 0.1, end_time: 0.3}
bodies:
  mass: {type: point_mass, mass: 1.0}
contacts:
  floor: {type: node_wall, body: mass, normal: 1.0}
loads:
  weight: {type: force, body: mass, direction: 1.0, value: -1.0}
  lift: {type: force, body: mass, direction: 1.0, harmonic: [1.001, 1.0]}
)");
  ASSERT_FALSE(run.switches.empty());
  EXPECT_EQ(run.switches[0].to, ContactMode::apart);
  expect_figure("event-driven, brief lift: begins", run.switches[0].t,
                std::asin(1.0 / 1.001) / (2.0 * std::numbers::pi), 1e-10, "s");
}

/// A plastic impact that a spring ends at once is told all the same.
TEST(EventDriven, PlasticImpactsAreTold) {
  const auto run = run_text(R"(percuss: 1
simulation: {scheme: moreau_midpoint, step: 0.01, end_time: 0.3}
bodies:
  mass: {type: point_mass, mass: 1.0, position: 1.0}
contacts:
  stop: {type: node_wall, body: mass, wall: -0.5}
loads:
  spring: {type: spring, body: mass, to_point: -10.0, stiffness: 100.0, length: 10.0}
)");
  ASSERT_EQ(run.switches.size(), 2U);
  EXPECT_EQ(run.switches[0].from, ContactMode::apart);
  EXPECT_EQ(run.switches[1].to, ContactMode::apart);
  expect_figure("event-driven, spring against a stop: strikes", run.switches[0].t, 0.1 * 2.0 * std::numbers::pi / 3.0,
                1e-11, "s");
}

/// A walk that restores goes on to the same bits, from any step, in flight and through accumulations.
TEST(EventDriven, GoesOnFromItsMemory) {
  const auto file = example("03_slider_crank/unilateral.yaml");
  const auto& type = EventDriven::type();
  auto& model = *file.model;
  const auto one = type.make(model.system, model.contacts, {}, {}),
             two = type.make(model.system, model.contacts, {}, {});
  State state = model.initial;
  for (int i = 0; i < 20; ++i) {
    ASSERT_TRUE(one->step(1e-3, state).ok());
    MemoryImage image;
    auto save = MemoryWalk::saving(image);
    one->walk_memory(save);
    State other = state, same = state;
    auto restore = MemoryWalk::restoring(image);
    two->walk_memory(restore);
    ASSERT_TRUE(two->step(1e-3, other).ok());
    auto back = MemoryWalk::restoring(image);
    ASSERT_TRUE(one->step(1e-3, same).ok());
    one->walk_memory(back);
    EXPECT_EQ(other.q, same.q) << i;
    EXPECT_EQ(other.v, same.v) << i;
  }
}

TEST(EventDriven, OptionsOutOfRangeAreRefused) {
  const auto file = example("05_single_masses/falling.yaml");
  for (const auto& [key, value] : Values{{"tolerance", 0.0}, {"span", -1.0}, {"parts", std::int64_t{0}}})
    EXPECT_THROW(EventDriven::type().make(file.model->system, file.model->contacts, {}, {{key, value}}), InputError)
        << key;
}

}  // namespace
}  // namespace percuss::verification::event_driven_test
