// SPDX-License-Identifier: Apache-2.0
#include "simulation/initial_overlap.hpp"

#include <gtest/gtest.h>

#include "model/joint.hpp"
#include "model/node_wall.hpp"
#include "simulation/simulation.hpp"
#include "tests/model/models.hpp"

namespace percuss {
namespace initial_overlap_test {

SimulationSettings settings(double initial_overlap = 1e-9) {
  SimulationSettings s;
  s.scheme = "moreau_midpoint";
  s.step = 1e-3;
  s.end_time = 1e-2;
  s.initial_overlap = initial_overlap;
  return s;
}

/// Particles over a floor at 0, at these heights.
std::unique_ptr<Model> particles(const std::vector<double>& heights) {
  auto model = std::make_unique<Model>();
  for (const double height : heights) {
    const auto name = "p" + std::to_string(model->bodies.size());
    model->add_body(name, "point_mass", mass_at({0.0, height}));
    NodeWallOptions floor;
    floor.body = name;
    floor.normal = {0.0, 1.0};
    add_node_wall(*model, "floor_" + name, floor);
  }
  return model;
}

std::vector<Fault> faults_of(Model& model, const SimulationSettings& s) {
  try {
    const Simulation simulation(model, s);
  } catch (const InputError& error) {
    return error.faults();
  }
  return {};
}

TEST(InitialOverlap, IsRefusedWithNameDepthAndRemedy) {
  const auto model = particles({0.1, -0.002, 0.0});
  const auto faults = faults_of(*model, settings());
  ASSERT_EQ(faults.size(), 1U);
  EXPECT_EQ(faults[0].key, "contacts.floor_p1");
  EXPECT_EQ(faults[0].message, "`floor_p1` initially overlaps by 0.002 m");
  EXPECT_NE(faults[0].remedy.find("simulation.initial_overlap: 0.00202"), std::string::npos) << faults[0].remedy;
}

TEST(InitialOverlap, IsRunWhenItIsAllowed) {
  const auto model = particles({0.1, -0.002, 0.0});
  const auto s = settings(0.00202);  // as the remedy said
  EXPECT_TRUE(faults_of(*model, s).empty());
  Simulation simulation(*model, s);
  bool closed = false;
  Simulation::Hooks hooks;
  hooks.row = [&](const Sample& sample) { closed = closed || sample.contacts[1].closed; };
  EXPECT_EQ(simulation.run(hooks).worst.min_gap(), -0.002);
  EXPECT_TRUE(closed);
}

TEST(InitialOverlap, ForgivesRoundOff) { EXPECT_TRUE(faults_of(*particles({-1e-12}), settings()).empty()); }

TEST(InitialOverlap, TellsTheFirstTenOfMany) {
  const auto faults = faults_of(*particles(std::vector<double>(13, -0.1)), settings());
  ASSERT_EQ(faults.size(), 10U);
  EXPECT_EQ(faults[9].message, "`floor_p9` initially overlaps by 0.1 m; so do 3 more contacts");
}

TEST(InitialOverlap, DoesNotConcernJoints) {
  auto model = std::make_unique<Model>();
  model->add_body("bob", "point_mass", mass_at({3.0, 4.0}));
  JointOptions rod;
  rod.body = "bob";
  add_joint(*model, "rod", JointKind::distance, rod);
  add_joint(*model, "again", JointKind::distance, rod);
  const auto s = settings(0.0);
  Simulation simulation(*model, s);
  const auto result = simulation.run({});
  EXPECT_EQ(result.outcome, Outcome::done);
  EXPECT_EQ(result.worst.min_gap(), 0.0);
  EXPECT_EQ(result.joints.rows, 2);
  EXPECT_EQ(result.joints.rank, 1);
}

}  // namespace initial_overlap_test
}  // namespace percuss
