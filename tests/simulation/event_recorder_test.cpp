// SPDX-License-Identifier: Apache-2.0
// Events of runs whose motion is known, by every scheme.
#include "simulation/event_recorder.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include "io/model_file.hpp"
#include "simulation/run.hpp"
#include "tests/io/model_text.hpp"
#include "tests/scheme/fixtures.hpp"

namespace percuss {
namespace event_recorder_test {

using Kind = ContactEvent::Kind;
using enum ContactMode;

std::vector<ContactEvent> events_of(const std::string& text, const std::vector<std::string>& overrides = {}) {
  const auto file = test::read_model_text(text, overrides);
  auto simulation = make_simulation(file);
  std::vector<ContactEvent> events;
  Simulation::Hooks hooks;
  hooks.event = [&](const ContactEvent& event) { events.push_back(event); };
  const auto result = simulation.run(hooks);
  EXPECT_EQ(result.outcome, Outcome::done) << result.message;
  return events;
}

std::string in_words(const std::vector<ContactEvent>& events) {
  constexpr std::array kinds{"impact", "close", "open", "stick", "slip"};
  constexpr std::array modes{"apart", "slides", "holds"};
  std::string words;
  for (const auto& event : events)
    words += fmt::format("{} {} {}->{}; ", event.contact, kinds[static_cast<std::size_t>(event.kind)],
                         modes[static_cast<std::size_t>(event.from)], modes[static_cast<std::size_t>(event.to)]);
  return words;
}

std::string with_scheme(const test::NamedScheme& scheme, double step, double end, const std::string& rest) {
  return fmt::format("percuss: 1\nsimulation: {{scheme: {}, step: {}, end_time: {}}}\n{}", test::text_of(scheme), step,
                     end, rest);
}

class EventsByScheme : public testing::TestWithParam<test::NamedScheme> {};
class FrictionEventsByScheme : public testing::TestWithParam<test::NamedScheme> {};

/// 2 kg from 0.05 m with 1 m/s downwards and g = 10 m/s^2: v^2 = 1 + 2 g 0.05 = 2, after (sqrt 2 - 1)/10 s.
TEST_P(EventsByScheme, AnImpactTellsVelocitiesPercussionAndLoss) {
  const double h = 1e-4, v = std::sqrt(2.0), m = 2.0, eps = 0.5;
  const auto events = events_of(with_scheme(GetParam(), h, 0.1, R"(
bodies: {ball: {type: point_mass, mass: 2.0, position: [0.05], velocity: [-1.0]}}
contacts: {floor: {type: node_wall, body: ball, normal: [1], restitution: 0.5}}
loads: {weight: {type: gravity, acceleration: [-10]}}
)"));
  ASSERT_EQ(in_words(events), "0 impact apart->apart; ");
  const auto& impact = events[0];
  EXPECT_LE(impact.t - impact.bracket, (v - 1.0) / 10.0);
  EXPECT_GE(impact.t, (v - 1.0) / 10.0 - 1e-12);
  // Velocities are those of the ends of a step, and the percussion may hold the weight's impulse in it.
  EXPECT_NEAR(impact.before[0], -v, 20.0 * h);
  EXPECT_NEAR(impact.after[0], eps * v, 20.0 * h);
  EXPECT_NEAR(impact.percussion[0], m * (1.0 + eps) * v, m * 20.0 * h);
  EXPECT_NEAR(impact.energy_lost, 0.5 * m * v * v * (1.0 - eps * eps), 0.5 * m * v * 40.0 * h);
  EXPECT_TRUE(std::isnan(impact.force[0]));
}

/// It stays where it has fallen, and a string of 30 N takes it off again at 0.2 s.
TEST_P(EventsByScheme, APlasticImpactClosesAndAPullOpens) {
  const auto events = events_of(with_scheme(GetParam(), 1e-3, 0.25, R"(
bodies: {ball: {type: point_mass, mass: 2.0, position: [0.05], velocity: [-1.0]}}
contacts: {floor: {type: node_wall, body: ball, normal: [1]}}
loads:
  weight: {type: gravity, acceleration: [-10]}
  string: {type: force, body: ball, direction: [1], history: [[0.2, 0], [0.201, 30]]}
)"));
  ASSERT_GE(events.size(), 2U) << in_words(events);
  EXPECT_EQ(events.front().kind, Kind::impact);
  EXPECT_EQ(events.front().to, holds);
  const bool hops = GetParam().label == "MoreauJeanOne";  // it stops a little above the floor, and falls on
  if (!hops) {
    EXPECT_EQ(in_words(events), "0 impact apart->holds; 0 open holds->apart; ");
  }
  const auto& open = events.back();
  EXPECT_NEAR(open.t, 0.2 + 1e-3 * 20.0 / 30.0, 2e-3);
  EXPECT_EQ(open.force[0], 0.0);
  EXPECT_TRUE(std::isnan(open.percussion[0]));
}

/// What rests at the start has done nothing.
TEST_P(EventsByScheme, RestIsNoEvent) {
  EXPECT_EQ(in_words(events_of(with_scheme(GetParam(), 1e-3, 0.05, R"(
bodies: {ball: {type: point_mass, mass: 2.0, position: [0.0]}}
contacts: {floor: {type: node_wall, body: ball, normal: [1], restitution: 0.5}}
loads: {weight: {type: gravity, acceleration: [-10]}}
)"))),
            "");
}

INSTANTIATE_TEST_SUITE_P(Schemes, EventsByScheme, testing::ValuesIn(test::all_schemes()),
                         [](const auto& tested) { return tested.param.label; });

/// mu m g = 4 N stop 0.8 m/s within 0.4 s; a push that grows by 10 N/s from 0.6 s on makes it slip at 1 s, to
/// 0.1 m/s at 1.2 s; then one of -30 N turns it round within 0.1 m/s * 2 kg/34 N.
TEST_P(FrictionEventsByScheme, SlipEndsAndBegins) {
  const auto events = events_of(with_scheme(GetParam(), 1e-3, 1.4, R"(
bodies: {block: {type: point_mass, mass: 2.0, position: [0.0, 0.0], velocity: [0.8, 0.0]}}
contacts: {floor: {type: node_wall, body: block, normal: [0, 1], friction: 0.2}}
loads:
  weight: {type: gravity, acceleration: [0, -10]}
  push: {type: force, body: block, direction: [1, 0], history: [[0.6, 0], [1.2, 6], [1.201, -30]]}
)"));
  ASSERT_GE(events.size(), 3U) << in_words(events);
  const auto &stick = events[0], &slip = events[1], &turn = events[2];
  EXPECT_EQ(stick.kind, Kind::stick) << in_words(events);
  EXPECT_NEAR(stick.t, 0.4, 3e-3);
  EXPECT_NEAR(stick.after[1], 0.0, 2.1e-3);  // a forecast's scheme is a step's velocity off
  EXPECT_NEAR(stick.force[0], 20.0, 1e-6);
  EXPECT_EQ(slip.kind, Kind::slip) << in_words(events);
  EXPECT_NEAR(slip.t, 1.0, 3e-3);
  EXPECT_NEAR(std::abs(slip.force[1]), 4.0, 1e-2);
  EXPECT_NEAR(turn.t, 1.2064, 2e-3) << in_words(events);  // some stick for a step
  EXPECT_EQ(events.back().to, slides);
  EXPECT_LE(events.size(), 4U) << in_words(events);
}

INSTANTIATE_TEST_SUITE_P(Schemes, FrictionEventsByScheme, testing::ValuesIn(test::frictional_schemes()),
                         [](const auto& tested) { return tested.param.label; });

/// A cap of halves: the step that fails is told of by its halves alone, and what a control takes back is no event.
TEST(EventRecorder, StepsThatAreTakenBackTellNothing) {
  const std::string model = R"(percuss: 1
simulation: {scheme: moreau_midpoint, step: 0.01, end_time: 0.1, control: CONTROL}
bodies: {ball: {type: point_mass, mass: 2.0, position: [0.05], velocity: [-1.0]}}
contacts: {floor: {type: node_wall, body: ball, normal: [1], restitution: 0.5}}
loads: {weight: {type: gravity, acceleration: [-10]}}
)";
  const auto with = [&](const std::string& control) {
    auto text = model;
    return events_of(text.replace(text.find("CONTROL"), 7, control));
  };
  const auto exact = (std::sqrt(2.0) - 1.0) / 10.0;
  for (const char* control : {"{name: switching_point, step_min: 1e-7}", "{name: error, position_tolerance: 1e-7}",
                              "{name: impact_step, factor: 0.01}"}) {
    const auto events = with(control);
    ASSERT_EQ(in_words(events), "0 impact apart->apart; ") << control;
    EXPECT_NEAR(events[0].t, exact, 2e-4) << control;
    EXPECT_LE(events[0].bracket, 4e-4) << control;
  }
}

TEST(EventRecorder, ARunGoesOnFromItsMemory) {
  const auto model = test::ParticleOverFloor{.position = {1.0}, .velocity = {0.0}}.build();
  EventRecorder recorder(model->system, model->contacts);
  recorder.start(Vector::Constant(1, 1.0), true);
  MemoryImage image;
  auto save = MemoryWalk::saving(image);
  save("events", recorder);
  EventRecorder other(model->system, model->contacts);
  other.start(Vector::Constant(1, -1.0), true);  // would not tell of what it does first
  auto restore = MemoryWalk::restoring(image);
  restore("events", other);
  auto scheme = find_scheme("moreau_jean")->make(model->system, model->contacts, {}, {});
  State state{0.0, Vector::Constant(1, 1e-3), Vector::Constant(1, -1.0)};
  ASSERT_TRUE(scheme->step(1e-2, state).ok());
  other.take(*scheme, 1e-2, state);
  std::vector<ContactEvent> events;
  other.tell([&](const ContactEvent& event) { events.push_back(event); });
  EXPECT_EQ(in_words(events), "0 impact apart->holds; ");
}

}  // namespace event_recorder_test
}  // namespace percuss
