// SPDX-License-Identifier: Apache-2.0
#include "fem/bar_element.hpp"

#include <gtest/gtest.h>

#include <Eigen/Eigenvalues>

namespace percuss::fem {
namespace bar_element_test {

const BarElement element{0.5, 2e-4, 2.1e11, 7800.0};
const double mass = 7800.0 * 2e-4 * 0.5;         // rho S l [kg]
const double spring = 2.1e11 * 2e-4 / 0.5;       // E S / l [N/m]
constexpr double rounding = 4.0 * 2.220446e-16;  // a handful of products and quotients

void expect_near(const Eigen::Matrix2d& a, const Eigen::Matrix2d& b, double scale) {
  EXPECT_LE((a - b).cwiseAbs().maxCoeff(), rounding * scale) << a << "\n\n" << b;
}

TEST(BarElement, HasTheMatricesOfTheBook) {
  expect_near(consistent_mass(element), mass / 6.0 * (Eigen::Matrix2d() << 2.0, 1.0, 1.0, 2.0).finished(), mass);
  expect_near(lumped_mass(element), mass / 2.0 * Eigen::Matrix2d::Identity(), mass);
  expect_near(stiffness(element), spring * (Eigen::Matrix2d() << 1.0, -1.0, -1.0, 1.0).finished(), spring);
}

TEST(BarElement, KeepsItsMassHoweverItIsSpread) {
  EXPECT_NEAR(consistent_mass(element).sum(), mass, rounding * mass);
  EXPECT_NEAR(lumped_mass(element).sum(), mass, rounding * mass);
}

TEST(BarElement, FeelsNoForceWhenItMovesAsOne) {
  EXPECT_EQ(stiffness(element) * Eigen::Vector2d(1.0, 1.0), Eigen::Vector2d::Zero());
}

TEST(BarElement, PullsBackWithHookesForce) {
  const double stretch = 1e-3;  // F = E S stretch / l
  const Eigen::Vector2d force = stiffness(element) * Eigen::Vector2d(0.0, stretch);
  EXPECT_NEAR(force[1], spring * stretch, rounding * spring * stretch);
  EXPECT_EQ(force[0], -force[1]);
}

TEST(BarElement, ConsistentMassIsTheEnergyOfALinearVelocityField) {
  // v(x) = v0 + (v1 - v0) x/l:  rho S int v^2 dx = rho S l (v0^2 + v0 v1 + v1^2)/3
  const Eigen::Vector2d v(2.0, -3.0);
  const double exact = mass * (4.0 - 6.0 + 9.0) / 3.0;
  EXPECT_NEAR(v.dot(consistent_mass(element) * v), exact, 4.0 * rounding * exact);
}

TEST(BarElement, OscillatesAtItsHighestFrequency) {
  for (const bool lumped : {false, true}) {
    const Eigen::GeneralizedSelfAdjointEigenSolver<Eigen::Matrix2d> modes(
        stiffness(element), lumped ? lumped_mass(element) : consistent_mass(element));
    const double omega = std::sqrt(modes.eigenvalues()[1]);
    EXPECT_NEAR(highest_frequency(element, lumped), omega, 1e-14 * omega);  // a 2 x 2 eigenvalue: some eps
  }
}

}  // namespace bar_element_test
}  // namespace percuss::fem
