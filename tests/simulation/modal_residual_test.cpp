// SPDX-License-Identifier: Apache-2.0
#include "simulation/modal_residual.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>

#include "simulation/run.hpp"

namespace percuss {
namespace modal_residual_test {

/// Writes models and runs them into a folder of the test's own.
class Residual : public testing::Test {
 protected:
  Residual() { std::filesystem::create_directories(folder_); }
  ~Residual() override { std::filesystem::remove_all(folder_); }

  RunResult result_of(const std::string& model, const std::vector<std::string>& overrides = {}) const {
    const auto path = (folder_ / "model.yaml").string();
    std::ofstream(path) << model;
    const auto file = read_model(path, overrides);
    RunOptions options;
    options.folder = (folder_ / "results").string();
    options.overwrite = true;
    auto result = run(file, options);
    EXPECT_NE(result.outcome, Outcome::failed) << result.message;
    return result;
  }
  double share_of(const std::string& model, const std::vector<std::string>& overrides = {}) const {
    const auto result = result_of(model, overrides);
    if (result.reduced.size() != 1) return -1.0;
    return result.reduced[0].share();
  }

  const std::filesystem::path folder_ =
      std::filesystem::path(testing::TempDir()) / testing::UnitTest::GetInstance()->current_test_info()->name();
};

/// A cantilever of E I = 3000 N m^2 and 40 kg, which implicit steps of many periods bring to rest. At rest the residual
/// is the energy norm of the deflection that the modes lack.
const std::string cantilever = R"(percuss: 1
simulation: {scheme: {name: moreau_jean, theta: 1.0}, step: 10.0, end_time: 300.0}
bodies:
  bar:
    type: beam_planar
    length: 2.0
    elements: 20
    section: {area: 4.0e-3, second_moment: 3.0e-8}
    youngs_modulus: 1.0e11
    density: 5000.0
    supports: {first: clamped}
    modes: {count: 2}
)";

/// Of the force F at the tip: c = L^3 / 3 E I is whole, 4 L^3 / E I sum 1 / beta^4 what n modes know.
double closed_form(int modes) {
  const double betas[] = {1.87510406871, 4.69409113297, 7.85475743824, 10.9955407349};
  double known = 0.0;
  for (int i = 0; i < modes; ++i) known += 4.0 / std::pow(betas[i], 4);
  return std::sqrt((1.0 / 3.0) / known - 1.0);
}

// Modes of twenty elements are those of the beam to 1e-7, of which the part that is left out is 1e-3 and more.
TEST_F(Residual, IsTheDeflectionThatModesLackAtRest) {
  const auto model =
      cantilever + "loads: {weight: {type: force, body: bar, node: last, direction: [0.0, -1.0], value: 10.0}}\n";
  for (const int modes : {1, 2, 4}) {
    const auto result = result_of(model, {fmt::format("bodies.bar.modes.count={}", modes)});
    ASSERT_EQ(result.reduced.size(), 1U);
    EXPECT_EQ(result.reduced[0].name, "bar");
    EXPECT_EQ(result.reduced[0].modes, modes);
    EXPECT_NEAR(result.reduced[0].share(), closed_form(modes), 1e-3 * closed_form(modes)) << modes << " modes";
  }
}

// The force grows over the run: the bar is at rest at all times.
const std::string growing =
    "  weight: {type: force, body: bar, node: last, direction: [0.0, -1.0], polynomial: [0.0, 0.1]}\n";

// Up to the inertia of the deflection that grows, 1e-6 of it.
TEST_F(Residual, IsRoundOffWithTheStaticResponse) {
  const auto model = cantilever + "loads:\n" + growing;
  EXPECT_NEAR(share_of(model), closed_form(2), 1e-3 * closed_form(2));
  EXPECT_LE(share_of(model, {"bodies.bar.modes.static_points=[2.0]"}), 1e-5);
}

// A spring of half the bar's stiffness among the loads, and as a row of a joint, whose forces are a step of 600 apart.
TEST_F(Residual, KnowsForcesOfLoadsAndJointsAlike) {
  const std::string spring =
      "  spring: {type: spring, body: bar, node: last, to_point: [2.0, -1.0], stiffness: 500.0, length: 0.9";
  const std::vector<std::string> steps{"simulation.step=0.1", "simulation.end_time=60"};
  const auto as_load = share_of(cantilever + "loads:\n" + growing + spring + "}\n", steps),
             as_joint = share_of(cantilever + "loads:\n" + growing + spring + ", implicit: true}\n", steps);
  EXPECT_GT(as_load, 0.9 * closed_form(2));
  EXPECT_NEAR(as_load, as_joint, 5e-3 * as_load);
}

// What stands below the tip takes all of the force: nothing is left to deform the bar.
TEST_F(Residual, KnowsForcesOfContacts) {
  const auto held = result_of(cantilever +
                              "loads: {weight: {type: force, body: bar, node: last, direction: [0.0, -1.0], value: "
                              "10.0}}\n"
                              "contacts: {floor: {type: node_wall, body: bar, node: last, wall: [2.0, 0.0], normal: "
                              "[0.0, 1.0]}}\n");
  ASSERT_EQ(held.reduced.size(), 1U);
  EXPECT_EQ(held.reduced[0].samples, 31);
  EXPECT_LE(held.reduced[0].residual, 1e-9 * 10.0 * std::sqrt(8.0 / 9000.0));  // of that of the force alone
  EXPECT_EQ(held.reduced[0].share(), 0.0);
}

/// A beam swings on a hinge, in the plane y = 0 or as a beam in space that bends in it.
std::string pendulum(const std::string& keys, const std::string& motion, const std::string& hinge) {
  return fmt::format(R"(percuss: 1
simulation: {{scheme: mixed_generalized_alpha, step: 2.0e-4, end_time: 0.2}}
bodies:
  rod:
    length: 1.0
    elements: 8
    youngs_modulus: 5.0e9
    density: 7800.0
    section: {{shape: rectangle, width: 0.02, height: 0.02}}
    {}
    {}
joints: {{pin: {{type: {}, body: rod, node: first, to: ground}}}}
)",
                     keys, motion, hinge);
}
const std::string planar_gravity = "loads: {gravity: {type: gravity, acceleration: [0.0, -9.81]}}\n";

