// SPDX-License-Identifier: Apache-2.0
#include "tests/verification/controlled_run.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "io/model_file.hpp"
#include "simulation/run.hpp"
#include "tests/io/model_text.hpp"

namespace percuss::verification {

namespace {

ControlledEnd end_of(const ModelFile& file) {
  auto simulation = make_simulation(file);
  const auto result = simulation.run({});
  EXPECT_EQ(result.outcome, Outcome::done) << result.message;
  return {result, simulation.state()};
}

}  // namespace

ControlledEnd end_of_file(const std::string& path, const std::vector<std::string>& overrides) {
  return end_of(read_model(path, overrides));
}

ControlledEnd end_of_text(const std::string& text, const std::vector<std::string>& overrides) {
  return end_of(test::read_model_text(text, overrides));
}

std::string ball_between_walls(const test::NamedScheme& scheme, double step) {
  return fmt::format(R"(percuss: 1
simulation: {{scheme: {}, step: {}, end_time: 6.0}}
bodies:
  ball: {{type: point_mass, mass: 1.0, position: 0.3, velocity: 1.0}}
contacts:
  left: {{type: node_wall, body: ball, normal: 1.0, restitution: 0.8}}
  right: {{type: node_wall, body: ball, wall: 1.0, normal: -1.0, restitution: 0.8}}
)",
                     test::text_of(scheme), step);
}

}  // namespace percuss::verification
