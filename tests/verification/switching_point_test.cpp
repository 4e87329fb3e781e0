// SPDX-License-Identifier: Apache-2.0
// `simulation.control: switching_point` on the examples of [SAE, Sec. 10] and the slider-crank, against event-by-event
// solutions.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numeric>

#include "io/csv_file.hpp"
#include "io/model_file.hpp"
#include "simulation/run.hpp"
#include "tests/io/model_text.hpp"
#include "tests/verification/event_run.hpp"
#include "tests/verification/figure.hpp"

namespace percuss::verification {

namespace switching_point_test {

const std::string examples = PERCUSS_SOURCE_DIR "/examples/";

struct Controlled {
  RunResult result;
  State end;
  std::vector<Switch> switches;
  std::vector<State> rows;
};

Controlled run_model(const ModelFile& file) {
  auto simulation = make_simulation(file);
  Controlled controlled;
  Simulation::Hooks hooks;
  hooks.event = [&](const ContactEvent& event) { add_switches(event, controlled.switches); };
  hooks.row = [&](const Sample& sample) { controlled.rows.push_back(sample.state); };
  hooks.rows_need_energy = true;
  controlled.result = simulation.run(hooks);
  controlled.end = simulation.state();
  EXPECT_EQ(controlled.result.outcome, Outcome::done) << controlled.result.message;
  return controlled;
}

Controlled run(const std::string& model, std::vector<std::string> overrides) {
  overrides.insert(overrides.begin(), "simulation.scheme=moreau_midpoint");
  return run_model(read_model(examples + model, overrides));
}

Controlled run_text(const std::string& text, const std::vector<std::string>& overrides) {
  return run_model(test::read_model_text(text, overrides));
}

std::string control(const std::string& keys) { return "simulation.control={name: switching_point, " + keys + "}"; }

/// Times at which contact k closes.
std::vector<double> closings(const Controlled& run, Index k = 0) {
  std::vector<double> times;
  for (const auto& s : run.switches)
    if (s.contact == k && s.from == ContactMode::apart) times.push_back(s.t);
  return times;
}

// 10.1: order 2 is exact in flight, so that impacts are found within h_min each, which grows by 1 + eps each time.
TEST(SwitchingPoint, FallingMassIsExactButForTheSmallestStep) {
  const double first = 0.119461926511465505, eps = 0.7, h_min = 1e-8;
  const auto fall = run("05_single_masses/falling.yaml", {"simulation.step=0.05", "simulation.end_time=1.0",
                                                          "outputs.every=1", control("step_min: 1e-8")});
  const auto times = closings(fall);
  ASSERT_GE(times.size(), 8u);
  double sum = 0.0;
  for (int n = 1; n <= 8; ++n) {
    expect_figure(fmt::format("switching points, falling mass: impact {}", n), times[static_cast<std::size_t>(n - 1)],
                  first * (1.0 + 2.0 * sum), 3.0 * n * h_min, "s");
    sum += std::pow(eps, n);
  }
  EXPECT_LT(std::abs(fall.end.v[0]), 1e-12);
  EXPECT_LT(std::abs(fall.end.q[0]), 20.0 * h_min);  // a step's way at each of the first impacts, 1.2 m/s
  // 40 impacts or so before the speed is that of the fall in h_min; some 20 steps are halved and doubled for each.
  EXPECT_LT(fall.result.attempts, 12000);
  EXPECT_NEAR(fall.result.energy_scheme(), 0.0, 1e-7);  // m g times the way of a step at each impact
}

/// [SAE, Sec. 8 and Fig. 9, 10]: with the paper's step sizes and law even numbers of substeps make energy in the closed
/// contact, which lets go again and again; odd ones let the step grow behind the accumulation point.
TEST(SwitchingPoint, EvenSubstepsFailInClosedContacts) {
  const auto smallest_after = [](const std::string& keys) {
    const std::vector<std::string> common{"simulation.step=0.05", "outputs.every=1",
                                          control("step_min: 1e-5, contact_law: midpoint, " + keys)};
    auto at_rest = common, later = common;
    at_rest.push_back("simulation.end_time=0.7");
    later.push_back("simulation.end_time=1.2");
    return run("05_single_masses/falling.yaml", later).result.smallest_steps -
           run("05_single_masses/falling.yaml", at_rest).result.smallest_steps;
  };
  EXPECT_LE(smallest_after("substeps: odd"), 5);
  EXPECT_GT(smallest_after("substeps: all"), 1000);
}

// 10.2: turns at 0.46 s without switching, sticks at 3.66565004375086 s; the force ends at 3 s, on a row of the
// history.
TEST(SwitchingPoint, SlidingMassSticksWhereItShould) {
  const auto slide =
      run("05_single_masses/sliding.yaml",
          {"loads.push.history=[[0, 2.512468905280223], [3, 2.512468905280223], [3.000000001, 0]]",
           "simulation.step=0.05", "simulation.end_time=4.0", "outputs.every=1", control("step_min: 1e-8")});
  ASSERT_EQ(slide.switches.size(), 1u);
  EXPECT_EQ(slide.switches[0].to, ContactMode::holds);
  EXPECT_EQ(slide.switches[0].bracket, 2e-8);
  // The tolerance of 1e-8 m/s in each of some 200 steps, at a deceleration of 2 m/s^2, and the ramp of 1e-9 s.
  expect_figure("switching points, sliding mass: sticks", slide.switches[0].t, 3.66565004375086, 1e-6, "s");
}

struct OscillatorState {
  double y, v;         // [m], [m/s]
  double from_impact;  // time to the nearest one [s]
};

/// Of the impact oscillator, event by event in closed form.
OscillatorState oscillator_at(double time) {
  const double w = std::sqrt(200.0);
  for (double t = 0.0, y = -0.35, v = 0.2;;) {
    const double size = std::hypot(y, v / w), phase = std::atan2(v / w, y), angle = -std::acos(0.15 / size);
    double s = (angle + phase) / w;
    while (s < 1e-9) s += 2.0 * M_PI / w;
    if (t + s > time) {
      const double x = w * (time - t) - phase;
      return {size * std::cos(x), -size * w * std::sin(x), std::min(time - t, t + s - time)};
    }
    t += s;
    v = 0.6 * size * w * std::sin(angle);
    y = 0.15;
  }
}

const double oscillator_end = oscillator_at(1.0).y;

// 10.3
TEST(SwitchingPoint, OscillatorIsOfTheOrderOfItsExtrapolation) {
  // Fig. 12e: h_min goes with h_max^p, but not below round-off; so small that smooth steps make the error.
  for (Index p = 1; p <= 6; ++p) {
    std::vector<double> errors;
    const double smallest = p <= 2 ? 0.001 : p <= 4 ? 0.01 : 0.02;
    const std::vector<double> steps{4.0 * smallest, 2.0 * smallest, smallest};
    for (const double h : steps) {
      const auto end = run("05_single_masses/oscillator.yaml",
                           {fmt::format("simulation.step={}", h), "simulation.end_time=1.0",
                            control(fmt::format("step_min: {}, order_max: {}, order: fixed",
                                                std::clamp(0.02 * std::pow(h, p), 2e-12, 0.1 * h), p))});
      errors.push_back(std::abs(end.end.q[0] - oscillator_end));
    }
    const double order = std::log2(errors.front() / errors.back()) / 2.0;
    // Where in its step an impact falls differs from step size to step size: lines are straight "more or less".
    EXPECT_GT(order, static_cast<double>(p) - 0.7) << "order " << p << ", last error " << errors.back();
  }
}

TEST(SwitchingPoint, OscillatorKeepsItsTolerance) {
  const auto end_of = [](const std::string& keys) {
    return run("05_single_masses/oscillator.yaml", {"simulation.step=0.01", "simulation.end_time=1.0", control(keys)});
  };
  for (const double tolerance : {1e-4, 1e-6, 1e-8, 1e-10}) {
    const auto end = end_of(fmt::format("step_min: {}, tolerance_absolute: {}, tolerance_relative: {}",
                                        0.01 * tolerance, tolerance, tolerance));
    EXPECT_LT(std::abs(end.end.q[0] - oscillator_end), 10.0 * tolerance) << tolerance;
  }
}

/// Between steps of 0.01 s, which are a 44th of a period, rows of 0.001 s are as exact as those at their ends, but
/// within a bracket of an impact.
TEST(SwitchingPoint, DenseRowsAreAsExactAsTheEndsOfSteps) {
  const std::vector<std::string> overrides{
      "simulation.step=0.01", "simulation.end_time=1.0", "outputs.every=1",
      control("step_min: 1e-9, tolerance_absolute: 1e-9, tolerance_relative: 1e-9")};
  const auto file = read_model(examples + "05_single_masses/oscillator.yaml", overrides);
  auto simulation = make_simulation(file);
  double at_ends = 0.0, between = 0.0, at_ends_v = 0.0, between_v = 0.0;
  Index rows = 0;
  std::vector<double> sizes;
  Index evaluations = 0;
  const auto look = [](const State& state, double& off, double& off_v) {
    const auto exact = oscillator_at(state.t);
    if (exact.from_impact < 1e-7) return;
    off = std::max(off, std::abs(state.q[0] - exact.y));
    off_v = std::max(off_v, std::abs(state.v[0] - exact.v));
  };
  Simulation::Hooks hooks;
  hooks.row = [&](const Sample& sample) { look(sample.state, at_ends, at_ends_v); };
  hooks.dense = [&](const State& state) {
    look(state, between, between_v);
    EXPECT_EQ(state.t, 1e-3 * static_cast<double>(rows));
    ++rows;
  };
  hooks.dense_every = 1e-3;
  hooks.passed = [&](const PassedStep& step, Index work) {
    sizes.push_back(step.h);
    evaluations += work;
  };
  const auto result = simulation.run(hooks);
  EXPECT_EQ(rows, 1001);
  EXPECT_NEAR(std::accumulate(sizes.begin(), sizes.end(), 0.0), 1.0, 1e-12);
  EXPECT_EQ(evaluations, result.attempts);
  EXPECT_LT(at_ends, 1e-8);
  EXPECT_LT(between, 1.5 * at_ends);
  EXPECT_LT(between_v, 1.5 * at_ends_v);
  expect_figure("dense rows, oscillator: largest error between steps of 0.01 s", between, 0.0, 1e-8, "m");
}

// 10.4 against itself at the paper's reference settings: 1e-10 m/s, h_min = 1e-10 s, h_max = 9e-4 s.
TEST(SwitchingPoint, WoodpeckerGoesThroughTableVII) {
  const auto peck = run("07_woodpecker/woodpecker.yaml",
                        {"simulation.step=9e-4", "simulation.end_time=0.5",
                         control("step_min: 1e-10, tolerance_absolute: 1e-10, tolerance_relative: 1e-10")});
  std::vector<std::string> incidents;
  for (const auto& s : peck.switches) {
    const auto name = [&](const char* what) { incidents.push_back(fmt::format("{} {}", s.contact + 1, what)); };
    const bool opens = s.to == ContactMode::apart, closes = s.from == ContactMode::apart;
    if (opens) name("opens");
    if (closes) name("closes");
    if (!opens && !closes) name(s.to == ContactMode::holds ? "sticks" : "slips");
  }
  const std::vector<std::string> table{"2 sticks", "2 slips",  "2 opens", "3 closes", "3 opens", "1 closes",
                                       "1 opens",  "3 closes", "3 opens", "2 closes", "2 opens", "2 closes"};
  // The start is in the middle of a round: from the first time that the lower end sticks on, two rounds of the table.
  const auto from = std::find(incidents.begin(), incidents.end(), "2 sticks");
  ASSERT_GE(incidents.end() - from, 24) << ::testing::PrintToString(incidents);
  for (std::ptrdiff_t i = 0; i < 24; ++i) EXPECT_EQ(*(from + i), table[static_cast<std::size_t>(i % 12)]) << i;
  const auto coarse = run("07_woodpecker/woodpecker.yaml",
                          {"simulation.step=4e-3", "simulation.end_time=0.5", control("step_min: 1e-8")});
  // phi_S: 1e-8 of a tolerance, 15 impacts at some 10 rad/s found within 1e-8 s each, and what a round makes of it.
  EXPECT_LT((coarse.end.q - peck.end.q).lpNorm<Eigen::Infinity>(), 1e-5);
  EXPECT_LT(coarse.result.attempts, 40000);
}

// 10.4, Fig. 14: the order of the extrapolation is that of the error in h_max, down to what the smallest steps leave at
// some ten switches, 1e-8 rad.
TEST(SwitchingPoint, WoodpeckerIsOfTheOrderOfItsExtrapolation) {
  const auto end_of = [](double h, const std::string& keys) {
    return run("07_woodpecker/woodpecker.yaml",
               {fmt::format("simulation.step={}", h), "simulation.end_time=0.2", control("step_min: 1e-10, " + keys)})
        .end.q[2];
  };
  const double exact = end_of(9e-4, "tolerance_absolute: 1e-10, tolerance_relative: 1e-10");
  for (const auto& [p, largest, smallest] :
       {std::tuple{1, 1e-3, 2.5e-4}, {2, 1e-3, 2.5e-4}, {3, 2e-3, 5e-4}, {4, 2e-3, 5e-4}}) {
    const auto error = [&, p = p](double h) {
      return std::abs(end_of(h, fmt::format("order: fixed, order_max: {}", p)) - exact);
    };
    const double order = std::log2(error(largest) / error(smallest)) / 2.0;
    EXPECT_GT(order, p - 0.7) << p;
  }
}

/// A kink or jump of a load, and of a motor's rate, anywhere in a step: an extrapolation may not see it, so steps end
/// there.
TEST(SwitchingPoint, StepsEndAtKinksOfLoadsAndMotors) {
  for (const double kink : {0.21251, 0.2222, 0.2345})
    for (const double ramp : {1e-5, 0.1}) {
      const auto mass = run_text(fmt::format(R"(
percuss: 1
simulation: {{scheme: moreau_midpoint, step: 0.02, end_time: 0.5}}
bodies: {{b: {{type: point_mass, mass: 2, position: [0, 0]}}, c: {{type: point_mass, mass: 1, position: [0, 1]}}}}
joints: {{drive: {{type: linear_motor, body: c, axis: [1, 0], history: [[0, 0], [{0}, 0.3], [{1}, 0.1], [1, 0.1]]}}}}
loads: {{push: {{type: force, body: b, direction: [1, 0], history: [[0, 1], [{0}, 1], [{1}, 4], [1, 4]]}}}}
)",
                                             kink, kink + ramp),
                                 {control("step_min: 1e-7, tolerance_absolute: 1e-9, tolerance_relative: 1e-9")});
      const double after = 0.5 - kink - ramp;
      EXPECT_NEAR(mass.end.v[0], (kink + 2.5 * ramp + 4.0 * after) / 2.0, 1e-13) << kink;
      EXPECT_NEAR(mass.end.q[2], 0.15 * kink + 0.2 * ramp + 0.1 * after, 1e-12) << kink;
    }
}

/// Four frictional corners on a curved way: the contacts neither rattle nor let go. Fixed steps of 1e-6 s are off by
/// 3e-4 rad after 50000 evaluations.
TEST(SwitchingPoint, SliderCrankIsExactAtATenthOfTheWork) {
  const auto table = read_csv(PERCUSS_SOURCE_DIR "/tests/verification/data/slider_crank_unilateral.csv");
  const auto error = [&](const Controlled& crank) {
    double worst = 0.0;
    for (std::size_t k = 0; k < crank.rows.size(); ++k)
      for (const auto& [row, name] : {std::pair{0, "theta1"}, std::pair{1, "theta2"}})
        worst = std::max(worst, std::abs(crank.rows[k].q[row] - table.column(name)[k]));
    return worst;
  };
  const auto crank = run("03_slider_crank/unilateral.yaml", {"simulation.step=1e-3", "simulation.end_time=0.05",
                                                             "outputs.every=1", control("step_min: 1e-8")});
  ASSERT_EQ(crank.rows.size(), 51u);
  EXPECT_LT(error(crank), 5e-6);
  EXPECT_LT(crank.result.attempts, 20000);
  EXPECT_LT(crank.result.smallest_steps, 1000);
  EXPECT_GT(crank.result.worst.gap, -1e-6);
}

/// A heavy top that turns fast about a fixed point: a quaternion and a joint, but no contact.
TEST(SwitchingPoint, ATopIsSmooth) {
  const std::string model = R"(
percuss: 1
simulation: {scheme: moreau_midpoint, step: 0.01, end_time: 1.0}
bodies:
  top: {type: rigid_body, mass: 1.0, inertia: [0.02, 0.02, 0.01], position: [0.1, 0.0, 0.2], orientation: [0.0, 0.4636476, 0.0],
        angular_velocity: [0.0, 0.0, 30.0]}
joints:
  foot: {type: ball, body: top, point: [0.0, 0.0, -0.2236068]}
loads:
  weight: {type: gravity, acceleration: [0.0, 0.0, -9.81]}
)";
  const auto run_top = [&](const std::vector<std::string>& overrides) {
    auto top = run_text(model, overrides);
    return std::pair{top.end, top.result};
  };
  const auto [exact, a] = run_top({control("tolerance_absolute: 1e-12, tolerance_relative: 1e-12, order_max: 9")});
  const auto [found, b] = run_top({control("order_max: 6")});
  EXPECT_EQ(b.smallest_steps, 1);  // the first
  EXPECT_NEAR(found.q.tail(4).norm(), 1.0, 1e-12);
  EXPECT_LT((found.q - exact.q).lpNorm<Eigen::Infinity>(), 1e-6);  // 1e-8 and 3e-7 rad/s in each of some 100 steps
  EXPECT_NEAR(b.energy_scheme(), 0.0, 1e-6);
}

