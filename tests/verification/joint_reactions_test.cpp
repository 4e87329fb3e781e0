// SPDX-License-Identifier: Apache-2.0
// Forces and moments of joints against statics and the laws of a rotor, worked out by hand.
#include <gtest/gtest.h>
#include <unistd.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <numbers>

#include "io/model_file.hpp"
#include "simulation/quantity.hpp"
#include "simulation/simulation.hpp"
#include "tests/verification/figure.hpp"

namespace percuss::verification {

namespace joint_reactions_test {

constexpr double g = 9.81;

/// Quantities at the end of a run, and their sums over all rows.
struct Seen {
  std::map<std::string, double> end, sum;
};

Seen run(const std::string& scheme, double step, double end_time, const std::string& model,
         const std::vector<std::string>& quantities, Index every = 1) {
  const auto path =
      std::filesystem::temp_directory_path() /
      fmt::format("percuss_reactions_{}_{}.yaml", getpid(), testing::UnitTest::GetInstance()->random_seed());
  std::ofstream(path) << fmt::format("percuss: 1\nsimulation: {{scheme: {}, step: {}, end_time: {}}}\n{}", scheme, step,
                                     end_time, model);
  const auto file = read_model(path.string());
  std::filesystem::remove(path);
  Simulation simulation(*file.model, file.simulation);
  Seen seen;
  Simulation::Hooks hooks;
  hooks.row_every = every;
  hooks.rows_need_joints = true;
  hooks.row = [&](const Sample& sample) {
    for (const auto& name : quantities) {
      seen.end[name] = find_quantity(*file.model, name).value(sample);
      seen.sum[name] += seen.end[name];
    }
  };
  const auto result = simulation.run(hooks);
  EXPECT_EQ(result.outcome, Outcome::done) << result.message;
  return seen;
}

/// Schemes with forces of their own and schemes of impulses; by their residuals and h the tolerances are round-off.
class JointReactions : public testing::TestWithParam<std::string> {};
INSTANTIATE_TEST_SUITE_P(Schemes, JointReactions,
                         testing::Values("half_explicit_velocity", "moreau_midpoint", "moreau_jean",
                                         "mixed_generalized_alpha", "nonsmooth_generalized_alpha", "ggl_decoupled"),
                         [](const testing::TestParamInfo<std::string>& p) { return p.param; });

constexpr double round_off =
    1e-8;  // of a contact problem solved to 1e-14 m/s, over h = 1e-3 s, times 3 kg, and a margin

TEST_P(JointReactions, OfAHangingPendulumIsItsWeight) {
  const auto seen = run(GetParam(), 1e-3, 0.05, R"(
bodies: {rod: {type: rigid_body_planar, mass: 3.0, inertia: 0.1, position: [1.0, 1.5]}}
joints: {hinge: {type: revolute, body: rod, point: [0.0, 0.5]}}
loads: {weight: {type: gravity, acceleration: [0.0, -9.81]}}
)",
                        {"hinge.force", "hinge.force.x", "hinge.force.y"});
  expect_figure("force of the hinge along y", seen.end.at("hinge.force.y"), 3.0 * g, round_off, "N");
  expect_figure("force of the hinge along x", seen.end.at("hinge.force.x"), 0.0, round_off, "N");
  expect_figure("size of the force", seen.end.at("hinge.force"), 3.0 * g, round_off, "N");
}

TEST_P(JointReactions, OfAWeldedRodAreItsWeightAndItsMoment) {
  const auto seen = run(GetParam(), 1e-3, 0.05, R"(
bodies: {rod: {type: rigid_body_planar, mass: 3.0, inertia: 1.0, position: [1.0, 2.0]}}
joints: {weld: {type: fixed, body: rod, point: [-1.0, 0.0]}}
loads: {weight: {type: gravity, acceleration: [0.0, -9.81]}}
)",
                        {"weld.force", "weld.force.y", "weld.moment", "weld.moment.z"});
  expect_figure("force of the weld", seen.end.at("weld.force"), 3.0 * g, round_off, "N");
  expect_figure("force along y", seen.end.at("weld.force.y"), 3.0 * g, round_off, "N");
  expect_figure("moment m g l / 2", seen.end.at("weld.moment"), 3.0 * g, round_off, "N m");
  EXPECT_EQ(seen.end.at("weld.moment"), seen.end.at("weld.moment.z"));
}

