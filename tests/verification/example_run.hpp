// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "simulation/simulation.hpp"

namespace percuss::verification {

/// Rows of quantities of a run.
struct ExampleRun {
  RunResult result;
  std::vector<double> t;
  std::vector<std::vector<double>> rows;  ///< one per row, the quantities in their order
  const std::vector<double>& last() const { return rows.back(); }
};

/// Runs a model of the examples with overrides `KEY=VALUE` to its end; a row at every `every` steps.
ExampleRun run_example(const std::string& model, const std::vector<std::string>& overrides,
                       const std::vector<std::string>& quantities, Index every = 1 << 20);

}  // namespace percuss::verification
