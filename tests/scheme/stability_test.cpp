// SPDX-License-Identifier: Apache-2.0
#include "scheme/stability.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace percuss {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

double limit(const std::string& scheme, const Values& options, ModeBound bound) {
  return stable_step(*find_scheme(scheme), options, bound);
}

TEST(Growth, IsAnEigenvalueOutsideTheUnitCircle) {
  EXPECT_TRUE(grows((Eigen::Matrix2d() << 0, -1.1, 1, 0).finished()));    // +-1.05 i
  EXPECT_TRUE(grows((Eigen::Matrix2d() << -1.1, 0, 0, 0.5).finished()));  // beyond -1
  EXPECT_TRUE(grows((Eigen::Matrix2d() << 1.1, 0, 0, 0.5).finished()));   // beyond +1
  EXPECT_FALSE(grows((Eigen::Matrix2d() << 0, -1, 1, 0).finished()));
  EXPECT_FALSE(grows((Eigen::Matrix2d() << -0.9, 0, 0, 0.5).finished()));
  EXPECT_TRUE(grows(Eigen::Matrix2d::Constant(std::nan(""))));
}

TEST(Stability, ExplicitVerletLikeSchemesStopAtTwoOverOmega) {
  for (const double omega : {1e-3, 1.0, 1e9}) {
    EXPECT_NEAR(limit("half_explicit_velocity", {}, {omega, 0, 0}) * omega, 2.0, 1e-8) << omega;
    EXPECT_NEAR(limit("half_explicit_velocity", {{"variant", std::string("mbsim")}}, {omega, 0, 0}) * omega, 2.0, 1e-8);
    for (const char* scheme :
         {"half_explicit_acceleration", "explicit_velocity", "moreau_midpoint", "dg_minus", "dg_plus"})
      EXPECT_NEAR(limit(scheme, {}, {omega, 0, 0}) * omega, 2.0, 1e-8) << scheme << ' ' << omega;
  }
}

TEST(Stability, ThetaFromOneHalfOnIsStableAtAnyStep) {
  for (const double theta : {0.5, 0.6, 1.0}) {
    EXPECT_EQ(limit("moreau_jean", {{"theta", theta}}, {5.0, 0, 0}), infinity) << theta;
    EXPECT_EQ(limit("moreau_jean", {{"theta", theta}}, {5.0, 0.1, 0.01}), infinity) << theta;
  }
}

TEST(Stability, ThetaBelowOneHalfMakesUndampedOscillationsGrowAtAnyStep) {
  for (const double theta : {0.0, 0.25, 0.49})
    EXPECT_EQ(limit("moreau_jean", {{"theta", theta}}, {5.0, 0, 0}), 0.0) << theta;
}

TEST(Stability, ExplicitEulerOfADampedModeStopsAtDampingOverOmegaSquared) {
  // q' = q + h v, v' = v - h (c v + omega^2 q): determinant 1 - h c + h^2 omega^2 <= 1, that is h <= c/omega^2.
  // With stiffness damping c = b omega^2 that is b for every mode, while 2/c of the fastest stays above.
  EXPECT_NEAR(limit("moreau_jean", {{"theta", 0.0}}, {10.0, 0.0, 0.005}), 0.005, 1e-6);
}

TEST(Stability, DampingLowersTheLimitOfTheHalfExplicitScheme) {
  const double undamped = limit("half_explicit_velocity", {}, {10.0, 0.0, 0.0});
  const double damped = limit("half_explicit_velocity", {}, {10.0, 0.0, 0.05});
  EXPECT_LT(damped, undamped);
  EXPECT_GT(damped, 0.5 * undamped);
}

TEST(Stability, OverdampedModesAndFreeDampedMotionHaveTheirLimitToo) {
  // Explicit Euler on v' = -c v: h c <= 2. The half-explicit rule 1 - h c + (h c)^2/2 stops there as well.
  for (const char* scheme : {"half_explicit_velocity", "moreau_jean"}) {
    const Values options = scheme[0] == 'm' ? Values{{"theta", 0.0}} : Values{};
    EXPECT_NEAR(limit(scheme, options, {0.0, 3e4, 0.0}) * 3e4, 2.0, 1e-5) << scheme;
  }
  EXPECT_EQ(limit("moreau_jean", {{"theta", 1.0}}, {0.0, 3e4, 0.0}), infinity);
  // Mass damping far above the lowest modes' frequencies must not look like growth at any step.
  const double undamped = limit("half_explicit_velocity", {}, {1e3, 0.0, 0.0});
  EXPECT_GT(limit("half_explicit_velocity", {}, {1e3, 5.0, 0.0}), 0.9 * undamped);
  EXPECT_GT(limit("half_explicit_velocity", {}, {1e6, 0.0, 1e-2}), 0.0);  // c = 1e10 1/s: about 2/c
}

TEST(Stability, ASystemIsAsStableAsItsFastestBody) {
  const MechanicalSystem empty;
  EXPECT_EQ(stable_step(*find_scheme("half_explicit_velocity"), {}, empty), infinity);
  EXPECT_EQ(limit("half_explicit_velocity", {}, {0.0, 0.0, 0.0}), infinity);  // a free particle does not oscillate
}

}  // namespace

}  // namespace percuss