TEST_P(JointReactions, OfAWeldInSpaceStandInInertialAndInBodyAxes) {
  // Turned by 90 degrees about z: body x is inertial y, so the rod reaches along inertial y.
  const auto seen = run(GetParam(), 1e-3, 0.02, R"(
bodies:
  rod: {type: rigid_body, mass: 3.0, inertia: [0.1, 1.0, 1.0], position: [0.0, 1.0, 0.0],
        orientation: [0.7071067811865476, 0.0, 0.0, 0.7071067811865476]}
joints: {weld: {type: fixed, body: rod, point: [-1.0, 0.0, 0.0]}}
loads: {weight: {type: gravity, acceleration: [0.0, 0.0, -9.81]}}
)",
                        {"weld.force.z", "weld.moment", "weld.moment.x", "weld.moment.y", "weld.moment.body.x",
                         "weld.moment.body.y", "weld.force.body.z"});
  expect_figure("force along z", seen.end.at("weld.force.z"), 3.0 * g, round_off, "N");
  expect_figure("force along z of the body", seen.end.at("weld.force.body.z"), 3.0 * g, round_off, "N");
  expect_figure("moment about x", seen.end.at("weld.moment.x"), 3.0 * g, round_off, "N m");  // -(y x -z) m g
  expect_figure("moment about y", seen.end.at("weld.moment.y"), 0.0, round_off, "N m");
  expect_figure("moment about x of the body", seen.end.at("weld.moment.body.x"), 0.0, round_off, "N m");
  expect_figure("moment about y of the body", seen.end.at("weld.moment.body.y"), -3.0 * g, round_off, "N m");
  expect_figure("size of the moment", seen.end.at("weld.moment"), 3.0 * g, round_off, "N m");
}

TEST_P(JointReactions, BetweenTwoBodiesActOnTheOneThatIsNamed) {
  const std::string bodies = R"(
bodies:
  upper: {type: rigid_body_planar, mass: 3.0, inertia: 0.1, position: [0.0, -0.5]}
  lower: {type: rigid_body_planar, mass: 2.0, inertia: 0.1, position: [0.0, -1.5]}
loads: {weight: {type: gravity, acceleration: [0.0, -9.81]}}
joints:
  top: {type: revolute, body: upper, point: [0.0, 0.5]}
)";
  const std::vector<std::string> names{"top.force.y", "elbow.force.y", "elbow.force"};
  const auto below = run(GetParam(), 1e-3, 0.05,
                         bodies + "  elbow: {type: revolute, body: lower, point: [0, 0.5], to: upper}\n", names);
  const auto above = run(GetParam(), 1e-3, 0.05,
                         bodies + "  elbow: {type: revolute, body: upper, point: [0, -0.5], to: lower}\n", names);
  expect_figure("force of the upper hinge", below.end.at("top.force.y"), 5.0 * g, round_off, "N");
  expect_figure("force on the lower body", below.end.at("elbow.force.y"), 2.0 * g, round_off, "N");
  expect_figure("force on the upper body", above.end.at("elbow.force.y"), -2.0 * g, round_off, "N");
  expect_figure("size of it", above.end.at("elbow.force"), 2.0 * g, round_off, "N");
}