TEST_F(Residual, ShrinksWithMoreModesInEveryFrame) {
  for (const char* frame : {"tangential", "pinned", "articulated", "free"}) {
    const auto model =
        pendulum(fmt::format("type: floating_beam_planar\n    frame: {}", frame), "modes: {count: 1}", "revolute") +
        planar_gravity;
    const double one = share_of(model), three = share_of(model, {"bodies.rod.modes.count=3"}),
                 six = share_of(model, {"bodies.rod.modes.count=6"});
    EXPECT_LT(one, 1.0) << frame;
    EXPECT_LT(three, 0.7 * one) << frame;
    EXPECT_LT(six, 0.7 * three) << frame;
    EXPECT_GT(six, 1e-6) << frame;
  }
}

// The same motion, in two bodies that share no code of their dynamics. Below 80 Hz there are three bending modes, in
// space in two directions, no torsion (115 Hz) and no stretching.
TEST_F(Residual, IsTheSameInPlaneAndSpace) {
  const auto plane =
      pendulum("type: floating_beam_planar\n    frame: pinned", "modes: {below_frequency: 80}", "revolute") +
      planar_gravity;
  const auto space = pendulum("type: floating_beam\n    frame: pinned\n    poisson_ratio: 0.3",
                              "modes: {below_frequency: 80}", "ball") +
                     "loads: {gravity: {type: gravity, acceleration: [0.0, -9.81, 0.0]}}\n";
  const auto one = result_of(plane), other = result_of(space);
  ASSERT_EQ(one.reduced.size(), 1U);
  ASSERT_EQ(other.reduced.size(), 1U);
  EXPECT_EQ(2 * one.reduced[0].modes, other.reduced[0].modes);
  EXPECT_NEAR(one.reduced[0].share(), other.reduced[0].share(), 1e-6 * one.reduced[0].share());
}

