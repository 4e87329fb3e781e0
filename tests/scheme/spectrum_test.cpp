// SPDX-License-Identifier: Apache-2.0
#include "scheme/spectrum.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "core/parameters.hpp"
#include "scheme/stability.hpp"

namespace percuss {

namespace spectrum_test {

SpectralPoint point(const std::string& scheme, const Values& options, double omega) {
  return spectral_point(*find_scheme(scheme), options, omega);
}

TEST(Spectrum, OfTheThetaSchemeIsItsClosedForm) {
  // lambda = 1 - theta x Omega +- i x,  x = Omega/(1 + theta^2 Omega^2); round-off grows with the size of Omega.
  for (const double theta : {0.5, 0.75, 1.0})
    for (const double omega : {1e-3, 0.1, 1.0, 10.0, 1e3}) {
      const double x = omega / (1.0 + theta * theta * omega * omega), real = 1.0 - theta * x * omega;
      const double radius = std::hypot(real, x), angle = std::atan2(x, real);
      const auto p = point("moreau_jean", {{"theta", theta}}, omega);
      EXPECT_EQ(p.omega, omega);
      EXPECT_NEAR(p.radius, radius, 1e-14) << theta << ' ' << omega;
      EXPECT_NEAR(p.damping_ratio, -std::log(radius) / angle, 1e-11 / omega * std::max(1.0, omega)) << theta;
      EXPECT_NEAR(p.period_elongation, omega / angle - 1.0, 1e-11 * std::max(1.0, omega)) << theta << ' ' << omega;
    }
}

TEST(Spectrum, OfTheHalfExplicitSchemeShortensThePeriodUpToItsStabilityLimit) {
  for (const double omega : {0.01, 0.5, 1.0, 1.99}) {  // cos theta = 1 - Omega^2/2
    const auto p = point("half_explicit_velocity", {}, omega);
    EXPECT_NEAR(p.radius, 1.0, 1e-13) << omega;
    EXPECT_NEAR(p.damping_ratio, 0.0, 1e-11) << omega;
    EXPECT_NEAR(p.period_elongation, omega / (2.0 * std::asin(0.5 * omega)) - 1.0, 1e-11) << omega;
  }
}

TEST(Spectrum, OfRealEigenvaluesHasARadiusAndNoPeriod) {
  const double omega = 3.0, x = 0.5 * omega * omega - 1.0;  // beyond the limit: lambda = -x +- sqrt(x^2 - 1)
  const auto p = point("half_explicit_velocity", {}, omega);
  EXPECT_NEAR(p.radius, x + std::sqrt(x * x - 1.0), 1e-13 * x);
  EXPECT_TRUE(std::isnan(p.damping_ratio));
  EXPECT_TRUE(std::isnan(p.period_elongation));
}

TEST(Spectrum, OfEverySchemeTendsToTheExactOneForSmallSteps) {
  for (const auto& scheme : scheme_types()) {
    const double omega = 0.01;  // the first order scheme, theta = 1/2, has an error of second order here as well
    const auto p = spectral_point(scheme, {}, omega);
    EXPECT_NEAR(p.radius, 1.0, 1e-6) << scheme.name;
    EXPECT_NEAR(p.damping_ratio, 0.0, 1e-4) << scheme.name;
    EXPECT_NEAR(p.period_elongation, 0.0, 1e-4) << scheme.name;
  }
}

struct Damped {
  std::string scheme;
  Values options;
  double rho_inf;
};

/// All that are meant to be stable at any step, with the radius that they tend to.
std::vector<Damped> unconditionally_stable() {
  std::vector<Damped> schemes{{"mixed_bathe", {}, 0.0},
                              {"mixed_newmark", {}, 1.0},
                              {"mixed_newmark", {{"beta", 0.36}, {"gamma", 0.7}}, 2.0 / 3.0}};
  for (const double rho : {0.0, 0.3, 0.5, 0.8, 1.0}) {
    schemes.push_back({"mixed_generalized_alpha", {{"rho_inf", rho}}, rho});
    schemes.push_back({"mixed_ed_alpha", {{"rho_inf", rho}}, rho});
  }
  for (const double alpha : {0.0, 0.1, 0.2, 0.3, 1.0 / 3.0, 0.5})
    schemes.push_back(
        {"mixed_hht", {{"alpha_f", alpha}}, std::max((1.0 - alpha) / (1.0 + alpha), alpha / (1.0 - alpha))});
  return schemes;
}

TEST(Spectrum, OfTheMixedSchemesIsStableAtAnyStepAndTendsToRhoInf) {
  for (const auto& [name, options, rho_inf] : unconditionally_stable()) {
    const auto& type = *find_scheme(name);
    for (double omega = 1e-4; omega < 1.1e5; omega *= std::pow(10.0, 0.25)) {
      EXPECT_FALSE(grows(amplification(type, options, 1.0, omega, 0.0))) << name << ' ' << rho_inf << ' ' << omega;
      // Two eigenvalues meet at 1 as Omega goes to 0: round-off counts by its root.
      const double radius = point(name, options, omega).radius;
      EXPECT_LT(radius, 1.0 + (omega < 0.1 ? 1e-7 : 1e-12)) << name << ' ' << rho_inf << ' ' << omega;
    }
    // Three eigenvalues meet at infinity: what is O(Omega^-2) in the matrix is its cube root in them.
    EXPECT_NEAR(point(name, options, 1e5).radius, rho_inf, 2.0 * std::pow(1e5, -2.0 / 3.0)) << name;
  }
}

/// A scheme of a failing solver.
class Failing final : public Scheme {
 public:
  StepReport step(double, State&) override {
    StepReport report;
    report.report = Report::failure(Status::not_finite, "fails");
    return report;
  }
  void restart() override {}
  void walk_memory(MemoryWalk&) override {}
  std::span<const ContactRecord> contacts() const override { return {}; }
  std::span<const ContactImpact> impacts() const override { return {}; }
  VecView velocity_before() const override { return {nullptr, 0}; }
  long factorisations() const override { return 0; }
};

TEST(Spectrum, OfAStepThatFailsIsNotANumber) {
  const SchemeType failing{"failing",
                           "",
                           {},
                           [](const MechanicalSystem&, const ContactModel&, const SolverSet&, const Values&) {
                             return std::make_unique<Failing>();
                           },
                           {}};
  const auto p = spectral_point(failing, {}, 1.0);
  EXPECT_EQ(p.omega, 1.0);
  for (const double value : {p.radius, p.damping_ratio, p.period_elongation}) EXPECT_TRUE(std::isnan(value));
}

}  // namespace spectrum_test

}  // namespace percuss