// A block slides down a frictionless guide of 30 degrees, held at a point d = 0.2 m ahead of its centre.
TEST_P(JointReactions, OfAGuideStandAcrossItAndBearTheMoment) {
  const auto seen = run(GetParam(), 1e-3, 0.05, R"(
bodies: {block: {type: rigid_body_planar, mass: 3.0, inertia: 0.1, angle: 0.5235987755982988}}
joints: {guide: {type: prismatic, body: block, point: [0.2, 0.0], axis: [0.8660254037844387, 0.5]}}
loads: {weight: {type: gravity, acceleration: [0.0, -9.81]}}
)",
                        {"guide.force.x", "guide.force.y", "guide.force.body.y", "guide.force.body.x", "guide.moment"});
  const double across = 3.0 * g * std::sqrt(0.75);
  expect_figure("force along x", seen.end.at("guide.force.x"), -0.5 * across, round_off, "N");
  expect_figure("force along y", seen.end.at("guide.force.y"), std::sqrt(0.75) * across, round_off, "N");
  expect_figure("force across the guide", seen.end.at("guide.force.body.y"), across, round_off, "N");
  expect_figure("force along the guide", seen.end.at("guide.force.body.x"), 0.0, round_off, "N");
  expect_figure("moment about the point", seen.end.at("guide.moment"), -0.2 * across, round_off, "N m");
}

// Its centre circles the hinge at r = 0.1 m, omega = 10 1/s, without gravity: the force m omega^2 r = 30 N points to
// the hinge. The force of a step lags by half a step in direction: omega h / 2 = 5e-4 of 30 N, 0.015 N.
TEST(JointReactions, OfASpinningRotorTurnWithIt) {
  const std::string rotor = R"(
bodies: {rotor: {type: rigid_body_planar, mass: 3.0, inertia: 0.2, position: [0.1, 0.0], velocity: [0.0, 1.0],
                 angular_velocity: 10.0}}
joints: {hinge: {type: revolute, body: rotor, point: [-0.1, 0.0]}}
)";
  const std::vector<std::string> names{"hinge.force", "hinge.force.body.x", "hinge.force.x", "hinge.force.y",
                                       "rotor.phi"};
  const auto seen = run("half_explicit_velocity", 1e-4, 1.0, rotor, names);
  expect_figure("force m omega^2 r", seen.end.at("hinge.force"), 30.0, 0.02, "N");
  expect_figure("along x of the body", seen.end.at("hinge.force.body.x"), -30.0, 0.02, "N");
  expect_figure("along x", seen.end.at("hinge.force.x"), -30.0 * std::cos(seen.end.at("rotor.phi")), 0.02, "N");
  expect_figure("along y", seen.end.at("hinge.force.y"), -30.0 * std::sin(seen.end.at("rotor.phi")), 0.02, "N");
}

// Spun with Omega = 6 1/s about an axis u = (1, 2, 2)/3 of the body that is no principal axis and is tilted in space:
// in body axes the moment is Omega^2 u x J u, constant. With J = diag(1, 2, 3) kg m^2: (16, -16, 8) N m.
TEST(JointReactions, OfATiltedAxisAreTheGyroscopicMoment) {
  const auto seen = run("half_explicit_velocity", 1e-3, 0.5, R"(
bodies: {top: {type: rigid_body, mass: 1.0, inertia: [1.0, 2.0, 3.0], angular_velocity: [2.0, 4.0, 4.0]}}
joints: {axle: {type: revolute, body: top, axis: [1.0, 2.0, 2.0]}}
)",
                        {"axle.moment.body.x", "axle.moment.body.y", "axle.moment.body.z", "axle.moment",
                         "axle.moment.x", "axle.moment.y", "axle.moment.z", "axle.force"});
  // Order 2 in Omega h = 6e-3: 4e-5 of 24 N m, and a margin of 10.
  constexpr double error = 4e-3;
  expect_figure("moment about x of the body", seen.end.at("axle.moment.body.x"), 16.0, error, "N m");
  expect_figure("moment about y of the body", seen.end.at("axle.moment.body.y"), -16.0, error, "N m");
  expect_figure("moment about z of the body", seen.end.at("axle.moment.body.z"), 8.0, error, "N m");
  expect_figure("size of the moment", seen.end.at("axle.moment"), 24.0, error, "N m");
  // Turned by Omega t = 3 about u: m cos 3 + (u x m) sin 3, as u . m = 0.
  const Vector3 u(1.0 / 3.0, 2.0 / 3.0, 2.0 / 3.0), m(16.0, -16.0, 8.0);
  const Vector3 turned = std::cos(3.0) * m + std::sin(3.0) * u.cross(m);
  expect_figure("moment about x", seen.end.at("axle.moment.x"), turned[0], error, "N m");
  expect_figure("moment about y", seen.end.at("axle.moment.y"), turned[1], error, "N m");
  expect_figure("moment about z", seen.end.at("axle.moment.z"), turned[2], error, "N m");
  expect_figure("force", seen.end.at("axle.force"), 0.0, error, "N");
}

