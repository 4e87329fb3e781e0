// SPDX-License-Identifier: Apache-2.0
#include "scheme/stability.hpp"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>

#include "core/parameters.hpp"

namespace percuss {

namespace stability_test {

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

TEST(Growth, OfMatricesLargerThanTwoHasTheSameMeaning) {
  const auto with_third = [](double a, double b, double c, double d, double third) {
    return (Matrix(3, 3) << a, b, 1e6, c, d, 1e6, 0, 0, third).finished();  // of very different size: balanced
  };
  EXPECT_TRUE(grows(with_third(0, -1.1, 1, 0, 0.5)));
  EXPECT_TRUE(grows(with_third(0, -1 - 1e-9, 1, 0, 0.5)));
  EXPECT_TRUE(grows(with_third(0, -0.9, 1, 0, -1.1)));
  EXPECT_FALSE(grows(with_third(0, -1, 1, 0, 0.5)));
  EXPECT_FALSE(grows(with_third(0, -1, 1, 0, -1)));
  // A double eigenvalue at -1, as at a stability limit: what round-off makes of it is no growth.
  EXPECT_FALSE(grows((Matrix(3, 3) << -1, 1, 0.3, 0, -1, 0.7, 0, 0, 0.5).finished()));
  EXPECT_TRUE(grows((Matrix(3, 3) << -1, 1, 0.3, 1e-10, -1, 0.7, 0, 0, 0.5).finished()));  // -1 -+ 1e-5
  EXPECT_TRUE(grows(Matrix::Constant(3, 3, std::nan(""))));
}

/// Newmark's rule with beta and gamma on the oscillator alone, which it carries the acceleration of from step to step.
class NewmarkOscillator final : public Scheme {
 public:
  NewmarkOscillator(const MechanicalSystem& system, double beta, double gamma)
      : system_(system), beta_(beta), gamma_(gamma) {}
  StepReport step(double h, State& state) override {
    SparseMatrix A;
    system_.body(0).tangent(0.0, state.q, state.v, {1.0, gamma_ * h, beta_ * h * h}, A);
    state.q += h * state.v + (0.5 - beta_) * h * h * a_;
    state.v += (1.0 - gamma_) * h * a_;
    system_.forces(0.0, state.q, state.v, a_);
    a_ /= A.coeff(0, 0);
    state.q += beta_ * h * h * a_;
    state.v += gamma_ * h * a_;
    return {};
  }
  void restart() override { a_.setZero(); }
  std::span<const ContactRecord> contacts() const override { return {}; }
  std::span<const ContactImpact> impacts() const override { return {}; }
  VecView velocity_before() const override { return {nullptr, 0}; }
  long factorisations() const override { return 0; }
  void walk_memory(MemoryWalk& walk) override { walk.acceleration("a", a_); }

 private:
  const MechanicalSystem& system_;
  double beta_, gamma_;
  Vector a_ = Vector::Zero(1);
};

SchemeType newmark(double beta, double gamma) {
  return {"newmark",
          "",
          {},
          [=](const MechanicalSystem& system, const ContactModel&, const SolverSet&, const Values&) {
            return std::make_unique<NewmarkOscillator>(system, beta, gamma);
          },
          {}};
}

TEST(Amplification, OfASchemeThatCarriesItsAccelerationHasARowForIt) {
  // Trapezoidal rule: q' = ((1 - x) q + h v)/(1 + x), x = (omega h)^2/4, whatever `a` was when it was in balance.
  const double h = 0.3, omega = 5.0, x = 0.25 * h * h * omega * omega;
  const auto R = amplification(newmark(0.25, 0.5), {}, h, omega, 0.0);
  ASSERT_EQ(R.rows(), 3);
  const Vector in_balance = Vector::Unit(3, 0) - Vector::Unit(3, 2);  // q = 1, a = -omega^2
  const Vector next = R * in_balance;
  EXPECT_NEAR(next[0], (1.0 - x) / (1.0 + x), 1e-14);
  EXPECT_NEAR(next[1], -h * omega / (1.0 + x), 1e-14);
  EXPECT_NEAR(next[2], -next[0], 1e-14) << "forces and inertia are in balance at the end of the step";
  EXPECT_NEAR((R * Vector::Unit(3, 1))[0], h * omega / (1.0 + x), 1e-14);
}

TEST(Stability, OfSchemesThatCarryAccelerationsComesFromTheWholeMatrix) {
  EXPECT_EQ(stable_step(newmark(0.25, 0.5), {}, ModeBound{5.0, 0.0, 0.0}), infinity);
  EXPECT_EQ(stable_step(newmark(0.3025, 0.6), {}, ModeBound{5.0, 0.0, 0.0}), infinity);
  EXPECT_EQ(stable_step(newmark(0.25, 0.49), {}, ModeBound{5.0, 0.0, 0.0}), 0.0);
  // Conditionally stable: omega h <= 1/sqrt(gamma/2 - beta).
  EXPECT_NEAR(5.0 * stable_step(newmark(1.0 / 6.0, 0.5), {}, ModeBound{5.0, 0.0, 0.0}), std::sqrt(12.0), 1e-6);
  EXPECT_NEAR(5.0 * stable_step(newmark(0.0, 0.5), {}, ModeBound{5.0, 0.0, 0.0}), 2.0, 1e-6);
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

}  // namespace stability_test

}  // namespace percuss
