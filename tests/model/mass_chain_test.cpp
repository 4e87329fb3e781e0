// SPDX-License-Identifier: Apache-2.0
#include "model/mass_chain.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "tests/model/differences.hpp"
#include "tests/model/models.hpp"

namespace percuss {
namespace mass_chain_test {

MassChainOptions three_masses() {
  MassChainOptions options;
  options.masses = {1.0, 2.0, 3.0};
  options.stiffness = {10.0, 20.0, 30.0, 40.0};
  return options;
}

Keys keys_of(const MassChainOptions& options) {
  return keys_thrown([&] { make_mass_chain(options); });
}

// [MIX (91)]
TEST(MassChain, HasTheMatricesOfThePaper) {
  auto options = three_masses();
  options.damping = {1.0, 2.0, 3.0, 4.0};
  const auto chain = make_mass_chain(options);
  Matrix K(3, 3);
  K << 30.0, -20.0, 0.0, -20.0, 50.0, -30.0, 0.0, -30.0, 70.0;
  const auto tangent = [&](TangentWeights w) { return tangent_of(chain.body(), chain.q, chain.v, w); };
  EXPECT_EQ(tangent({}), Matrix(Vector3(1.0, 2.0, 3.0).asDiagonal()));
  EXPECT_EQ(tangent({0.0, 0.0, 1.0}), K);
  EXPECT_EQ(tangent({0.0, 1.0, 0.0}), Matrix(0.1 * K));
  EXPECT_TRUE(chain.body().has_constant_tangent());
}

TEST(MassChain, PullsBackToWhereItsSpringsAreUnstressed) {
  MassChainOptions options;  // the impact oscillator of [SAE 10.3]
  options.masses = {0.1};
  options.stiffness = {20.0, 0.0};
  options.unstressed = {-0.15};
  options.position = {-0.5};
  options.velocity = {0.2};
  const auto oscillator = make_mass_chain(options);
  EXPECT_EQ(oscillator.nodes.reference(0)[0] + oscillator.q[0], -0.5);
  EXPECT_EQ(oscillator.v[0], 0.2);
  EXPECT_EQ(forces_of(oscillator.body(), oscillator.q, oscillator.v)[0], 20.0 * 0.35);
  EXPECT_EQ(oscillator.body().energy(0.0, oscillator.q, oscillator.v).potential, 0.5 * 20.0 * 0.35 * 0.35);
  EXPECT_NEAR(oscillator.body().mode_bound()->omega_max, std::sqrt(200.0), 1e-14);
}

TEST(MassChain, StartsAtRestAndUnstressedUnlessToldOtherwise) {
  auto options = three_masses();
  options.unstressed = {1.0, 2.0, 3.0};
  const auto chain = make_mass_chain(options);
  EXPECT_EQ(chain.q, Vector::Zero(3));
  EXPECT_EQ(chain.v, Vector::Zero(3));
  EXPECT_EQ(chain.nodes.count, 3);
  EXPECT_EQ(chain.nodes.reference(2)[0], 3.0);
}

TEST(MassChain, MayBeCutAndMayBeFree) {
  auto options = three_masses();
  options.stiffness = {0.0, 0.0, 30.0, 0.0};
  const auto chain = make_mass_chain(options);
  EXPECT_EQ(forces_of(chain.body(), Vector3(5.0, 1.0, 2.0), Vector::Zero(3)), Vector3(0.0, 30.0, -30.0));
  options.stiffness = {0.0, 0.0, 0.0, 0.0};
  EXPECT_EQ(make_mass_chain(options).body().mode_bound()->omega_max, 0.0);
}

TEST(MassChain, OfManyMassesIsNoFasterThanItSays) {
  MassChainOptions options;
  const std::size_t n = 1000;
  options.masses.assign(n, 2.0);
  options.stiffness.assign(n + 1, 50.0);
  options.damping.assign(n + 1, 0.1);
  const auto bound = make_mass_chain(options).body().mode_bound();
  const double exact = 2.0 * std::sqrt(25.0) * std::cos(0.5 * M_PI / (n + 1.0));  // of a uniform chain between walls
  EXPECT_GE(bound->omega_max, exact);
  EXPECT_LE(bound->omega_max, (1.0 + 1e-5) * exact);
  EXPECT_EQ(bound->stiffness_damping, 0.002);  // dampers as the springs
  EXPECT_FALSE(bound->least_damping.has_value());
  options.damping[7] = 0.05;
  const auto uneven = make_mass_chain(options).body().mode_bound();
  EXPECT_EQ(uneven->mass_damping, 0.2);  // 4 d/m
  EXPECT_EQ(uneven->least_damping, 0.0);
}

TEST(MassChain, OfFewMassesKnowsItsFastestModeExactly) {
  MassChainOptions options;
  options.masses.assign(50, 2.0);
  options.stiffness.assign(51, 50.0);
  const double exact = 10.0 * std::cos(0.5 * M_PI / 51.0);
  EXPECT_NEAR(make_mass_chain(options).body().mode_bound()->omega_max, exact, 1e-13);  // eps times 50
}

TEST(MassChain, TellsAllThatIsWrongAtOnce) {
  EXPECT_EQ(keys_of({}), (Keys{"masses"}));
  auto options = three_masses();
  options.masses[1] = 0.0;
  options.stiffness[0] = -1.0;
  options.damping = {1.0};
  options.unstressed = {1.0};
  options.position = {1.0, 2.0};
  options.velocity = {1.0, 2.0, 3.0, 4.0};
  EXPECT_EQ(keys_of(options), (Keys{"masses", "stiffness", "damping", "unstressed", "position", "velocity"}));
  options = three_masses();
  options.stiffness.pop_back();
  EXPECT_EQ(keys_of(options), Keys{"stiffness"});
}

}  // namespace mass_chain_test
}  // namespace percuss
