// SPDX-License-Identifier: Apache-2.0
// Piles that friction holds at rest for good: not a displacement that grows from step to step. examples/11_stack,
// 12_arch and 13_wedge, and the exact limit at which the wedge is squeezed out.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "io/model_file.hpp"
#include "simulation/quantity.hpp"
#include "simulation/simulation.hpp"
#include "tests/verification/figure.hpp"

namespace percuss::verification {

namespace rest_test {

constexpr double g = 9.81;

struct Rest {
  double largest_move = 0.0;  // of any coordinate of any body at any time looked at [m, rad]
  std::vector<double> values;
};

/// Runs a model of the examples for `steps` steps of 1 ms; `quantities` as they are at the end.
Rest run(const std::string& model, int steps, std::vector<std::string> overrides,
         const std::vector<std::string>& quantities = {}) {
  overrides.push_back(fmt::format("simulation.end_time={}", 1e-3 * steps));
  const auto file = read_model(std::string(PERCUSS_SOURCE_DIR "/examples/") + model, overrides);
  const Vector start = file.model->initial.q;
  Rest rest;
  rest.values.resize(quantities.size());
  std::vector<Quantity> found;
  for (const auto& name : quantities) found.push_back(find_quantity(*file.model, name));
  Simulation::Hooks hooks;
  hooks.row_every = 50;
  hooks.row = [&](const Sample& sample) {
    rest.largest_move = std::max(rest.largest_move, (sample.state.q - start).lpNorm<Eigen::Infinity>());
    for (std::size_t i = 0; i < found.size(); ++i) rest.values[i] = found[i].value(sample);
  };
  Simulation simulation(*file.model, file.simulation);
  const auto result = simulation.run(hooks);
  EXPECT_EQ(result.outcome, Outcome::done) << result.message;
  EXPECT_EQ(result.steps, steps);
  return rest;
}

struct Pile {
  std::string name, model;
  double size;  // [m]
  int steps;    // 1e5 in each would be too long for a test of the stack; docs/verification.md has that figure
};
void PrintTo(const Pile& pile, std::ostream* out) { *out << pile.name; }
const std::vector<Pile>& piles() {
  static const std::vector<Pile> all{{"Stack", "11_stack/stack.yaml", 10.0, 10000},
                                     {"Arch", "12_arch/arch.yaml", 10.0, 100000},
                                     {"Wedge", "13_wedge/wedge.yaml", 1.0, 100000}};
  return all;
}

class RestWithoutCreep : public testing::TestWithParam<Pile> {};

// The contact solver stops within 2e-14 m/s. Were that handed on from step to step, it would come to 2e-12 m in 100 s.
TEST_P(RestWithoutCreep, HoldsForGood) {
  const auto rest = run(GetParam().model, GetParam().steps, {});
  expect_figure(fmt::format("largest move in {} steps", GetParam().steps), rest.largest_move, 0.0,
                1e-11 * GetParam().size, "m, rad");
}

TEST_P(RestWithoutCreep, HoldsUnderEverySchemeThatLeavesGapsAlone) {
  for (const char* scheme : {"moreau_jean", "half_explicit_velocity", "explicit_velocity", "mixed_generalized_alpha",
                             "mixed_bathe", "mixed_ed_alpha"}) {
    const auto rest = run(GetParam().model, 300, {std::string("simulation.scheme=") + scheme});
    EXPECT_LT(rest.largest_move, 1e-11 * GetParam().size) << scheme;  // a hundredth of the steps
  }
}

INSTANTIATE_TEST_SUITE_P(Piles, RestWithoutCreep, testing::ValuesIn(piles()),
                         [](const auto& pile) { return pile.param.name; });

// Every second box stands 0.125 m to the right, so that the weight of the pile acts 0.0625 m right of the middle
// between two feet 1 m apart. Tolerance: 2e-14 m/s of the solver, times 2000 kg / 1e-3 s, with room for a tower ten
// times as high as wide.
TEST(Stack, StandsOnTheFloorByItsLevers) {
  const double weight = 20 * 100.0 * g;
  const auto rest = run("11_stack/stack.yaml", 100, {}, {"floor_left.force", "floor_right.force"});
  expect_figure("force on the left foot", rest.values[0], weight * (0.5 - 0.0625), 1e-5, "N");
  expect_figure("force on the right foot", rest.values[1], weight * (0.5 + 0.0625), 1e-5, "N");
}

// The arch is indeterminate: its springings carry its weight and balance it about its middle, and need not share it
// evenly. Tolerance as above.
TEST(Arch, HandsItsWeightToTheSpringings) {
  const auto rest = run("12_arch/arch.yaml", 100, {},
                        {"joint0_inner.force", "joint0_outer.force", "joint11_inner.force", "joint11_outer.force"});
  const double mass = 3042.711613887439;  // of a stone, as in the model
  const double inner = rest.values[2] - rest.values[0], outer = rest.values[3] - rest.values[1];
  expect_figure("force on the springings", rest.values[0] + rest.values[1] + rest.values[2] + rest.values[3],
                11.0 * mass * g, 1e-5, "N");
  expect_figure("their moment about the middle", 4.0 * inner + 5.0 * outer, 0.0, 1e-4, "N m");
}

std::vector<std::string> with_friction(double mu, const std::vector<std::string>& contacts) {
  std::vector<std::string> overrides;
  for (const auto& contact : contacts) overrides.push_back(fmt::format("contacts.{}.friction={:.17g}", contact, mu));
  return overrides;
}

// Limit analysis: forces in all cones that balance every stone exist from mu = 0.3070327 on, by linear programming over
// the 24 corners, done outside of this library. Below, the springings spread.
TEST(Arch, SpreadsWhereNoForcesWithinFrictionCarryIt) {
  constexpr double limit = 0.3070327;
  std::vector<std::string> contacts;
  for (int joint = 0; joint <= 11; ++joint)
    for (const char* end : {"inner", "outer"}) contacts.push_back(fmt::format("joint{}_{}", joint, end));
  const auto below = run("12_arch/arch.yaml", 200, with_friction(0.9995 * limit, contacts));
  const auto above = run("12_arch/arch.yaml", 200, with_friction(1.0005 * limit, contacts));
  EXPECT_GT(below.largest_move, 1e-5);
  expect_figure("largest move in 0.2 s at 1.0005 of the limit", above.largest_move, 0.0, 1e-12, "m, rad");
}

/// Wedge of mass m under a block of mass M, tan(slope) = T, friction mu on floor, slope and wall. Sliding, with the
/// normal force N on the slope:
///   N (s - 2 mu c - mu^2 s) - mu m g = m a,   M g - N (c + 2 mu s - mu^2 c) = M a T,   s, c = sin, cos of the slope
struct SlidingWedge {
  static constexpr double m = 20.0, M = 500.0, T = 0.25;
  static double acceleration(double mu) {
    const double c = 1.0 / std::sqrt(1.0 + T * T), s = T * c;
    const double A = s - 2.0 * mu * c - mu * mu * s, B = c + 2.0 * mu * s - mu * mu * c;
    return g * (M * A - B * mu * m) / (M * T * A + B * m);
  }
  /// The friction at which the acceleration is 0, by bisection.
  static double limit() {
    double low = 0.1, high = 0.125;
    while (high - low > 1e-15) (acceleration(0.5 * (low + high)) > 0.0 ? low : high) = 0.5 * (low + high);
    return low;
  }
};

double wedge_after(double mu, int steps) {
  const auto slippery =
      with_friction(mu, {"floor_left", "floor_right", "foot_left", "foot_right", "wall_below", "wall_above"});
  return run("13_wedge/wedge.yaml", steps, slippery, {"wedge.x"}).values[0] - 0.6;
}

// The midpoint rule is exact for constant accelerations; what is left is the 1e-10 m that the points stand proud.
TEST(Wedge, IsSqueezedOutAsTheTheoryOfFrictionSays) {
  for (const double mu : {0.0, 0.05, 0.1}) {
    const double t = 0.05;
    expect_figure(fmt::format("way of the wedge in {} s, friction {}", t, mu), wedge_after(mu, 50),
                  0.5 * SlidingWedge::acceleration(mu) * t * t, 1e-9, "m");
  }
}

TEST(Wedge, LocksAtTheExactLimitOfFriction) {
  const double limit = SlidingWedge::limit();
  const double below = wedge_after(0.999 * limit, 100), above = wedge_after(1.001 * limit, 100);
  expect_figure("way in 0.1 s at 0.999 of the limit", below, 0.5 * SlidingWedge::acceleration(0.999 * limit) * 0.01,
                1e-9, "m");
  expect_figure("way in 0.1 s at 1.001 of the limit", above, 0.0, 1e-12, "m");
}

}  // namespace rest_test
}  // namespace percuss::verification
