// SPDX-License-Identifier: Apache-2.0
#include "simulation/energy_guard.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "io/model_file.hpp"

namespace percuss {
namespace energy_guard_test {

constexpr double h = 1e-3;  // [s]

/// A ball of 2 kg at 3 m, under its weight.
class EnergyGuards : public testing::Test {
 protected:
  EnergyGuards() { guard.start(file.model->initial, h, {kinetic, potential}); }
  static ModelFile ball() {
    const std::vector<std::string> sets{"bodies={ball: {type: point_mass, mass: 2.0, position: [3.0]}}", "contacts={}",
                                        "outputs={}", "loads={weight: {type: gravity, acceleration: [-10.0]}}"};
    return read_model(std::string(PERCUSS_SOURCE_DIR) + "/examples/01_bouncing_ball/ball.yaml", sets);
  }
  void look(Energy energy) { guard.look(0.0, energy, ledger); }

  ModelFile file = ball();
  double kinetic = 0.0, potential = 60.0;
  double of_four_steps = 0.5 * 2.0 * 10.0 * 10.0 * 16.0 * h * h;
  EnergyLedger ledger{.start = 60.0};
  EnergyGuard guard{file.model->system};
};

TEST_F(EnergyGuards, HoldWhatWasMadeAgainstWhatWasPutIn) {
  EXPECT_NEAR(guard.supply(), of_four_steps, 1e-18);  // exact for one mass, but for round-off
  look({20.0, 40.0});
  EXPECT_EQ(guard.made(), 0.0);
  EXPECT_NEAR(guard.supply(), 20.0 + of_four_steps, 1e-13);
  look({21.0, 40.0});
  EXPECT_NEAR(guard.made(), 1.0, 1e-13);
  EXPECT_NEAR(guard.share(), 1.0 / (20.0 + of_four_steps), 1e-13);
  ledger.applied = 5.0;  // loads account for more
  look({26.0, 40.0});
  EXPECT_NEAR(guard.made(), 1.0, 1e-13);
  EXPECT_NEAR(guard.supply(), 25.0 + of_four_steps, 1e-13);
}

TEST_F(EnergyGuards, TellLossesFromWhatIsMadeAfterThem) {
  look({10.0, 40.0});  // 10 J lost to numerical damping
  EXPECT_EQ(guard.share(), 0.0);
  EXPECT_NEAR(guard.lost(), 10.0, 1e-13);
  EXPECT_NEAR(guard.lost_share(), 10.0 / (20.0 + of_four_steps), 1e-13);
  look({14.0, 40.0});  // and 4 J made, which the sum would hide
  EXPECT_NEAR(guard.made(), 4.0, 1e-13);
  look({3.0, 40.0});  // 11 J of what there was
  EXPECT_NEAR(guard.lost(), 17.0, 1e-13);
}

TEST_F(EnergyGuards, KnowWhatIsPutInAndTakenOutWithinAStep) {
  ledger.applied = 28.0;
  guard.take(ledger);
  ledger.applied = 0.0;
  look({0.0, 60.0});
  EXPECT_NEAR(guard.supply(), 28.0 + of_four_steps, 1e-13);
}

TEST_F(EnergyGuards, SeeWhatFrictionAndImpactsGive) {
  ledger.impact = 3.0;
  look({10.0, 47.0});
  EXPECT_EQ(guard.made(), 0.0);
  ledger.friction = -2.0;  // an impact with friction gives 2 J
  look({12.0, 47.0});
  EXPECT_NEAR(guard.made(), 2.0, 1e-13);
  EXPECT_NEAR(guard.made_by_contacts(), 2.0, 1e-13);
}

TEST_F(EnergyGuards, DoNotCountRoundOff) {
  look({0.0, 60.0 * (1.0 + 1e-11)});
  EXPECT_EQ(guard.share(), 0.0);
  look({0.0, 60.0 * (1.0 - 1e-11)});
  EXPECT_EQ(guard.lost_share(), 0.0);
  look({0.0, 60.0 * (1.0 + 1e-9)});
  EXPECT_GT(guard.share(), 0.0);
}

/// Without weight.
ModelFile at_rest(const std::string& loads) {
  const std::vector<std::string> sets{"bodies={ball: {type: point_mass, mass: 2.0, position: [0.0]}}", "contacts={}",
                                      "outputs={}", "loads=" + loads};
  return read_model(std::string(PERCUSS_SOURCE_DIR) + "/examples/01_bouncing_ball/ball.yaml", sets);
}

TEST(EnergyGuard, OfNothingIsInfinite) {
  const auto file = at_rest("{}");
  EnergyGuard guard(file.model->system);
  guard.start(file.model->initial, h, {});
  EXPECT_EQ(guard.supply(), 0.0);
  EXPECT_EQ(guard.share(), 0.0);
  guard.look(1.0, {1e-3, 0.0}, {});
  EXPECT_TRUE(std::isinf(guard.share()));
}

TEST(EnergyGuard, KnowsLoadsThatComeLater) {
  const auto file = at_rest("{pull: {type: force, body: ball, polynomial: [0, 0, -20]}}");
  EnergyGuard guard(file.model->system);
  guard.start(file.model->initial, h, {});
  EXPECT_EQ(guard.supply(), 0.0);
  guard.look(1.0, {1e-20, 0.0}, {});  // pressed into a contact by 20 N: round-off
  EXPECT_NEAR(guard.supply(), 0.5 * 20.0 * 20.0 / 2.0 * 16.0 * h * h, 1e-18);
  EXPECT_LT(guard.share(), 1e-15);
}

}  // namespace energy_guard_test
}  // namespace percuss