/// Thirty discs, of which some pair switches in nearly every smallest step: nothing stalls.
TEST(SwitchingPoint, CostsLittleWhereItCannotHelp) {
  std::vector<std::string> overrides{"bodies.left.count=15",
                                     "bodies.left.from=[0.7, 0.18]",
                                     "bodies.left.to=[1.0, 0.4]",
                                     "bodies.right.count=15",
                                     "bodies.right.to=[1.3, 0.4]",
                                     "simulation.end_time=0.3",
                                     "simulation.initial_overlap=1e-3",
                                     "simulation.step=4e-3"};
  overrides.push_back(control("step_min: 1e-3"));
  const auto heap = run("09_mixing_discs/discs.yaml", overrides);
  EXPECT_LT(heap.result.attempts, 1.5 * 300);  // of fixed steps of 1e-3 s
  EXPECT_GT(heap.result.smallest_steps, 0);
}

/// A block slides, is pushed back, and slides back without sticking: friction jumps where the slip turns round. It
/// decelerates by 9 m/s^2 for 1/9 s, then accelerates by 3.
TEST(SwitchingPoint, ASlipThatTurnsRoundIsASwitch) {
  const std::string model = R"(
percuss: 1
simulation: {scheme: moreau_midpoint, step: 0.01, end_time: 0.9}
bodies: {b: {type: point_mass, mass: 1, position: [0, 0], velocity: [1, 0]}}
contacts: {floor: {type: node_wall, body: b, normal: [0, 1], friction: 0.3}}
loads:
  w: {type: gravity, acceleration: [0, -10]}
  f: {type: force, body: b, direction: [1, 0], value: -6}
)";
  const double after = 0.9 - 1.0 / 9.0;
  for (const double step : {0.1, 0.01, 1e-3})
    for (const char* keys : {"step_min: 1e-8", "step_min: 1e-8, order: fixed, order_max: 4"}) {
      const auto block = run_text(model, {fmt::format("simulation.step={}", step), control(keys)});
      EXPECT_NEAR(block.end.v[0], -3.0 * after, 1e-6) << step << " " << keys;
      EXPECT_NEAR(block.end.q[0], 1.0 / 18.0 - 1.5 * after * after, 1e-6) << step << " " << keys;
      EXPECT_GE(block.switches.size(), 1u);
      EXPECT_LT(block.result.attempts, 30000);
    }
}

