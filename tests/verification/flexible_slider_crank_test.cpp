// SPDX-License-Identifier: Apache-2.0
// The slider-crank of [MIX, App. C] with an elastic rod of four elements: exact solutions of the semi-discrete model,
// by event, from another code (docs/verification.md).
#include <gtest/gtest.h>

#include "tests/verification/example_run.hpp"
#include "tests/verification/figure.hpp"

namespace percuss::verification {

namespace flexible_slider_crank_test {

constexpr const char* bilateral = "14_flexible_slider_crank/bilateral.yaml";
constexpr const char* unilateral = "14_flexible_slider_crank/unilateral.yaml";

std::vector<double> angles(const std::string& scheme, double h, double t, std::vector<std::string> more = {}) {
  more.insert(more.end(), {"simulation.scheme.name=" + scheme, fmt::format("simulation.step={}", h),
                           fmt::format("simulation.end_time={}", t)});
  return run_example(bilateral, more, {"crank.phi", "rod.phi"}).last();
}

// Errors of the schemes at this step: of order 3 (ED-alpha) and 2, driven by the rod's 3.6 kHz.
TEST(FlexibleSliderCrank, TurnsAsTheExactMechanism) {
  struct Row {
    const char* scheme;
    double h, tolerance;
  };
  for (const auto& [scheme, h, tolerance] : {Row{"mixed_ed_alpha", 2.5e-6, 4e-7}, Row{"mixed_bathe", 2.5e-6, 4e-6},
                                             Row{"mixed_generalized_alpha", 2.5e-6, 1e-5}}) {
    const auto early = angles(scheme, h, 1e-3), late = angles(scheme, h, 1e-2);
    expect_figure(fmt::format("theta1 at 1 ms, {}", scheme), early[0], 0.14585138999496594, tolerance, "rad");
    expect_figure(fmt::format("theta2 at 1 ms, {}", scheme), early[1], -0.07272504101086796, tolerance, "rad");
    expect_figure(fmt::format("theta1 at 10 ms, {}", scheme), late[0], 0.9472814531777063, tolerance, "rad");
    expect_figure(fmt::format("theta2 at 10 ms, {}", scheme), late[1], -0.4178134805506353, tolerance, "rad");
  }
}

TEST(FlexibleSliderCrank, OfAStiffRodIsTheRigidOne) {
  const auto stiff = angles("mixed_bathe", 1e-5, 1e-2, {"bodies.rod.youngs_modulus=1e15"});
  const auto rigid =
      run_example("03_slider_crank/bilateral.yaml", {"simulation.scheme=mixed_bathe", "simulation.end_time=1e-2"},
                  {"mechanism.theta1", "mechanism.theta2"})
          .last();
  // Deformation goes with 1/E: 4e-5 rad at 1e13 [docs/verification.md], and both runs err by some 1e-6.
  expect_figure("theta1 at 10 ms", stiff[0], rigid[0], 3e-6, "rad");
  expect_figure("theta2 at 10 ms", stiff[1], rigid[1], 3e-6, "rad");
}

// Exact: 2.6859365 ms, both top corners together, sum of percussions 0.0817722 N s; 2.8238437 ms. A step finds an
// impact up to h late; the error of the scheme before it adds some h.
TEST(FlexibleSliderCrank, StrikesWhenTheExactMechanismDoes) {
  constexpr double h = 1e-6;
  const auto run =
      run_example(unilateral, {"simulation.end_time=2.9e-3"}, {"notch.1.percussion", "notch.2.percussion"}, 1);
  std::vector<double> times, sums;
  for (std::size_t i = 0; i < run.rows.size(); ++i)
    if (const double sum = run.rows[i][0] + run.rows[i][1]; sum > 0.0) {
      times.push_back(run.t[i]);
      sums.push_back(sum);
    }
  ASSERT_EQ(times.size(), 2U);
  expect_figure("first impact", times[0], 0.0026859365, 2.0 * h, "s");
  expect_figure("its percussion", sums[0], 0.0817722, 2e-3 * 0.0817722, "N s");
  expect_figure("second impact", times[1], 0.0028238437, 3.0 * h, "s");
}

}  // namespace flexible_slider_crank_test

}  // namespace percuss::verification
