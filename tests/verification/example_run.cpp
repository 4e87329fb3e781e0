// SPDX-License-Identifier: Apache-2.0
#include "tests/verification/example_run.hpp"

#include <gtest/gtest.h>

#include "io/model_file.hpp"
#include "simulation/quantity.hpp"

namespace percuss::verification {

ExampleRun run_example(const std::string& model, const std::vector<std::string>& overrides,
                       const std::vector<std::string>& quantities, Index every) {
  const auto file = read_model(std::string(PERCUSS_SOURCE_DIR "/examples/") + model, overrides);
  std::vector<Quantity> found;
  for (const auto& name : quantities) found.push_back(find_quantity(*file.model, name));
  ExampleRun run;
  Simulation::Hooks hooks;
  hooks.row_every = every;
  hooks.rows_need_joints = true;
  hooks.row = [&](const Sample& sample) {
    run.t.push_back(sample.state.t);
    run.rows.emplace_back();
    for (const auto& quantity : found) run.rows.back().push_back(quantity.value(sample));
  };
  Simulation simulation(*file.model, file.simulation);
  run.result = simulation.run(hooks);
  EXPECT_EQ(run.result.outcome, Outcome::done) << run.result.message;
  return run;
}

}  // namespace percuss::verification
