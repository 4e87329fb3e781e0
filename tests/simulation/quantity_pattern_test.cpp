// SPDX-License-Identifier: Apache-2.0
#include "simulation/quantity_pattern.hpp"

#include <gtest/gtest.h>

#include "core/fault.hpp"
#include "simulation/quantity.hpp"
#include "tests/io/model_text.hpp"

namespace percuss {
namespace {

using Names = std::vector<std::string>;

TEST(QuantityPattern, StarsAndQuestionMarks) {
  EXPECT_TRUE(is_pattern("*.gap") && is_pattern("a?.gap"));
  EXPECT_FALSE(is_pattern("wall.gap"));
  for (const auto* pattern : {"wall.gap", "*", "*.gap", "wall.*", "w*p", "w*l.*a*", "????.gap", "*wall*gap*", "**"})
    EXPECT_TRUE(matches(pattern, "wall.gap")) << pattern;
  for (const auto* pattern : {"", "?", "gap", "*.gap?", "wall.gap.*", "w*x", "W*", "*.ga", "???.gap", "*wall*wall*"})
    EXPECT_FALSE(matches(pattern, "wall.gap")) << pattern;
  EXPECT_TRUE(matches("", ""));
  EXPECT_TRUE(matches("*ab*ab", "abcabab"));  // the first star has to give way
}

ModelFile workshop() {
  return test::read_model_text(R"(percuss: 1
simulation: {scheme: moreau_midpoint, step: 1.0e-3, end_time: 1.0}
bodies:
  ball: {type: point_mass, mass: 2.0, position: [0.0, 0.5]}
  chain: {type: mass_chain, masses: [1.0, 1.0], stiffness: [1.0, 1.0, 0.0]}
  box: {type: rigid_body_planar, mass: 1.0, inertia: 0.1, position: [3.0, 0.5]}
joints:
  hinge: {type: revolute, body: box, to: ground}
contacts:
  floor: {type: node_wall, body: ball, normal: [0.0, 1.0], friction: 0.2}
  slot: {type: notch, body: box, half_length: 0.1, half_height: 0.05, clearance: 0.6}
)");
}

TEST(QuantityPattern, FindsWhatTheModelHas) {
  const auto file = workshop();
  const auto found = [&](const std::string& pattern) { return matching_quantities(*file.model, pattern); };
  EXPECT_EQ(found("*.gap"), (Names{"floor.gap", "slot.1.gap", "slot.2.gap", "slot.3.gap", "slot.4.gap"}));
  EXPECT_EQ(found("slot.*.force"), (Names{"slot.1.force", "slot.2.force", "slot.3.force", "slot.4.force"}));
  EXPECT_EQ(found("hinge.*"), (Names{"hinge.force", "hinge.force.x", "hinge.force.y", "hinge.percussion",
                                     "hinge.percussion.x", "hinge.percussion.y", "hinge.rows.1.force",
                                     "hinge.rows.1.percussion", "hinge.rows.2.force", "hinge.rows.2.percussion"}));
  EXPECT_EQ(found("chain.nodes.?.velocity*"), (Names{"chain.nodes.0.velocity", "chain.nodes.0.velocity.x",
                                                     "chain.nodes.1.velocity", "chain.nodes.1.velocity.x"}));
  EXPECT_EQ(found("ball.nodes.0.*.y"),
            (Names{"ball.nodes.0.displacement.y", "ball.nodes.0.position.y", "ball.nodes.0.velocity.y"}));
  EXPECT_EQ(found("chain.nodes.last.*y*"), (Names{"chain.nodes.last.velocity", "chain.nodes.last.velocity.x"}));
  EXPECT_EQ(found("hinge.*.body.*"), (Names{"hinge.force.body.x", "hinge.force.body.y"}));
  EXPECT_EQ(found("box.?"), (Names{"box.x", "box.y"}));
  EXPECT_EQ(found("energy.?????"), (Names{"energy.total"}));
}

/// Whatever is found is a quantity; the standard columns are among all that there is.
TEST(QuantityPattern, AllAreQuantities) {
  const auto file = workshop();
  const auto all = matching_quantities(*file.model, "*");
  for (const auto& name : all) EXPECT_NO_THROW(find_quantity(*file.model, name)) << name;
  for (const auto& name : standard_quantities(*file.model))
    EXPECT_EQ(std::count(all.begin(), all.end(), name), 1) << name;
}

TEST(QuantityPattern, RefusesNothingAndTooMuch) {
  const auto file = workshop();
  EXPECT_THROW(matching_quantities(*file.model, "foo*"), InputError);
  const auto long_chain = test::read_model_text(R"(percuss: 1
simulation: {scheme: moreau_midpoint, step: 1.0e-3, end_time: 1.0}
bodies:
  bar: {type: bar, length: 1.0, elements: 600, area: 1.0e-4, youngs_modulus: 1.0e9, density: 1000.0}
)");
  try {
    matching_quantities(*long_chain.model, "bar.nodes.*");
    FAIL();
  } catch (const InputError& error) {
    EXPECT_NE(std::string(error.what()).find("matches 3606 quantities"), std::string::npos) << error.what();
  }
}

}  // namespace
}  // namespace percuss
