// SPDX-License-Identifier: Apache-2.0
#include "simulation/comparison.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <stdexcept>

#include "simulation/comparison_table.hpp"
#include "tests/io/faults_of.hpp"

namespace percuss {

namespace comparison_test {

/// A folder with a model, gone with the test.
class ComparisonTest : public testing::Test {
 protected:
  void SetUp() override {
    folder_ = std::filesystem::temp_directory_path() /
              fmt::format("percuss_comparison_{}_{}", getpid(),
                          testing::UnitTest::GetInstance()->current_test_info()->name());
    std::filesystem::create_directories(folder_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  std::string write(const std::string& name, const std::string& text) const {
    std::ofstream(folder_ / name) << text;
    return (folder_ / name).string();
  }

  ComparisonOptions study(const std::string& model) const {
    ComparisonOptions options;
    options.model = write("model.yaml", model);
    options.timing_rounds = 0;
    options.threads = 2;
    return options;
  }

  std::filesystem::path folder_;
};

/// y = 1 - 5 t^2 m, above the floor for t < 0.447 s.
const std::string falling_particle = R"(percuss: 1
simulation: {scheme: half_explicit_velocity, step: 1.0e-3, end_time: 0.4}
bodies:
  particle: {type: point_mass, mass: 1.0, position: 1.0, velocity: 0.0}
loads:
  weight: {type: gravity, acceleration: -10.0}
outputs:
  history: [{name: height, quantity: particle.nodes.first.position}, particle.nodes.first.velocity]
)";

/// A bar that a force stretches suddenly: periods of 1 s and less.
const std::string stretched_bar = R"(percuss: 1
simulation: {scheme: half_explicit_velocity, step: 1.0e-2, end_time: 1.0}
bodies:
  bar: {type: bar, length: 1.0, elements: 2, area: 1.0, youngs_modulus: 4.0, density: 1.0}
loads:
  pull: {type: force, body: bar, node: last, direction: 1, value: 1.0}
outputs:
  history: [bar.nodes.first.displacement, bar.nodes.last.displacement]
)";

/// The mean force of a step with an impact is Lambda/h, which grows as 1/h: order -1 for whoever takes it for an error.
const std::string dropped_ball = R"(percuss: 1
simulation: {scheme: half_explicit_velocity, step: 1.0e-3, end_time: 0.5}
bodies:
  ball: {type: point_mass, mass: 1.0, position: 1.0, velocity: 0.0}
contacts:
  floor: {type: node_wall, body: ball, restitution: 0.5}
loads:
  weight: {type: gravity, acceleration: -10.0}
outputs:
  history: [floor.force, ball.nodes.first.position, {name: speed, quantity: ball.nodes.first.velocity}, floor.percussion,
            floor.closed, energy.total]
)";

/// Of columns that have one unit.
Comparison of_one_unit(const ComparisonOptions& options) {
  auto found = compare(options);
  EXPECT_EQ(found.size(), 1U);
  return found.at(0);
}

const CaseResult& result_of(const Comparison& comparison, const std::string& scheme, double step) {
  for (const auto& one : comparison.cases)
    if (one.scheme == scheme && one.step == step) return one;
  throw std::out_of_range(scheme);
}

// Constant acceleration: explicit Moreau-Jean steps q by h v, which leaves out h^2 g/2 in every step; after 0.4 s that
// is 0.4 h g/2 = 2 h. The half-explicit scheme is exact.
TEST_F(ComparisonTest, ErrorsAgainstAnExactSolutionAreThoseWorkedOutByHand) {
  auto options = study(falling_particle);
  options.reference = write("exact.csv", "t,height\n0,1\n0.1,0.95\n0.2,0.8\n0.3,0.55\n0.4,0.2\n");
  options.schemes = {"moreau_jean:theta=0", "half_explicit_velocity"};
  options.steps = {0.01, 0.1, 0.05};
  options.columns = {"height"};
  const auto found = of_one_unit(options);
  ASSERT_TRUE(found.all_done()) << text_table({found});
  for (const double step : options.steps) {
    EXPECT_NEAR(*result_of(found, "moreau_jean:theta=0", step).error, 2.0 * step, 1e-13);  // round-off of 40 steps
    EXPECT_NEAR(*result_of(found, "half_explicit_velocity", step).error, 0.0, 1e-14);
  }
  EXPECT_NEAR(*result_of(found, "moreau_jean:theta=0", 0.01).order, 1.0, 1e-10);
  EXPECT_EQ(found.cases[0].step, 0.1) << "from the largest step to the smallest";
  EXPECT_EQ(found.unit, "m");
  EXPECT_NE(text_table({found}).find("5 times"), std::string::npos) << text_table({found});
}

// Explicit Moreau-Jean, step doubling, and a tolerance that lets every step pass: a whole step and two halves each
// time, of which the halves are kept, with the error of half the step.
TEST_F(ComparisonTest, WithAToleranceAStepAndItsHalvesAreThreeEvaluations) {
  auto options = study(falling_particle);
  options.reference = write("exact.csv", "t,height\n0,1\n0.1,0.95\n0.2,0.8\n0.3,0.55\n0.4,0.2\n");
  options.schemes = {"moreau_jean:theta=0", "moreau_jean:theta=0:control=error"};
  options.steps = {0.1, 0.05};
  options.tolerances = {0.5};
  options.columns = {"height"};
  options.timing_rounds = 1;
  const auto found = of_one_unit(options);
  ASSERT_EQ(found.cases.size(), 3U);
  EXPECT_EQ(found.cases[0].evaluations, 4);
  EXPECT_EQ(found.cases[1].evaluations, 8);
  EXPECT_TRUE(found.cases[1].order.has_value());
  const auto& controlled = found.cases[2];
  EXPECT_EQ(controlled.tolerance, 0.5);
  EXPECT_EQ(controlled.num_steps, 4);
  EXPECT_EQ(controlled.evaluations, 12);
  EXPECT_NEAR(*controlled.error, *found.cases[1].error, 1e-13);
  EXPECT_FALSE(controlled.order || found.schemes[1].order);
  EXPECT_GT(*controlled.seconds_per_step, 0.0);
}

TEST_F(ComparisonTest, SmallerTolerancesTakeMoreEvaluationsAndLeaveSmallerErrors) {
  auto options = study(dropped_ball);
  options.schemes = {"moreau_midpoint:control=switching_point", "half_explicit_velocity:control=error"};
  options.steps = {0.01};
  options.tolerances = {1e-6, 1e-3};
  options.columns = {"ball.nodes.first.position"};
  options.reference_scheme = "half_explicit_velocity";
  options.reference_step = 1e-6;
  const auto found = of_one_unit(options);
  ASSERT_TRUE(found.all_done()) << text_table({found});
  for (const std::size_t i : {0U, 2U}) {
    EXPECT_EQ(found.cases[i].tolerance, 1e-3);
    EXPECT_GT(found.cases[i + 1].evaluations, found.cases[i].evaluations);
    EXPECT_LT(*found.cases[i + 1].error, 0.1 * *found.cases[i].error) << text_table({found});
  }
}

// Against a reference of its own, orders of a smooth motion: velocity Verlet and the trapezoidal rule 2, Euler's 1.
TEST_F(ComparisonTest, SmoothMotionShowsTheOrdersOfTheSchemes) {
  auto options = study(stretched_bar);
  options.schemes = {"half_explicit_velocity", "moreau_jean:theta=0.5", "moreau_jean:theta=1"};
  options.steps = {4e-3, 2e-3, 1e-3};
  for (const auto norm : {ErrorNorm::max, ErrorNorm::l1}) {
    options.norm = norm;
    const auto found = of_one_unit(options);
    ASSERT_TRUE(found.all_done()) << text_table({found});
    EXPECT_EQ(found.reference, "half_explicit_velocity at h = 0.0001 s");
    // The reference has 1 % of the smallest error of order 2: 0.015 in its last order.
    EXPECT_NEAR(*result_of(found, "half_explicit_velocity", 1e-3).order, 2.0, 0.03);
    EXPECT_NEAR(*result_of(found, "moreau_jean:theta=0.5", 1e-3).order, 2.0, 0.03);
    EXPECT_NEAR(*result_of(found, "moreau_jean:theta=1", 1e-3).order, 1.0, 0.05);  // next term: h^2
  }
}

// sqrt(n) of times, n ~ 1/h: order p shows as p - 1/2.
TEST_F(ComparisonTest, TheSpectralNormOverAllStepsLosesHalfAnOrder) {
  auto options = study(stretched_bar);
  options.schemes = {"half_explicit_velocity"};
  options.steps = {4e-3, 2e-3, 1e-3};
  options.norm = ErrorNorm::spectral;
  const auto found = of_one_unit(options);
  EXPECT_NEAR(*found.schemes[0].order, 1.5, 0.03);
}

TEST_F(ComparisonTest, ThreadsDoNotChangeAnError) {
  auto options = study(stretched_bar);
  options.schemes = {"half_explicit_velocity", "moreau_jean", "moreau_midpoint"};
  options.steps = {1e-2, 5e-3};
  const auto two = of_one_unit(options);
  options.threads = 1;
  const auto one = of_one_unit(options);
  for (std::size_t i = 0; i < one.cases.size(); ++i) EXPECT_EQ(*one.cases[i].error, *two.cases[i].error);
}

TEST_F(ComparisonTest, TheTimeOfAStepIsMeasuredAndRelatedToTheFirstScheme) {
  auto options = study(stretched_bar);
  options.schemes = {"moreau_midpoint", "half_explicit_velocity"};
  options.steps = {1e-2, 5e-3};
  options.timing_rounds = 2;
  const auto found = of_one_unit(options);
  for (const auto& one : found.cases) {
    EXPECT_GT(*one.seconds_per_step, 0.0);
    EXPECT_LT(*one.seconds_per_step, 1e-3);  // three unknowns: a microsecond
  }
  EXPECT_EQ(*result_of(found, "moreau_midpoint", 1e-2).relative_time, 1.0);
  EXPECT_TRUE(found.schemes[1].seconds_to_target.has_value() || found.schemes[0].seconds_to_target.has_value());
}

// Far above the stability limit every step multiplies the oscillation: 100 steps exceed all doubles.
TEST_F(ComparisonTest, ACaseThatFailsSaysSoAndLeavesTheOthersAlone) {
  auto options = study(stretched_bar);
  options.overrides = {"simulation.allow_unstable_step=true"};
  options.schemes = {"half_explicit_velocity", "moreau_jean"};
  options.steps = {20.0, 0.1};
  options.until = 4000.0;
  const auto found = of_one_unit(options);
  EXPECT_FALSE(found.all_done());
  const auto& failed = result_of(found, "half_explicit_velocity", 20.0);
  EXPECT_TRUE(failed.failed());
  EXPECT_FALSE(failed.error);
  EXPECT_NE(failed.message.find("no longer finite"), std::string::npos) << failed.message;
  for (const auto& one : found.cases) {
    if (&one == &failed) continue;
    EXPECT_TRUE(one.error.has_value()) << one.message;
  }
  EXPECT_NE(text_table({found}).find("half_explicit_velocity, h = 20 s: "), std::string::npos);
}

TEST_F(ComparisonTest, AStepAboveTheStabilityLimitIsARowOfItsOwn) {
  auto options = study(stretched_bar);
  options.schemes = {"half_explicit_velocity", "moreau_jean"};
  options.steps = {0.5, 0.01};
  const auto found = of_one_unit(options);
  const auto& refused = result_of(found, "half_explicit_velocity", 0.5);
  EXPECT_TRUE(refused.failed());
  EXPECT_NE(refused.message.find("exceeds the stability limit"), std::string::npos) << refused.message;
  EXPECT_TRUE(result_of(found, "moreau_jean", 0.5).error.has_value());
}

TEST_F(ComparisonTest, WithoutAReferenceThereAreNoErrors) {
  auto options = study(stretched_bar);
  options.overrides = {"simulation.allow_unstable_step=true"};
  options.schemes = {"moreau_jean"};
  options.steps = {40.0};
  options.reference_step = 20.0;
  options.until = 4000.0;
  const auto found = of_one_unit(options);
  EXPECT_FALSE(found.all_done());
  EXPECT_NE(found.reference_failure.find("no longer finite"), std::string::npos) << found.reference_failure;
  EXPECT_FALSE(found.cases[0].error);
}

TEST_F(ComparisonTest, AModelOfItsOwnFaultsTellsThemOnce) {
  auto options = study(stretched_bar);
  options.schemes = {"half_explicit_velocity", "moreau_jean"};
  options.steps = {1e-2, 1e-3};
  options.overrides = {"bodies.bar.elements=0"};
  EXPECT_EQ(faults_of([&] { compare(options); }).size(), 1U);
}

TEST_F(ComparisonTest, SchemesAndTheirOptionsAreCheckedAsInTheModelFile) {
  auto options = study(stretched_bar);
  options.steps = {1e-2};
  const auto faults = [&](const std::string& scheme) {
    options.schemes = {scheme};
    return faults_of([&] { compare(options); });
  };
  ASSERT_EQ(faults("moreau_jeann").size(), 1U);
  EXPECT_TRUE(faults("moreau_jeann")[0].starts_with(
      "--schemes moreau_jeann: simulation.scheme.name: `moreau_jeann` is not a scheme\n  did you mean `moreau_jean`?"))
      << faults("moreau_jeann")[0];
  EXPECT_TRUE(faults("moreau_jean:thta=0")[0].starts_with(
      "--schemes moreau_jean:thta=0: simulation.scheme.thta: unknown key\n  did you mean `theta`?"))
      << faults("moreau_jean:thta=0")[0];
  EXPECT_TRUE(faults("moreau_jean:theta=2")[0].starts_with(
      "--schemes moreau_jean:theta=2: simulation.scheme.theta: 2 is not in"))
      << faults("moreau_jean:theta=2")[0];
  EXPECT_TRUE(faults("moreau_jean:theta")[0].starts_with("--schemes moreau_jean:theta: `theta` is not KEY=VALUE"))
      << faults("moreau_jean:theta")[0];
}

TEST_F(ComparisonTest, AReferenceMustHaveTheColumnsTimesAndLength) {
  auto options = study(falling_particle);
  options.schemes = {"moreau_jean"};
  options.steps = {0.1};
  options.columns = {"height"};
  const auto fault = [&](const std::string& csv) {
    options.reference = write("reference.csv", csv);
    const auto faults = faults_of([&] { compare(options); });
    EXPECT_EQ(faults.size(), 1U) << csv;
    return faults.empty() ? std::string() : faults[0];
  };
  EXPECT_NE(fault("t,hight\n0,1\n0.4,0.2\n").find("height: no such column\n  did you mean `hight`?"),
            std::string::npos);
  EXPECT_NE(fault("time,height\n0,1\n0.4,0.2\n").find("t: no such column"), std::string::npos);
  EXPECT_NE(fault("t,height\n0,1\n0.2,0.2\n").find("the reference ends at 0.2 s"), std::string::npos);
  EXPECT_NE(fault("t,height\n0.1,1\n0.1,1\n0.4,0.2\n").find("0.1 s does not come after 0.1 s"), std::string::npos);
  EXPECT_NE(fault("t,height\n0,1\n0.15,1\n0.45,0.2\n").find("the end of a step of h = 0.1 s"), std::string::npos);
}

TEST_F(ComparisonTest, OptionsThatCannotBeMeantAreAllTold) {
  ComparisonOptions options;
  options.schemes = {"moreau_jean", "moreau_jean"};
  options.steps = {0.0, -1.0, 1e-3, 1e-3, NAN};
  options.reference_step = 1e-2;
  options.target = -1.0;
  options.tolerances = {0.0, -1.0, 1e-6, 1e-6, INFINITY};
  const auto faults = texts_of(options.validate());
  EXPECT_EQ(faults.size(), 11U) << join(faults, "\n");
}

TEST_F(ComparisonTest, ErrorsOfDifferentUnitsAreNeverMixed) {
  auto options = study(dropped_ball);
  options.schemes = {"half_explicit_velocity"};
  options.steps = {0.01, 0.005};
  const auto found = compare(options);
  ASSERT_EQ(found.size(), 5U);
  const std::vector<std::string> units{"N", "m", "m/s", "N s", "J"};
  for (std::size_t g = 0; g < units.size(); ++g) EXPECT_EQ(found[g].unit, units[g]);
  EXPECT_EQ(found[2].columns, std::vector<std::string>{"speed"});
  EXPECT_NE(found[1].left_out.find("not compared: floor.closed; "), std::string::npos) << found[1].left_out;
}

/// They follow from the state, as those of contacts do not.
TEST_F(ComparisonTest, ForcesWithinBodiesAreComparedWithImpulseSchemes) {
  auto options = study(R"(percuss: 1
simulation: {scheme: moreau_midpoint, step: 1.0e-5, end_time: 1.0e-3}
bodies:
  bar: {type: bar, length: 1.0, elements: 4, area: 1.0e-4, youngs_modulus: 2.0e9, density: 1000.0, position: [0.5],
        velocity: [-1.0]}
contacts:
  wall: {type: node_wall, body: bar, node: first, normal: [1.0]}
outputs:
  history: [wall.force, bar.elements.first.axial_force]
)");
  options.schemes = {"moreau_midpoint"};
  options.steps = {1e-5, 5e-6};
  const auto found = of_one_unit(options);
  EXPECT_EQ(found.unit, "N");
  EXPECT_EQ(found.columns, std::vector<std::string>{"bar.elements.first.axial_force"});
}

TEST_F(ComparisonTest, ForcesOfImpulseSchemesAreComparedOnlyWhenNamed) {
  auto options = study(dropped_ball);
  options.schemes = {"half_explicit_velocity", "moreau_midpoint"};
  options.steps = {0.01, 0.005, 0.0025};
  const auto found = compare(options);
  ASSERT_EQ(found.size(), 3U);
  for (const auto& comparison : found)
    for (const auto& scheme : comparison.schemes) EXPECT_GT(scheme.order.value_or(1.0), 0.0) << text_table(found);
  EXPECT_NE(
      found[0].left_out.find(
          "not compared: floor.force, floor.percussion, floor.closed (forces: moreau_midpoint knows impulses only)"),
      std::string::npos)
      << found[0].left_out;
  options.columns = {"floor.force"};
  EXPECT_EQ(of_one_unit(options).unit, "N");
}

TEST_F(ComparisonTest, ATargetNeedsOneUnit) {
  auto options = study(dropped_ball);
  options.schemes = {"half_explicit_velocity"};
  options.steps = {0.01};
  options.target = 1e-3;
  const auto faults = faults_of([&] { compare(options); });
  ASSERT_EQ(faults.size(), 1U);
  EXPECT_NE(to_string(faults[0]).find("--target: 0.001 in which unit? The columns have several: N, m, m/s, N s, J"),
            std::string::npos)
      << to_string(faults[0]);
}

TEST_F(ComparisonTest, NothingLeftToCompareIsRefused) {
  auto options = study(dropped_ball);
  options.overrides = {"outputs.history=[floor.force, solver.residual]"};
  options.schemes = {"moreau_midpoint"};
  options.steps = {0.01};
  const auto faults = faults_of([&] { compare(options); });
  ASSERT_EQ(faults.size(), 1U);
  EXPECT_NE(to_string(faults[0]).find("no column is left to compare without floor.force, solver.residual"),
            std::string::npos);
}

}  // namespace comparison_test

}  // namespace percuss
