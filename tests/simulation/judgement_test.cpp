// SPDX-License-Identifier: Apache-2.0
#include "simulation/judgement.hpp"

#include <gtest/gtest.h>

#include <limits>

namespace percuss {
namespace judgement_test {

/// A hundred good steps.
RunResult good() {
  RunResult result;
  result.steps = 100;
  result.energy_supply = 2.0;
  return result;
}

TEST(Judgement, OfAGoodRunIsDoneWithoutWarnings) {
  auto result = good();
  judge(result, {});
  EXPECT_EQ(result.outcome, Outcome::done);
  EXPECT_TRUE(result.warnings.empty());
}

TEST(Judgement, WarnsBeyondTheShares) {
  auto result = good();
  result.energy_made = 0.2;
  result.energy_share = 0.1;
  result.energy_lost = 0.6;
  result.energy_lost_share = 0.3;
  result.loose_steps = 2;
  result.retried_steps = 1;  // 1 % is not beyond it
  judge(result, {});
  EXPECT_EQ(result.outcome, Outcome::done);
  ASSERT_EQ(result.warnings.size(), 3u);
  EXPECT_EQ(result.warnings[0], "the integrator made 0.2 J, 10 % of the 2 J put in (limit 5 %)");
  EXPECT_EQ(result.warnings[1].find("the integrator lost 0.6 J, 30 % of the 2 J put in (limit 20 %): "), 0u);
  EXPECT_EQ(result.warnings[2], "2 of 100 steps solved loosely");
  SimulationSettings lenient;
  lenient.limits.energy_share = 0.2;
  lenient.limits.energy_lost_share = 0.4;
  lenient.limits.loose_share = 0.02;
  judge(result, lenient);
  EXPECT_TRUE(result.warnings.empty());
}

// It changes the motion: there is no share of steps below which it does not count.
TEST(Judgement, WarnsOfEveryImpactWithoutItsRestitution) {
  auto result = good();
  result.plastic_steps = 1;
  judge(result, {});
  EXPECT_EQ(result.outcome, Outcome::done);
  ASSERT_EQ(result.warnings.size(), 1u);
  EXPECT_EQ(result.warnings[0],
            "1 of 100 steps with impacts without their restitution, with which Newton's law has no solution or makes "
            "energy");
}

TEST(Judgement, WarnsOfEveryStepInWhichThingsMayHavePassed) {
  auto result = good();
  result.hasty_steps = 1;
  judge(result, {});
  EXPECT_EQ(result.outcome, Outcome::done);
  ASSERT_EQ(result.warnings.size(), 1u);
  EXPECT_EQ(result.warnings[0],
            "in 1 of 100 steps forces or impacts made discs, beams or points so fast that they may have gone through "
            "something: take smaller steps");
}

TEST(Judgement, WarnsOfWorkOfForcesThatDoNone) {
  auto result = good();
  result.worst.complementarity = 0.1;  // 5 %, not beyond the limit
  judge(result, {});
  EXPECT_TRUE(result.warnings.empty());
  result.worst.complementarity = 3.0;
  judge(result, {});
  EXPECT_EQ(result.outcome, Outcome::done);
  ASSERT_EQ(result.warnings.size(), 1u);
  EXPECT_EQ(
      result.warnings[0].find("a contact or joint whose force should do no work did 3 J in a step, 150 % of the 2 "
                              "J put in (limit 5 %): "),
      0u);
  result.energy_supply = 0.0;  // nothing moves, and round-off is a share of nothing
  judge(result, {});
  EXPECT_TRUE(result.warnings.empty());
}

TEST(Judgement, FailsWhatIsNothingButMadeEnergy) {
  for (const double share : {11.0, 1e180, std::numeric_limits<double>::infinity()}) {
    auto result = good();
    result.energy_share = share;
    judge(result, {});
    EXPECT_EQ(result.outcome, Outcome::failed) << share;
    EXPECT_NE(result.message.find("the motion is not the model's any more"), std::string::npos);
  }
}

TEST(Judgement, HoldsLimitsOnlyAtTheEndOfARun) {
  SimulationSettings settings;
  settings.limits.residual = 1e-9;
  auto result = good();
  result.worst.residual = 1e-8;
  judge(result, settings);
  EXPECT_EQ(result.outcome, Outcome::certificate_broken);
  EXPECT_EQ(result.message, "certificate broken: natural residual 1e-08 m/s exceeds its limit 1e-09");
  result.outcome = Outcome::interrupted;
  result.message = "why";
  judge(result, settings);
  EXPECT_EQ(result.message, "why");
}

}  // namespace judgement_test
}  // namespace percuss