/// A ball is thrown up against a ceiling just below the apex: it is there and gone within one step, and where it is
/// there for 3 ms within a substep.
TEST(SwitchingPoint, NothingIsPassedThrough) {
  const std::string model = R"(
percuss: 1
simulation: {{scheme: moreau_midpoint, step: 0.1, end_time: 1}}
bodies: {{b: {{type: point_mass, mass: 1, position: 0, velocity: {}}}}}
contacts: {{top: {{type: node_wall, body: b, wall: {}, normal: -1, restitution: 1}}}}
loads: {{g: {{type: gravity, acceleration: -10}}}}
)";
  for (const double depth : {1e-3, 1e-5})
    for (const double v : {5.0, 5.1, 5.2, 5.25, 5.3, 5.33, 5.4, 5.5}) {
      const double height = v * v / 20.0 - depth, rise = (v - std::sqrt(v * v - 20.0 * height)) / 10.0;
      const auto ball = run_text(fmt::format(fmt::runtime(model), v, height), {control("step_min: 1e-8")});
      const double down = 1.0 - rise, fall = std::sqrt(v * v - 20.0 * height);
      EXPECT_NEAR(ball.end.q[0], height - fall * down - 5.0 * down * down, 1e-6) << v;
      EXPECT_EQ(ball.result.impacts, 1) << v;
    }
}

