// SPDX-License-Identifier: Apache-2.0
#include "tests/verification/controlled_run.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

#include "io/model_file.hpp"
#include "simulation/run.hpp"

namespace percuss::verification {

ControlledEnd end_of_file(const std::string& path, const std::vector<std::string>& overrides) {
  const auto file = read_model(path, overrides);
  auto simulation = make_simulation(file);
  const auto result = simulation.run({});
  EXPECT_EQ(result.outcome, Outcome::done) << result.message;
  return {result, simulation.state()};
}

ControlledEnd end_of_text(const std::string& text, const std::string& label,
                          const std::vector<std::string>& overrides) {
  const auto path = fmt::format("{}percuss_controlled_{}_{}.yaml", testing::TempDir(), label, getpid());
  std::ofstream(path) << text;
  const auto end = end_of_file(path, overrides);
  std::filesystem::remove(path);
  return end;
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
