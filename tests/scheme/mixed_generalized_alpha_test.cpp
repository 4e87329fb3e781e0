// SPDX-License-Identifier: Apache-2.0
#include "scheme/mixed_generalized_alpha.hpp"

#include <fmt/format.h>
#include <gtest/gtest.h>

#include "tests/scheme/carried_amplification.hpp"

namespace percuss::test {

namespace mixed_generalized_alpha_test {

NamedScheme with_rho(double rho) { return {fmt::format("rho {}", rho), "mixed_generalized_alpha", {{"rho_inf", rho}}}; }

TEST(GeneralizedAlpha, HasTheCoefficientsOfChungAndHulbert) {
  GeneralizedAlphaOptions options;
  options.rho_inf = 0.5;
  const AlphaCoefficients half(options);
  EXPECT_DOUBLE_EQ(half.alpha_m, 0.0);
  EXPECT_DOUBLE_EQ(half.alpha_f, 1.0 / 3.0);
  EXPECT_DOUBLE_EQ(half.gamma, 5.0 / 6.0);
  EXPECT_DOUBLE_EQ(half.beta, 4.0 / 9.0);
  options.rho_inf = 1.0;  // the trapezoidal rule in mean values
  const AlphaCoefficients undamped(options);
  EXPECT_DOUBLE_EQ(undamped.gamma, 0.5);
  EXPECT_DOUBLE_EQ(undamped.beta, 0.25);
}

// All eigenvalues meet at infinity, where round-off counts by its cube root.
TEST(GeneralizedAlpha, DampsInfinitelyFastOscillationsByRhoInf) {
  for (const double rho : {0.0, 0.25, 0.5, 0.8, 1.0})
    EXPECT_NEAR(spectral_radius(carried_amplification(with_rho(rho), 1e6)), rho, 2e-4) << rho;
}

TEST(GeneralizedAlpha, HasTheKnownRadiusAndPeriodAtOmegaOne) {
  const auto R = carried_amplification(with_rho(0.8), 1.0);
  EXPECT_NEAR(spectral_radius(R), 0.99947461, 1e-8);  // all figures of the reference
  EXPECT_NEAR(period_elongation(R, 1.0), 8.260e-2, 5e-6);
}

TEST(Newmark, OfLittleBetaIsStableUpToItsLimitOnly) {
  const NamedScheme linear{"", "mixed_newmark", {{"beta", 1.0 / 6.0}}};  // linear acceleration: Omega^2 <= 12
  EXPECT_LT(spectral_radius(carried_amplification(linear, std::sqrt(12.0) * 0.999)), 1.0 + 1e-12);
  EXPECT_GT(spectral_radius(carried_amplification(linear, std::sqrt(12.0) * 1.001)), 1.01);
}

TEST(Hht, WithoutDampingIsTheTrapezoidalRuleAsAreNewmarkAndRhoOne) {
  MechanicalSystem system;
  system.add(std::make_unique<Oscillator>(3.0, 0.4));
  const NoContacts none;
  std::vector<State> ends;
  for (const auto& named : {NamedScheme{"", "mixed_hht", {{"alpha_f", 0.0}}}, NamedScheme{"", "mixed_newmark", {}},
                            with_rho(1.0), NamedScheme{"", "moreau_jean", {{"theta", 0.5}}}}) {
    const auto scheme = make(named, system, none);
    State state{0.0, Vector::Constant(1, 0.3), Vector::Ones(1)};
    for (int i = 0; i < 50; ++i) ASSERT_TRUE(scheme->step(0.1, state).ok());
    ends.push_back(state);
  }
  for (const std::size_t i : {1U, 2U, 3U}) {  // round-off of 50 steps
    EXPECT_NEAR(ends[0].q[0], ends[i].q[0], 1e-13) << i;
    EXPECT_NEAR(ends[0].v[0], ends[i].v[0], 1e-13) << i;
  }
}

TEST(GeneralizedAlpha, FactorsALinearSystemTwicePerRun) {
  MechanicalSystem system;
  system.add(std::make_unique<Oscillator>(3.0, 0.0));
  const NoContacts none;
  const auto scheme = make(with_rho(0.8), system, none);
  State state{0.0, Vector::Constant(1, 0.3), Vector::Ones(1)};
  for (int i = 0; i < 50; ++i) scheme->step(0.1, state);
  EXPECT_EQ(scheme->factorisations(), 2);  // M for the start, A for the steps
}

}  // namespace mixed_generalized_alpha_test

}  // namespace percuss::test
