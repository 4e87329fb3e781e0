// SPDX-License-Identifier: Apache-2.0
#include "simulation/stepper.hpp"

#include <gtest/gtest.h>

#include <algorithm>

#include "io/model_file.hpp"

namespace percuss {
namespace stepper_test {

ModelFile ball() {
  const std::vector<std::string> sets{"bodies={ball: {type: point_mass, mass: 2.0, position: [3.0]}}", "contacts={}",
                                      "outputs={}", "loads={weight: {type: gravity, acceleration: [-10.0]}}"};
  return read_model(std::string(PERCUSS_SOURCE_DIR) + "/examples/01_bouncing_ball/ball.yaml", sets);
}

/// Falls with an acceleration that it carries along; a solve of the steps in `failing` does not converge, which the
/// scheme does not notice.
class Falling final : public Scheme {
 public:
  Falling(SolveTally& tally, std::vector<int> failing) : tally_(tally), failing_(std::move(failing)) {}
  StepReport step(double h, State& state) override {
    const bool fails = std::find(failing_.begin(), failing_.end(), steps_++) != failing_.end();
    if (fails)
      tally_.add_failure(0.5, "a solve failed");
    else
      tally_.add(3, 1e-13);
    state.t += h;
    state.q += h * state.v;
    state.v[0] += h * carried_;
    carried_ -= 1.0;
    return {};
  }
  void restart() override { carried_ = -10.0; }
  void repeat() override {}
  void walk_memory(MemoryWalk& walk) override { walk("carried", carried_); }
  std::span<const ContactRecord> contacts() const override { return {}; }
  std::span<const ContactImpact> impacts() const override { return {}; }
  VecView velocity_before() const override { return {nullptr, 0}; }
  long factorisations() const override { return 0; }

 private:
  SolveTally& tally_;
  std::vector<int> failing_;
  int steps_ = 0;
  double carried_ = -10.0;
};

struct Stepped {
  explicit Stepped(std::vector<int> failing, Index retries) : stepper(*file.model, retries) {
    stepper.use(std::make_unique<Falling>(stepper.linear_solves, std::move(failing)), true);
    stepper.start(0.5);
    stepper.start_sums(0.5, {}, {});
  }
  ModelFile file = ball();
  Stepper stepper;
};

TEST(Stepper, TakesAStepBackInWhichASolveHasFailed) {
  Stepped run({1}, 0);
  auto& stepper = run.stepper;
  ASSERT_TRUE(stepper.advance(0.5));
  const auto [t, q, v] = stepper.state;
  EXPECT_EQ(v[0], -5.0);
  ASSERT_FALSE(stepper.advance(0.5));
  EXPECT_EQ(stepper.message, "a solve failed");
  EXPECT_EQ(stepper.state.t, t);
  EXPECT_EQ(stepper.state.q, q);
  EXPECT_EQ(stepper.state.v, v);
  ASSERT_TRUE(stepper.advance(0.5));  // and the scheme's memory with it: the acceleration is -11
  EXPECT_EQ(stepper.state.v[0], -5.0 - 5.5);
}

TEST(Stepper, HalvesAStepInWhichASolveHasFailed) {
  Stepped run({0}, 1);
  ASSERT_TRUE(run.stepper.advance(0.5));
  EXPECT_EQ(run.stepper.smaller_steps, 2);
  EXPECT_EQ(run.stepper.attempts, 3);
  EXPECT_EQ(run.stepper.state.t, 0.5);
  EXPECT_EQ(run.stepper.state.v[0], -2.5 - 0.25 * 11.0);
  EXPECT_EQ(run.stepper.linear_solves.solves(), 2);
}

TEST(Stepper, CountsSolvesFromItsStart) {
  Stepped run({}, 0);
  ASSERT_TRUE(run.stepper.advance(0.5));
  EXPECT_EQ(run.stepper.linear_solves.iterations(), 3);
  run.stepper.start(0.5);
  EXPECT_EQ(run.stepper.linear_solves.iterations(), 0);
}

}  // namespace stepper_test
}  // namespace percuss
