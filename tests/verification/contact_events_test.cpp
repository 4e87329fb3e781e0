// SPDX-License-Identifier: Apache-2.0
// The events of runs: the slider-crank with clearance against an event-by-event solution, the woodpecker against
// [SAE, Table VII].
#include <fmt/format.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "io/csv_file.hpp"
#include "tests/verification/event_run.hpp"
#include "tests/verification/figure.hpp"

namespace percuss::verification {

namespace contact_events_test {

using EventKind = ContactEvent::Kind;

std::vector<ContactEvent> events_of(const ModelFile& file) {
  auto simulation = make_simulation(file);
  std::vector<ContactEvent> events;
  Simulation::Hooks hooks;
  hooks.event = [&](const ContactEvent& event) { events.push_back(event); };
  const auto result = simulation.run(hooks);
  EXPECT_EQ(result.outcome, Outcome::done) << result.message;
  return events;
}

/// Two corners of the slider strike at once: the sum of both.
struct Strike {
  double t = 0.0, approach = 0.0, percussion = 0.0;
  bool above = false;
};

std::vector<Strike> strikes_of(const std::vector<ContactEvent>& events) {
  std::vector<Strike> strikes;
  for (const auto& event : events) {
    if (event.kind != EventKind::impact) continue;
    const bool above = event.contact < 2;
    if (strikes.empty() || strikes.back().t != event.t || strikes.back().above != above)
      strikes.push_back({event.t, event.before[0], 0.0, above});
    strikes.back().percussion += event.percussion[0];
  }
  return strikes;
}

struct Reference {
  std::vector<Strike> strikes;  // faster than what the event-driven scheme sums up as the end of bounces
  std::vector<double> opens, reversals;
};

Reference read_reference() {
  std::ifstream in(PERCUSS_SOURCE_DIR "/tests/verification/data/slider_crank_unilateral_events.csv");
  Reference reference;
  std::string line;
  for (std::getline(in, line); std::getline(in, line);) {
    const auto cells = split_csv_line(line);
    const double t = std::stod(cells[1]), approach = std::stod(cells[3]);
    if (cells[0] == "impact" && approach < -5e-6)
      reference.strikes.push_back({t, approach, std::stod(cells[4]), cells[2] == "+1"});
    if (cells[0] == "open") reference.opens.push_back(t);
    if (cells[0] == "slip-reversal") reference.reversals.push_back(t);
  }
  return reference;
}

ModelFile slider_crank(std::vector<std::string> overrides) {
  return example("03_slider_crank/unilateral.yaml", overrides);
}

TEST(ContactEvents, TheEventDrivenSliderCrankIsTheReferences) {
  const auto run = run_events(slider_crank({"simulation.step=1e-3"}));
  const auto reference = read_reference();
  auto strikes = strikes_of(run.events);
  std::erase_if(strikes, [](const Strike& strike) { return strike.approach > -5e-6; });
  ASSERT_GT(reference.strikes.size(), 20U);
  ASSERT_EQ(strikes.size(), reference.strikes.size());
  double worst_way = 0.0, worst_approach = 0.0, worst_percussion = 0.0;
  for (std::size_t i = 0; i < strikes.size(); ++i) {
    const auto &is = strikes[i], &exact = reference.strikes[i];
    EXPECT_EQ(is.above, exact.above) << i;
    worst_way = std::max(worst_way, std::abs((is.t - exact.t) * exact.approach));
    worst_approach = std::max(worst_approach, std::abs(is.approach - exact.approach));
    worst_percussion = std::max(worst_percussion, std::abs(is.percussion - exact.percussion));
  }
  // Both integrate positions to 1e-12 m, which is the longer a time the slower a corner comes.
  expect_figure("events, slider-crank, event-driven: largest error of a time of impact, as a way", worst_way, 0.0,
                5e-12, "m");
  expect_figure("events, slider-crank, event-driven: largest error of an approach", worst_approach, 0.0, 1e-8, "m/s");
  expect_figure("events, slider-crank, event-driven: largest error of a percussion", worst_percussion, 0.0, 1e-8,
                "N s");
  std::map<EventKind, std::vector<double>> times;
  for (const auto& event : run.events)
    if (event.contact % 2 == 0) times[event.kind].push_back(event.t);
  ASSERT_EQ(times[EventKind::open].size(), reference.opens.size());
  for (std::size_t i = 0; i < reference.opens.size(); ++i)
    EXPECT_NEAR(times[EventKind::open][i], reference.opens[i], 1e-10);
  ASSERT_EQ(times[EventKind::slip].size(), 1U);
  EXPECT_NEAR(times[EventKind::slip][0], reference.reversals.at(0), 1e-10);
}

/// A step is late or early by parts of it at each impact, and between the bounces that part grows: three impacts are
/// within two steps, the fourth within six.
TEST(ContactEvents, FixedStepsAreTwoStepsOffAtFirst) {
  const auto exact = read_reference().strikes;
  for (const double h : {1e-5, 2e-6}) {
    const auto strikes =
        strikes_of(events_of(slider_crank({fmt::format("simulation.step={}", h), "simulation.end_time=0.0086"})));
    ASSERT_GE(strikes.size(), 4U);
    for (std::size_t i = 0; i < 4; ++i) {
      expect_figure(fmt::format("events, slider-crank, half-explicit, h = {} s: impact {}", h, i + 1), strikes[i].t,
                    exact[i].t, (i < 3 ? 2.0 : 6.0) * h, "s");
      EXPECT_NEAR(strikes[i].percussion, exact[i].percussion, 1e4 * h * exact[i].percussion);
      EXPECT_NEAR(strikes[i].approach, exact[i].approach, 1e4 * h * std::abs(exact[i].approach));
    }
  }
}

/// Found to two smallest steps, and each impact shifts the next one.
TEST(ContactEvents, SwitchingPointsAreThreeSmallestStepsOff) {
  const auto exact = read_reference().strikes;
  const auto strikes = strikes_of(events_of(
      slider_crank({"simulation.scheme=moreau_midpoint", "simulation.step=1e-4",
                    "simulation.control={name: switching_point, step_min: 1e-7}", "simulation.end_time=0.009"})));
  ASSERT_GE(strikes.size(), 4U);
  for (std::size_t i = 0; i < 4; ++i)
    expect_figure(fmt::format("events, slider-crank, switching points: impact {}", i + 1), strikes[i].t, exact[i].t,
                  3e-7, "s");
}

/// As Table VII lists a round, from its fourth line on.
TEST(ContactEvents, TheWoodpeckerGoesThroughTableVII) {
  const std::vector<std::string> round{"3 closes", "3 opens", "1 closes", "1 opens",  "3 closes", "3 opens",
                                       "2 closes", "2 opens", "2 closes", "2 sticks", "2 slips",  "2 opens"};
  for (const char* scheme : {"moreau_midpoint", "half_explicit_velocity"}) {
    std::vector<std::string> list;
    for (const auto& event :
         events_of(example("07_woodpecker/woodpecker.yaml", {fmt::format("simulation.scheme={}", scheme)}))) {
      const auto note = [&](const char* what) { list.push_back(fmt::format("{} {}", event.contact + 1, what)); };
      const bool closes = event.from == ContactMode::apart;
      if (closes) note("closes");
      if (event.to == ContactMode::apart)
        note("opens");
      else if (!closes)
        note(event.to == ContactMode::holds ? "sticks" : "slips");
    }
    auto next = std::search(list.begin(), list.end(), round.begin(), round.begin() + 3);
    int rounds = 0;
    for (; list.end() - next >= static_cast<std::ptrdiff_t>(round.size()); ++rounds, next += 12)
      EXPECT_EQ(std::vector<std::string>(next, next + 12), round) << scheme << ", round " << rounds + 1;
    EXPECT_GE(rounds, 5) << scheme;
  }
}

}  // namespace contact_events_test

}  // namespace percuss::verification