// A particle let go on a weld that gives way: y = -m g c (1 - cos omega t) with omega = 1/sqrt(m c) = 18.3 1/s, and the
// force follows it. omega h = 2e-3, and a scheme of order 1 has that share of the force as its error.
TEST(JointReactions, OfACompliantWeldSwingWithTheMass) {
  const double omega = 1.0 / std::sqrt(3e-3), exact = 3.0 * g * (1.0 - std::cos(0.1 * omega));
  for (const char* scheme : {"half_explicit_velocity", "moreau_midpoint", "mixed_generalized_alpha"}) {
    const auto seen = run(scheme, 1e-4, 0.1, R"(
bodies: {mass: {type: rigid_body_planar, mass: 3.0, inertia: 1.0, position: [1.0, 2.0]}}
joints: {weld: {type: fixed, body: mass, compliance: 1.0e-3}}
loads: {weight: {type: gravity, acceleration: [0.0, -9.81]}}
)",
                          {"weld.force.x", "weld.force.y", "weld.force", "weld.moment"});
    expect_figure(fmt::format("force along y, {}", scheme), seen.end.at("weld.force.y"), exact, 2e-3 * exact, "N");
    expect_figure(fmt::format("force along x, {}", scheme), seen.end.at("weld.force.x"), 0.0, round_off, "N");
    expect_figure(fmt::format("moment, {}", scheme), seen.end.at("weld.moment"), 0.0, round_off, "N m");
  }
}

// A bob of 2 kg circles at 5 m/s on a rod of 5 m for a quarter of a turn: its momentum changes by the percussions, in
// directions that turn between two rows. The directions at the ends of steps are omega h / 2 = 5e-4 ahead: 0.005 N s.
// The pull is off by the share of a midpoint rule, a few omega h = 1e-3.
TEST(JointReactions, OfARodAddUpToTheMomentumThatItGives) {
  const double quarter = 0.5 * std::numbers::pi;
  const auto seen =
      run("moreau_midpoint", quarter / 1600.0, quarter, R"(
bodies: {bob: {type: point_mass, mass: 2.0, position: [5.0, 0.0], velocity: [0.0, 5.0]}}
joints: {rod: {type: distance, body: bob}}
)",
          {"rod.percussion.x", "rod.percussion.y", "bob.momentum.x", "bob.momentum.y", "rod.rows.1.force"}, 800);
  expect_figure("momentum given along x", seen.sum.at("rod.percussion.x"), seen.end.at("bob.momentum.x"), 8e-3, "N s");
  expect_figure("momentum given along y", seen.sum.at("rod.percussion.y"), seen.end.at("bob.momentum.y") - 10.0, 8e-3,
                "N s");
  expect_figure("pull of the rod", seen.end.at("rod.rows.1.force"), -10.0, 5e-2, "N");
}

}  // namespace joint_reactions_test

}  // namespace percuss::verification
