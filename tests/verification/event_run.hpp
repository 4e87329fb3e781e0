// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "io/model_file.hpp"
#include "scheme/event_driven.hpp"
#include "simulation/run.hpp"
#include "tests/io/model_text.hpp"

namespace percuss::verification {

/// A change of mode; an impact that is left again at once is two of them.
struct Switch {
  double t = 0.0, bracket = 0.0;
  Index contact = 0;
  ContactMode from = ContactMode::apart, to = ContactMode::apart;
};

inline void add_switches(const ContactEvent& event, std::vector<Switch>& switches) {
  const auto add = [&](ContactMode from, ContactMode to) {
    switches.push_back({event.t, event.bracket, event.contact, from, to});
  };
  const bool struck = event.kind == ContactEvent::Kind::impact;
  if (struck && event.from == ContactMode::apart && event.to == ContactMode::apart) {
    const bool slips = event.after[1] != 0.0 || event.after[2] != 0.0;
    add(event.from, slips ? ContactMode::slides : ContactMode::holds);
    add(slips ? ContactMode::slides : ContactMode::holds, event.to);
  } else if (!struck || event.from != event.to) {
    add(event.from, event.to);
  }
}

struct EventRun {
  RunResult result;
  State state;
  std::vector<State> rows;
  std::vector<std::vector<ContactRecord>> records;
  std::vector<Switch> switches;
  std::vector<ContactEvent> events;
};

inline EventRun run_events(ModelFile file, double tolerance = 1e-12) {
  auto& simulation = file.simulation;
  simulation.scheme = EventDriven::type().name;
  simulation.scheme_options = {{"tolerance", tolerance}, {"span", simulation.end_time}};
  simulation.retries = 0;
  EventRun run;
  auto loop = make_simulation(file);
  Simulation::Hooks hooks;
  hooks.row_every = file.outputs.every;
  hooks.rows_need_energy = true;
  hooks.row = [&](const Sample& sample) {
    run.rows.push_back(sample.state);
    run.records.emplace_back(sample.contacts.begin(), sample.contacts.end());
  };
  hooks.event = [&](const ContactEvent& event) {
    run.events.push_back(event);
    add_switches(event, run.switches);
  };
  run.result = loop.run(hooks);
  run.state = loop.state();
  return run;
}

inline EventRun run_text(const std::string& text, double tolerance = 1e-12) {
  return run_events(test::read_model_text(text), tolerance);
}

inline ModelFile example(const std::string& name, const std::vector<std::string>& overrides = {}) {
  return read_model(std::string(PERCUSS_SOURCE_DIR "/examples/") + name, overrides);
}

}  // namespace percuss::verification