// The tip falls on a stop: shocks would be a hundred times the weight.
TEST_F(Residual, IsLeftOutInStepsOfImpacts) {
  const auto model =
      pendulum("type: floating_beam_planar\n    frame: tangential", "modes: {count: 4}", "revolute") + planar_gravity +
      "contacts: {stop: {type: node_wall, body: rod, node: last, wall: [0.0, -0.01], normal: [0.0, 1.0]}}\n";
  for (const char* scheme : {"moreau_jean", "half_explicit_velocity", "mixed_bathe"}) {
    const auto result = result_of(
        model, {fmt::format("simulation.scheme={}", scheme), "simulation.step=2e-5", "simulation.end_time=0.08"});
    ASSERT_EQ(result.reduced.size(), 1U);
    EXPECT_GE(result.reduced[0].samples, 40) << scheme;
    EXPECT_LT(result.reduced[0].share(), 0.5) << scheme;
    const auto file = read_model((folder_ / "model.yaml").string());
    Index struck = 0;
    Simulation::Hooks hooks;
    hooks.row = [&](const Sample& sample) { struck += sample.struck ? 1 : 0; };
    const auto rows = make_simulation(file).run(hooks);
    EXPECT_GT(rows.impacts, 0);
    EXPECT_EQ(struck, rows.impacts);
  }
}

// Half of the deflection of a free frame's end that a joint holds is a moment's, which its modes do not know.
TEST_F(Residual, WarnsWhereModesLeaveTooMuchOut) {
  const auto model =
      pendulum("type: floating_beam_planar\n    frame: free", "modes: {count: 10}", "fixed") + planar_gravity;
  const auto poor = result_of(model), good = result_of(model, {"bodies.rod.modes.static_moments=[0.0]"});
  ASSERT_EQ(poor.warnings.size(), 1U);
  EXPECT_NE(poor.warnings[0].find("the 10 modes of `rod` leave 0."), std::string::npos) << poor.warnings[0];
  EXPECT_NE(poor.warnings[0].find("`modes.static_moments`"), std::string::npos);
  EXPECT_TRUE(good.warnings.empty()) << good.warnings[0];
}

// Gravity deforms nothing that falls: what is left is the round-off of the forces that fall out.
TEST_F(Residual, IsNothingWhereNothingDeforms) {
  for (const char* frame : {"tangential", "pinned", "articulated", "free"}) {
    auto model =
        pendulum(fmt::format("type: floating_beam_planar\n    frame: {}", frame), "modes: {count: 3}", "fixed") +
        planar_gravity;
    model.replace(model.find("joints:"), model.find('\n', model.find("joints:")) - model.find("joints:"), "");
    const auto result = result_of(model);
    ASSERT_EQ(result.reduced.size(), 1U);
    EXPECT_EQ(result.reduced[0].share(), 0.0) << frame;
    EXPECT_TRUE(result.warnings.empty());
  }
}

TEST_F(Residual, WaitsForAStepWithoutImpact) {
  std::ofstream(folder_ / "model.yaml") << cantilever;
  const auto file = read_model((folder_ / "model.yaml").string());
  ModalResidual residual(file);
  const EnergyLedger ledger;
  Sample sample{file.model->initial, {}, {}, ledger, {}, {}};
  sample.struck = true;
  residual.look(sample);
  EXPECT_EQ(residual.bodies()[0].samples, 0);
  sample.struck = false;
  residual.look(sample);
  EXPECT_EQ(residual.bodies()[0].samples, 1);
  residual.look(sample);  // the next one is due later
  EXPECT_EQ(residual.bodies()[0].samples, 1);
}

TEST_F(Residual, IsOfBodiesThatAreReducedAlone) {
  const auto model =
      pendulum("type: floating_beam_planar\n    frame: pinned", "modes: {count: 3}", "revolute") + planar_gravity;
  const auto whole = result_of(
      pendulum("type: floating_beam_planar\n    frame: pinned", "stiffening: none", "revolute") + planar_gravity);
  EXPECT_TRUE(whole.reduced.empty());
  const auto result = result_of(model);
  ASSERT_EQ(result.reduced.size(), 1U);
  EXPECT_EQ(result.reduced[0].samples, ModalResidual::most_samples + 1);
}

}  // namespace modal_residual_test
}  // namespace percuss
