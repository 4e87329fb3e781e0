// SPDX-License-Identifier: Apache-2.0
#include "simulation/reference_run.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <atomic>
#include <cmath>
#include <string>

#include "core/fault.hpp"
#include "tests/io/model_text.hpp"

namespace percuss::reference_run_test {
namespace {

/// A mass on a spring about `centre`, amplitude 1 m, 1 rad/s.
ModelFile oscillator(double centre, double end = 5.0) {
  return test::read_model_text(fmt::format(R"(percuss: 1
simulation: {{scheme: moreau_midpoint, step: {}, end_time: {}}}
bodies:
  mass: {{type: point_mass, mass: 1.0, position: {}}}
loads:
  spring: {{type: spring, body: mass, to_point: {}, stiffness: 1.0, length: 10.0}}
)",
                                           0.1 * end, end, centre + 1.0, centre - 10.0));
}

TEST(ReferenceRun, TellsADifferenceWithinTheTolerance) {
  for (const double tolerance : {1e-4, 1e-8, 1e-12}) {
    auto file = oscillator(0.0);
    const auto result = run_reference(file, tolerance, {});
    EXPECT_EQ(result.outcome, Outcome::done) << result.message;
    ASSERT_TRUE(result.reference.has_value());
    EXPECT_EQ(result.reference->tolerance, tolerance);
    EXPECT_GT(result.reference->difference, 0.0);
    EXPECT_LE(result.reference->difference, tolerance);
    EXPECT_NEAR(result.energy.total(), 0.5, tolerance);  // the error of a finer run, times the velocity
  }
}

/// Coordinates of 1e6 m have a round-off of 1e-10 m.
TEST(ReferenceRun, WhatRoundOffHidesIsABrokenCertificate) {
  auto file = oscillator(1e6, 0.1);
  const auto result = run_reference(file, 1e-13, {});
  EXPECT_EQ(result.outcome, Outcome::certificate_broken);
  ASSERT_TRUE(result.reference.has_value());
  EXPECT_GT(result.reference->difference, 1e-13);
  EXPECT_NE(result.message.find("1e-13 was asked for"), std::string::npos) << result.message;
}

TEST(ReferenceRun, TolerancesOutOfRangeAreRefused) {
  for (const double tolerance : {0.0, -1e-6, 1e-20, 1.0, std::nan("")}) {
    auto file = oscillator(0.0);
    EXPECT_THROW(run_reference(file, tolerance, {}), InputError) << tolerance;
  }
}

TEST(ReferenceRun, ARunThatIsStoppedSaysSo) {
  auto file = oscillator(0.0);
  const std::atomic<bool> stop = true;
  RunOptions options;
  options.stop = &stop;
  const auto result = run_reference(file, 1e-8, options);
  EXPECT_EQ(result.outcome, Outcome::interrupted);
  EXPECT_FALSE(result.reference.has_value());
}

}  // namespace
}  // namespace percuss::reference_run_test
