// SPDX-License-Identifier: Apache-2.0
#include "simulation/fast_dampers.hpp"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "core/fault.hpp"
#include "simulation/run.hpp"

namespace percuss {
namespace fast_dampers_test {

/// 2 kg in a damper of 100 N s/m: it comes to rest within m/d = 0.02 s. A ball of 0.05 kg flies at it.
class FastDampers : public testing::Test {
 protected:
  FastDampers() { std::filesystem::create_directories(folder_); }
  ~FastDampers() override { std::filesystem::remove_all(folder_); }
  ModelFile read(const std::string& contacts, const std::vector<std::string>& overrides) const {
    const auto path = (folder_ / "model.yaml").string();
    std::ofstream(path) << R"(percuss: 1
simulation: {scheme: mixed_ed_alpha, step: 0.01, end_time: 0.2}
bodies:
  anvil: {type: disc, mass: 2.0, radius: 0.1}
  ball: {type: disc, mass: 0.05, radius: 0.1, position: [-0.25, 0.0], velocity: [1.0, 0.0]}
joints:
  mount: {type: bushing, body: anvil, stiffness: [1.0, 1.0], damping: [100.0, 0.0]}
)" << contacts;
    return read_model(path, overrides);
  }
  std::vector<Fault> refusal_of(const std::string& contacts, const std::vector<std::string>& overrides) const {
    const auto file = read(contacts, overrides);
    try {
      make_simulation(file);
    } catch (const InputError& error) {
      return error.faults();
    }
    return {};
  }
  const std::string strikes_ = "contacts: {strike: {type: disc_disc, body: anvil, other: ball}}\n";
  const std::filesystem::path folder_ =
      std::filesystem::path(testing::TempDir()) / testing::UnitTest::GetInstance()->current_test_info()->name();
};

TEST_F(FastDampers, AreRefusedBesideContactsWithTheStepThatTheyBear) {
  const auto faults = refusal_of(strikes_, {"simulation.step=0.0201"});
  ASSERT_EQ(faults.size(), 1U);
  EXPECT_EQ(faults[0].key, "simulation.step");
  EXPECT_NE(faults[0].message.find("`mount`"), std::string::npos) << faults[0].message;
  EXPECT_NE(faults[0].remedy.find("step <= 0.02 s"), std::string::npos) << faults[0].remedy;
  EXPECT_TRUE(refusal_of(strikes_, {"simulation.step=0.02"}).empty());
}

// The rotation, of 2 kg (0.1 m)^2/2 = 0.01 kg m^2 and 2 N m s, is faster than the translation.
TEST_F(FastDampers, NameTheStepOfTheFastest) {
  const auto faults = refusal_of(
      strikes_, {"simulation.step=0.05", "joints.mount.rotational_stiffness=1", "joints.mount.rotational_damping=2"});
  ASSERT_EQ(faults.size(), 1U);
  EXPECT_NE(faults[0].remedy.find("step <= 0.005 s"), std::string::npos) << faults[0].remedy;
}

TEST_F(FastDampers, AreServedWithoutContactsBySchemesThatRelaxThemAndWhereAllowed) {
  EXPECT_TRUE(refusal_of("", {"simulation.step=0.0201"}).empty());
  EXPECT_TRUE(refusal_of(strikes_, {"simulation.step=0.0201", "simulation.scheme=mixed_bathe"}).empty());
  EXPECT_TRUE(refusal_of(strikes_, {"simulation.step=0.0201", "simulation.allow_unstable_step=true"}).empty());
}

// What the refusal is for: the ball, which the anvil must carry on with the momentum of both, is thrown back.
TEST_F(FastDampers, WouldThrowBodiesBack) {
  const auto file =
      read(strikes_, {"simulation.scheme=mixed_ed_alpha", "simulation.step=0.2", "simulation.end_time=0.4",
                      "simulation.allow_unstable_step=true", "joints.mount.damping=[1e4, 0.0]"});
  auto simulation = make_simulation(file);
  simulation.run({});
  EXPECT_LT(simulation.state().v[3], 0.0);
}

}  // namespace fast_dampers_test
}  // namespace percuss
