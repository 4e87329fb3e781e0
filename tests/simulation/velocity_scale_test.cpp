// SPDX-License-Identifier: Apache-2.0
#include "simulation/velocity_scale.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "io/model_file.hpp"
#include "tests/io/model_text.hpp"

namespace percuss {
namespace velocity_scale_test {

ModelFile truss(const std::vector<std::string>& more = {}) {
  std::vector<std::string> overrides{"parameters.nx=3", "bodies.truss.mass=consistent"};
  overrides.insert(overrides.end(), more.begin(), more.end());
  return read_model(PERCUSS_SOURCE_DIR "/examples/23_lattice/lattice.yaml", overrides);
}

// Every node of a truss with consistent masses falls as a free particle, but for those near the face that is held.
TEST(VelocityScale, IsTheSpeedOfAFallOverTheLengthOfTheModelOrInItsDuration) {
  const auto file = truss({"bodies.truss.supports={}"});
  const double g = 9.81, length = 1.5;
  EXPECT_NEAR(velocity_scale(*file.model, 100.0, {}), std::sqrt(g * length), 1e-9);
  EXPECT_NEAR(velocity_scale(*file.model, 1e-3, {}), g * 1e-3, 1e-12);
}

TEST(VelocityScale, SolvesByTheLinearSolverOfTheRun) {
  const auto file = truss();
  const double by_factor = velocity_scale(*file.model, 1.0, {});
  ASSERT_GT(by_factor, 1.0);
  LinearSolverOptions cg(LinearSolverKind::cg);
  EXPECT_NEAR(velocity_scale(*file.model, 1.0, cg), by_factor, 1e-9 * by_factor);
  cg.max_iterations = 1;
  EXPECT_EQ(velocity_scale(*file.model, 1.0, cg), 0.0);  // the run itself will tell that it does not get there
}

// `max_iterations: 1` is enough for MUMPS.
TEST(VelocityScale, TakesNoLimitsOfPetscsSolvers) {
  const auto file = truss();
  const double by_factor = velocity_scale(*file.model, 1.0, {});
  LinearSolverOptions mumps(LinearSolverKind::petsc_mumps);
  mumps.max_iterations = 1;
  EXPECT_NEAR(velocity_scale(*file.model, 1.0, mumps), by_factor, 1e-9 * by_factor);
}

// A rod of 2 m hangs by its end: that of a body of one node, which extends over nothing. Free, it would fall.
TEST(VelocityScale, OfJointsAloneIsAThousandthOfThatOfThePlacesTheyHold) {
  const auto file = test::read_model_text(R"(percuss: 1
simulation: {scheme: half_explicit_velocity, step: 0.001, end_time: 1}
bodies:
  rod: {type: rigid_body_planar, mass: 1, inertia: 0.3, position: [0.0, -1.0]}
joints:
  pin: {type: revolute, body: rod, point: [0.0, 1.0]}
loads:
  weight: {type: gravity, acceleration: [0.0, -9.81]}
)");
  EXPECT_NEAR(velocity_scale(*file.model, 100.0, {}), 1e-3 * std::sqrt(9.81 * 1.0), 1e-15);
  EXPECT_NEAR(velocity_scale(*file.model, 1e-3, {}), 9.81e-6, 1e-18);
}

}  // namespace velocity_scale_test
}  // namespace percuss
