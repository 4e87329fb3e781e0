// SPDX-License-Identifier: Apache-2.0
#include "simulation/dense_history.hpp"

#include <gtest/gtest.h>

#include "tests/io/model_text.hpp"

namespace percuss {
namespace {

ModelFile ball(const std::string& history) {
  return test::read_model_text(R"(percuss: 1
simulation: {scheme: moreau_midpoint, step: 1.0e-2, end_time: 2.0}
bodies:
  ball: {type: point_mass, mass: 2.0, position: [0.0, 0.5], velocity: [1.0, 0.0]}
contacts:
  floor: {type: node_wall, body: ball, normal: [0.0, 1.0], friction: 0.2, restitution: 0.6}
loads:
  weight: {type: gravity, acceleration: [0.0, -10.0]}
outputs: {history: )" + history +
                               "}\n");
}

/// In their order; forces, percussions and the ledger are of whole steps.
TEST(DenseHistory, HasTheColumnsThatFollowFromTheState) {
  const auto file = ball(
      "[floor.force, {name: height, quantity: floor.gap}, energy.scheme, energy.total, ball.nodes.first.position.y, "
      "floor.percussion, ball.nodes.first.velocity.x, energy.kinetic, energy.potential, solver.residual, "
      "energy.applied, floor.closed]");
  const auto history = make_history(file);
  DenseHistory dense(*file.model, history);
  std::vector<std::string> names, units;
  for (const auto& column : dense.columns()) {
    names.push_back(column.name);
    units.push_back(column.unit);
  }
  EXPECT_EQ(names, (std::vector<std::string>{"t", "height", "energy.total", "ball.nodes.first.position.y",
                                             "ball.nodes.first.velocity.x", "energy.kinetic", "energy.potential"}));
  EXPECT_EQ(units, (std::vector<std::string>{"s", "m", "J", "m", "m/s", "J", "J"}));
  EXPECT_EQ(dense.columns()[1].meaning, "floor.gap");
  const auto row = dense.row({0.25, Eigen::Vector2d(7.0, 3.0), Eigen::Vector2d(2.0, 1.0)});
  EXPECT_EQ(std::vector<double>(row.begin(), row.end()), (std::vector<double>{0.25, 3.0, 65.0, 3.0, 2.0, 5.0, 60.0}));
}

/// Springs that are rows hold energy as well: 100 N/m, stretched by 0.2 m.
TEST(DenseHistory, HasTheEnergyOfCompliantJoints) {
  const auto file = test::read_model_text(R"(percuss: 1
simulation: {scheme: moreau_jean, step: 1.0e-2, end_time: 2.0}
bodies:
  box: {type: rigid_body_planar, mass: 2.0, inertia: 0.1, position: [1.0, 0.0]}
loads:
  pull: {type: spring, body: box, to: ground, stiffness: 100.0, length: 0.5, implicit: true}
outputs: {history: [energy.total]}
)");
  DenseHistory dense(*file.model, make_history(file));
  EXPECT_NEAR(dense.row({0.0, Vector3(0.7, 0.0, 0.0), Vector3(1.0, 0.0, 0.0)})[1], 1.0 + 0.5 * 100.0 * 0.2 * 0.2,
              1e-14);
}

TEST(DenseHistory, IsEmptyWhereNoColumnDoes) {
  const auto file = ball("[floor.force]");
  EXPECT_EQ(DenseHistory(*file.model, make_history(file)).columns().size(), 1u);  // t
}

}  // namespace
}  // namespace percuss