/// A disc of 0.05 m flies by 1 m in a step, towards another one.
TEST(SwitchingPoint, DiscsDoNotPassThroughEachOther) {
  for (const double step : {0.1, 0.05, 0.03}) {
    const auto discs = run_text(R"(
percuss: 1
simulation: {scheme: moreau_midpoint, step: 0.1, end_time: 0.5}
bodies:
  a: {type: disc, mass: 1, radius: 0.05, position: [0, 0], velocity: [10, 0]}
  b: {type: disc, mass: 1, radius: 0.05, position: [1.25, 0]}
contacts: {g: {type: disc_group, restitution: 1}}
)",
                                {fmt::format("simulation.step={}", step), control("step_min: 1e-8")});
    EXPECT_NEAR(discs.end.q[0], 1.15, 1e-6) << step;  // where it struck, and stopped
    EXPECT_EQ(discs.switches.size(), 2u);
  }
}

/// Where forces are not unique, between two frictional feet, they tell nothing: nothing moves, so nothing switches.
TEST(SwitchingPoint, ABoxAtRestOnTwoFeetRests) {
  const std::string model = R"(
percuss: 1
simulation: {scheme: moreau_midpoint, step: 0.02, end_time: 0.4}
bodies: {x: {type: rigid_body_planar, mass: 1, inertia: 0.02, position: [0, 0.1]}}
contacts:
  c0: {type: node_wall, body: x, point: [-0.1, -0.1], normal: [0, 1], restitution: 0.3, friction: 0.4}
  c1: {type: node_wall, body: x, point: [0.1, -0.1], normal: [0, 1], restitution: 0.3, friction: 0.4}
loads: {g: {type: gravity, acceleration: [0, -10]}}
)";
  const auto box = run_text(model, {control("step_min: 1e-7")});
  EXPECT_TRUE(box.switches.empty());
  EXPECT_LT(box.result.attempts, 1000);
  EXPECT_LT((box.end.q - box.rows.front().q).lpNorm<Eigen::Infinity>(), 1e-9);
  const auto wedge =
      run("13_wedge/wedge.yaml", {"simulation.step=1e-2", "simulation.end_time=0.1", control("step_min: 1e-7")});
  EXPECT_LT(wedge.result.attempts, 5000);
}

