// SPDX-License-Identifier: Apache-2.0
#include "scheme/mixed_bathe.hpp"

#include <gtest/gtest.h>

#include "tests/scheme/carried_amplification.hpp"

namespace percuss::test {

namespace mixed_bathe_test {

const NamedScheme bathe{"bathe", "mixed_bathe", {}};

TEST(Bathe, HasTheKnownRadiusAndPeriodAtOmegaOne) {
  const auto R = carried_amplification(bathe, 1.0);
  EXPECT_NEAR(spectral_radius(R), 0.99705449, 1e-8);  // all figures of the reference
  EXPECT_NEAR(period_elongation(R, 1.0), 4.002e-2, 5e-6);
}

TEST(Bathe, EndsInfinitelyFastOscillationsInAStep) {
  EXPECT_LT(spectral_radius(carried_amplification(bathe, 1e6)), 1e-4);
}

// The three point formulas of the second half, from q and v alone.
TEST(Bathe, EndsAtItsBackwardDifferences) {
  MechanicalSystem system;
  system.add(std::make_unique<Oscillator>(3.0, 0.4));
  const NoContacts none;
  const auto scheme = make(bathe, system, none);
  State state{0.0, Vector::Constant(1, 0.3), Vector::Ones(1)};
  const double h = 0.1, k = 9.0, c = 0.4, q = 0.3, v = 1.0, a = -k * q - c * v;
  ASSERT_TRUE(scheme->step(h, state).ok());
  const double a_half =
      (-k * (q + h / 2 * v + h * h / 16 * a) - c * (v + h / 4 * a)) / (1 + h / 4 * c + h * h / 16 * k);
  const double v_half = v + h / 4 * (a + a_half), q_half = q + h / 4 * (v + v_half);
  EXPECT_NEAR(state.v[0], (q - 4 * q_half + 3 * state.q[0]) / h, 1e-13);
  EXPECT_NEAR(-k * state.q[0] - c * state.v[0], (v - 4 * v_half + 3 * state.v[0]) / h, 1e-13);
}

TEST(Bathe, FactorsALinearSystemThreeTimesPerRun) {
  MechanicalSystem system;
  system.add(std::make_unique<Oscillator>(3.0, 0.0));
  const NoContacts none;
  const auto scheme = make(bathe, system, none);
  State state{0.0, Vector::Constant(1, 0.3), Vector::Ones(1)};
  for (int i = 0; i < 50; ++i) scheme->step(0.1, state);
  EXPECT_EQ(scheme->factorisations(), 3);  // M for the start, one per half step
}

}  // namespace mixed_bathe_test

}  // namespace percuss::test
