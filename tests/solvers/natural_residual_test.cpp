// SPDX-License-Identifier: Apache-2.0
// The judge by hand: one case per region of each cone.
#include <gtest/gtest.h>

#include <cmath>

#include "tests/solvers/contact_problems.hpp"

namespace percuss {
namespace natural_residual_test {

/// Residual of one contact whose diagonal entries are all `scale`.
double residual(Cone cone, double mu, const Vector& gamma, const Vector& x, double scale = 1.0) {
  ContactSet set;
  push(set, cone, x.size(), mu);
  return natural_residual(set, Vector::Constant(x.size(), scale), gamma, x);
}

double of_contact(double gamma, double x, double scale = 1.0) {
  return residual(Cone::unilateral, 0.0, Vector::Constant(1, gamma), Vector::Constant(1, x), scale);
}

double of_friction(double gamma_n, double gamma_t, double x_n, double x_t) {
  return residual(Cone::coulomb, 0.5, Eigen::Vector2d(gamma_n, gamma_t), Eigen::Vector2d(x_n, x_t));
}

TEST(NaturalResidual, OfNoContactsIsZero) {
  EXPECT_EQ(natural_residual(ContactSet{}, Vector(0), Vector(0), Vector(0)), 0.0);
}

TEST(NaturalResidual, VanishesWhereTheContactLawHolds) {
  EXPECT_EQ(of_contact(0.0, 2.0), 0.0);  // closed
  EXPECT_EQ(of_contact(2.0, 0.0), 0.0);  // open
  EXPECT_EQ(of_contact(0.0, 0.0), 0.0);  // touching
}

TEST(NaturalResidual, MeasuresHowFarTheContactLawIsOff) {
  EXPECT_EQ(of_contact(-3.0, 0.0), 3.0);  // penetrates without force
  EXPECT_EQ(of_contact(-3.0, 2.0), 3.0);  // penetrates in spite of force
  EXPECT_EQ(of_contact(0.5, 2.0), 0.5);   // separates under little motion, much force
  EXPECT_EQ(of_contact(5.0, 2.0), 2.0);   // separates under much motion, little force
  EXPECT_EQ(of_contact(1.0, -2.0), 2.0);  // pulls
}

TEST(NaturalResidual, IsAVelocity) {
  EXPECT_EQ(of_contact(-3.0, 0.0, 4.0), 3.0);  // gamma itself
  EXPECT_EQ(of_contact(5.0, 1.0, 4.0), 4.0);   // the force times G_kk
}

TEST(NaturalResidual, OfAJointIsItsVelocity) {
  EXPECT_EQ(residual(Cone::bilateral, 0.0, Eigen::Vector2d(1.0, -3.0), Eigen::Vector2d(-7.0, 9.0)), 3.0);
  EXPECT_EQ(residual(Cone::bilateral, 0.0, Eigen::Vector2d(0.0, 0.0), Eigen::Vector2d(-7.0, 9.0)), 0.0);
}

TEST(NaturalResidual, VanishesWhereCoulombsLawHolds) {
  EXPECT_EQ(of_friction(0.0, 0.0, 2.0, 0.5), 0.0);   // sticks inside the cone
  EXPECT_EQ(of_friction(0.0, 0.0, 2.0, -1.0), 0.0);  // sticks on its rim
  EXPECT_EQ(of_friction(0.0, 3.0, 2.0, -1.0), 0.0);  // slips forward
  EXPECT_EQ(of_friction(0.0, -3.0, 2.0, 1.0), 0.0);  // slips backward
  EXPECT_EQ(of_friction(1.0, 3.0, 0.0, 0.0), 0.0);   // open
}

TEST(NaturalResidual, MeasuresHowFarCoulombsLawIsOff) {
  EXPECT_EQ(of_friction(0.0, 0.25, 2.0, 0.5), 0.25);  // slides inside the cone
  EXPECT_EQ(of_friction(0.0, 3.0, 2.0, 1.0), 2.0);    // friction pushes along: it should be at -1
  EXPECT_EQ(of_friction(0.0, 0.0, 2.0, 1.5), 0.5);    // more than mu allows
  EXPECT_EQ(of_friction(1.0, 0.0, 0.0, 0.5), 0.5);    // friction of an open contact
}

TEST(NaturalResidual, TurnsWithTheSlipInSpace) {
  const Eigen::Vector3d slip(0.0, 3.0, -4.0);
  EXPECT_LE(residual(Cone::coulomb, 0.5, slip, Eigen::Vector3d(2.0, -0.6, 0.8)), 4e-16);  // 0.6 is rounded
  // Across the slip, at (0.8, 0.6): moved by -slip to (-2.2, 4.6), back on the disc of radius 1.
  const double expected = 0.8 + 2.2 / std::hypot(2.2, 4.6);
  EXPECT_NEAR(residual(Cone::coulomb, 0.5, slip, Eigen::Vector3d(2.0, 0.8, 0.6)), expected, 1e-15);  // some eps
}

TEST(NaturalResidual, KnowsNoFrictionWithoutCoulomb) {
  EXPECT_EQ(residual(Cone::unilateral, 0.5, Eigen::Vector2d(0.0, 3.0), Eigen::Vector2d(2.0, 0.0)), 0.0);
  EXPECT_EQ(residual(Cone::unilateral, 0.5, Eigen::Vector2d(0.0, 0.0), Eigen::Vector2d(2.0, 1.0)), 1.0);
}

TEST(NaturalResidual, IsThatOfTheWorstContact) {
  ContactSet set;
  push(set, Cone::unilateral, 1);
  push(set, Cone::bilateral, 1);
  push(set, Cone::unilateral, 1);
  const Eigen::Vector3d gamma(-1.0, 5.0, -2.0);
  EXPECT_EQ(natural_residual(set, Vector::Ones(3), gamma, Vector::Zero(3)), 5.0);
}

TEST(NaturalResidual, IsNaNWhereverTheNaNStands) {
  ContactSet set;
  for (int k = 0; k < 3; ++k) push(set, Cone::unilateral, 1);
  for (Index k = 0; k < 3; ++k) {
    Vector gamma = Vector::Ones(3);
    gamma[k] = std::nan("");
    EXPECT_TRUE(std::isnan(natural_residual(set, Vector::Ones(3), gamma, Vector::Ones(3)))) << "contact " << k;
  }
}

}  // namespace natural_residual_test
}  // namespace percuss