/// Tolerances that a low order meets in the smallest steps alone are told.
TEST(SwitchingPoint, WarnsWhereTheTolerancesCannotBeMet) {
  const auto low = run("05_single_masses/oscillator.yaml",
                       {"simulation.step=0.01", "simulation.end_time=0.1",
                        control("step_min: 1e-4, order_max: 2, tolerance_absolute: 1e-10, tolerance_relative: 1e-10")});
  ASSERT_EQ(low.result.warnings.size(), 1u);
  EXPECT_NE(low.result.warnings[0].find("raise order_max or the tolerances"), std::string::npos);
  const auto high = run("05_single_masses/oscillator.yaml",
                        {"simulation.step=0.01", "simulation.end_time=0.1", control("step_min: 1e-6")});
  EXPECT_TRUE(high.result.warnings.empty());
}

std::string refusal(std::vector<std::string> overrides) {
  try {
    run("05_single_masses/oscillator.yaml", std::move(overrides));
  } catch (const InputError& error) {
    return error.what();
  }
  return "";
}

TEST(SwitchingPoint, RefusesWhatCannotWork) {
  const auto holds = [](const std::string& text, const std::string& part) {
    EXPECT_NE(text.find(part), std::string::npos) << text;
  };
  holds(refusal({control("step_min: 1e-3"), "simulation.step=1e-3"}), "is not below simulation.step");
  holds(refusal({control("step_min: 1e-16")}), "round-off of times");
  holds(refusal({control("tolerance_absolute: 1e-16")}), "round-off of the velocities");
  holds(refusal({control("order_max: 0")}), "order_max");
  holds(refusal({control("order_max: 1")}), "leaves no two orders");
  holds(refusal({control("order: fixed, tolerance_absolute: 1e-6")}),
        "`order: fixed` has no use for `tolerance_absolute`");
  holds(refusal({control("tolerance_absolute: 0")}), "tolerance_absolute");
  holds(refusal({control("tolerance_relative: 1e-15")}), "tolerance_relative");
  holds(refusal({control("factor: 0.1")}), "has no use for `factor`");
  const auto scheme = refusal({"simulation.scheme=half_explicit_velocity", "simulation.control=switching_point"});
  holds(scheme, "cannot work with half_explicit_velocity");
  holds(scheme, "moreau_midpoint");
}

}  // namespace switching_point_test

}  // namespace percuss::verification
