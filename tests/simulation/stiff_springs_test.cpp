// SPDX-License-Identifier: Apache-2.0
#include "simulation/stiff_springs.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "core/fault.hpp"
#include "simulation/run.hpp"

namespace percuss {
namespace stiff_springs_test {

/// 1 kg on a spring of 100 N/m, omega = 10/s, and a torsion spring at a wheel of the same frequency: 2/omega = 0.2 s.
class StiffSprings : public testing::Test {
 protected:
  StiffSprings() {
    std::filesystem::create_directories(folder_);
    std::ofstream(path_) << R"(percuss: 1
simulation: {scheme: half_explicit_velocity, step: 0.01, end_time: 1.0}
bodies:
  mass: {type: point_mass, mass: 1.0, position: [0.5, 0.0]}
  wheel: {type: rigid_body_planar, mass: 1.0, inertia: 0.5, position: [3.0, 0.0]}
joints: {axle: {type: revolute, body: wheel}}
loads:
  pull: {type: spring, body: mass, stiffness: 100.0, length: 0.4}
  turn: {type: torsion_spring, body: wheel, stiffness: 50.0, angle: 0.1}
)";
  }
  ~StiffSprings() override { std::filesystem::remove_all(folder_); }
  ModelFile read(std::vector<std::string> overrides) const { return read_for_run(path_, overrides); }

  const std::filesystem::path folder_ =
      std::filesystem::path(testing::TempDir()) / testing::UnitTest::GetInstance()->current_test_info()->name();
  const std::string path_ = (folder_ / "model.yaml").string();
};

TEST_F(StiffSprings, StayExplicitWhereTheStepIsSmallEnough) {
  const auto file = read({"simulation.step=0.199"});
  EXPECT_FALSE(file.explicit_spring_limit.has_value());
  EXPECT_EQ(file.model->contacts.size(), 1);
  EXPECT_EQ(text_of_stiff_springs(file), "");
}

// The same bits as the model in which each is said to be implicit.
TEST_F(StiffSprings, AreRowsOfJointsWhereItIsTooLarge) {
  const auto file = read({"simulation.step=0.21"});
  ASSERT_TRUE(file.explicit_spring_limit.has_value());
  EXPECT_NEAR(*file.explicit_spring_limit, 0.2, 1e-7);  // bisected to growth of 1e-12
  EXPECT_EQ(file.model->contacts.size(), 3);
  EXPECT_NE(text_of_stiff_springs(file).find("0.21 s"), std::string::npos);
  auto simulation = make_simulation(file);
  const auto result = simulation.run({});
  const auto said = read({"simulation.step=0.21", "loads.pull.implicit=true", "loads.turn.implicit=true"});
  EXPECT_FALSE(said.explicit_spring_limit.has_value());
  auto other = make_simulation(said);
  const auto expected = other.run({});
  EXPECT_EQ(result.outcome, Outcome::done) << result.message;
  EXPECT_EQ(simulation.state().q, other.state().q);
  EXPECT_NE(simulation.state().q, file.model->initial.q);
  EXPECT_EQ(expected.outcome, Outcome::done);
}

TEST_F(StiffSprings, OfAModelThatSaysSoAreRefused) {
  const auto file = read({"simulation.step=0.21", "simulation.stiff_springs=refuse"});
  EXPECT_FALSE(file.explicit_spring_limit.has_value());
  EXPECT_THROW(make_simulation(file), InputError);
  const auto allowed = read({"simulation.step=0.21", "simulation.allow_unstable_step=true"});
  EXPECT_FALSE(allowed.explicit_spring_limit.has_value());
  EXPECT_NO_THROW(make_simulation(allowed));
}

TEST_F(StiffSprings, OfASchemeWithoutRowsThatGiveWayAreRefused) {
  const auto file = read({"simulation.step=0.21", "simulation.scheme=half_explicit_acceleration"});
  EXPECT_FALSE(file.explicit_spring_limit.has_value());
  try {
    make_simulation(file);
    ADD_FAILURE() << "not refused";
  } catch (const InputError& error) {
    ASSERT_EQ(error.faults().size(), 1U);
    EXPECT_EQ(error.faults()[0].remedy.find("implicit: true"), std::string::npos);
    EXPECT_NE(error.faults()[0].remedy.find("half_explicit_velocity"), std::string::npos);
  }
}

TEST_F(StiffSprings, OfEdAlphaAreRefused) {
  const auto file = read({"simulation.step=0.21", "simulation.scheme=mixed_ed_alpha"});
  EXPECT_FALSE(file.explicit_spring_limit.has_value());
  EXPECT_THROW(make_simulation(file), InputError);
}

TEST_F(StiffSprings, TellOfAShareOfTheLimit) {
  const auto file = read({"simulation.step=0.15", "simulation.stability_fraction=0.5"});
  EXPECT_NE(text_of_stiff_springs(file).find("0.5 times what explicit ones bear, 0.2 s"), std::string::npos)
      << text_of_stiff_springs(file);
}

TEST_F(StiffSprings, CannotBeJointsOfATakenName) {
  for (const std::string name : {"mass", "energy"}) {
    const auto load = "loads." + name;
    std::vector<std::string> sets{load + ".type=spring", load + ".body=mass", load + ".stiffness=1"};
    EXPECT_NO_THROW(read(sets));
    sets.emplace_back("simulation.step=0.21");
    EXPECT_THROW(read(sets), InputError) << name;
  }
  EXPECT_NO_THROW(read({"joints.pull.type=distance", "joints.pull.body=mass", "simulation.step=0.1"}));
  EXPECT_THROW(read({"joints.pull.type=distance", "joints.pull.body=mass", "simulation.step=0.21"}), InputError);
}

}  // namespace stiff_springs_test
}  // namespace percuss
