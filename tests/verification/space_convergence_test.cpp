// SPDX-License-Identifier: Apache-2.0
// Convergence in space of the flexible slider-crank [MIX, Figs. 20 and 30]: the centre of mass of its rod as elements
// and modes are added. Its start, an undeformed rod at full speed, sends waves along it, which elements that are linear
// along carry with order 2; the tables are in examples/14_flexible_slider_crank.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "tests/verification/example_run.hpp"
#include "tests/verification/figure.hpp"

namespace percuss::verification {

namespace space_convergence_test {

/// The centre of mass every 10 us to 2.6 ms, before anything strikes in the notch.
ExampleRun path_of(std::vector<std::string> rod) {
  rod.insert(rod.end(), {"simulation.step=2e-6", "simulation.end_time=2.6e-3"});
  return run_example("14_flexible_slider_crank/unilateral.yaml", rod, {"rod.mean_position.x", "rod.mean_position.y"},
                     5);
}

double distance(const ExampleRun& a, const ExampleRun& b) {
  double largest = 0.0;
  for (std::size_t i = 0; i < a.rows.size(); ++i)
    largest = std::max(largest, std::hypot(a.rows[i][0] - b.rows[i][0], a.rows[i][1] - b.rows[i][1]));
  return largest;
}

// Errors go with n^-2 from 8 elements on, measured by 64: (1/8^2 - 1/64^2)/(1/16^2 - 1/64^2) = 4.2, then 5, less what
// the scheme damps of the fastest waves at this step.
TEST(SpaceConvergence, IsOfOrderTwoInTheLengthOfElements) {
  const auto path = [](int n) { return path_of({fmt::format("bodies.rod.elements={}", n)}); };
  const auto finest = path(64);
  const double at_8 = distance(path(8), finest), at_16 = distance(path(16), finest), at_32 = distance(path(32), finest);
  expect_figure("error of 8 elements by that of 16", at_8 / at_16, 4.2, 0.6, "");
  expect_figure("error of 16 elements by that of 32", at_16 / at_32, 4.5, 0.7, "");
  EXPECT_LT(at_32, 3e-8);  // m, of 0.2 m
}

// Modes of a rod of 32 elements: the axial ones come slowly, and all of them are the rod.
TEST(SpaceConvergence, FollowsTheNumberOfModes) {
  const auto path = [](const std::string& modes) {
    std::vector<std::string> rod{"bodies.rod.elements=32"};
    if (!modes.empty()) rod.push_back("bodies.rod.modes.count=" + modes);
    return path_of(rod);
  };
  const auto whole = path("");
  double before = distance(path("1"), whole);
  expect_figure("error of 1 mode", before, 6e-5, 2e-5, "m");
  for (const std::string modes : {"4", "16", "32", "96"}) {
    const double error = distance(path(modes), whole);
    expect_figure("error of " + modes + " modes by that of fewer", error / before, 0.3, 0.3, "");
    before = error;
  }
  EXPECT_LT(before, 1e-9);
}

}  // namespace space_convergence_test

}  // namespace percuss::verification
