// SPDX-License-Identifier: Apache-2.0
#include "simulation/run_hooks.hpp"

#include <gtest/gtest.h>

namespace percuss {
namespace run_hooks_test {

Simulation::Hooks hooks_of(const std::vector<std::string>& overrides) {
  const auto file = read_model(PERCUSS_SOURCE_DIR "/examples/01_bouncing_ball/ball.yaml", overrides);
  return hooks_for(file, make_history(file));
}

TEST(RunHooks, AreThoseOfTheOutputs) {
  const auto plain = hooks_of({"outputs.history=[table.force]", "outputs.every=3", "outputs.states_every=5"});
  EXPECT_EQ(plain.row_every, 3);
  EXPECT_EQ(plain.state_every, 5);
  EXPECT_TRUE(plain.row && plain.state && plain.event && plain.rows_need_energy);
  EXPECT_FALSE(plain.rows_need_joints || plain.passed || plain.part || plain.dense || plain.frame || plain.stop ||
               plain.progress || plain.between_steps);
  EXPECT_FALSE(hooks_of({"outputs.events=false"}).event);
  EXPECT_TRUE(hooks_of({"outputs.steps=true"}).passed);
  EXPECT_TRUE(hooks_of({"outputs.dense=0.1"}).dense);
  EXPECT_EQ(hooks_of({"outputs.dense=0.1"}).dense_every, 0.1);
  EXPECT_TRUE(hooks_of({"outputs.geometry={every: 4}"}).frame);
  EXPECT_EQ(hooks_of({"outputs.geometry={every: 4}"}).frame_every, 4);
}

TEST(RunHooks, TellEveryPartWhereAColumnIsOfTheTimeBetweenRows) {
  const auto forces = hooks_of({"outputs.history=[{name: f, quantity: table.force, over: max}]"});
  EXPECT_TRUE(forces.part && !forces.parts_need_energy);
  const auto energies = hooks_of({"outputs.history=[{name: e, quantity: energy.total, over: mean}]"});
  EXPECT_TRUE(energies.part && energies.parts_need_energy);
}

}  // namespace run_hooks_test
}  // namespace percuss
