// SPDX-License-Identifier: Apache-2.0
#include "fem/beam_element_planar.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace percuss {
namespace beam_element_planar_test {

using fem::BeamElementPlanar;
using fem::Matrix6;
using fem::Vector6;

/// l = 0.4 from x = 1.1; rho A = 3, EA = 50, EI = 7.
BeamElementPlanar element() { return {0.4, 1.1, 3.0, 50.0, 7.0, 0.0, false}; }

/// Unknowns of the straight element moved by (a, b) and turned by a small angle phi about x = 0.
Vector6 rigid(const BeamElementPlanar& e, double a, double b, double phi) {
  const double x0 = e.start, x1 = e.start + e.length;
  return (Vector6() << a, b + phi * x0, phi, a, b + phi * x1, phi).finished();
}

/// A polynomial w(x) = x^3 and u(x) = 2 x + 1, which the shape functions hold exactly.
Vector6 cubic(const BeamElementPlanar& e) {
  const double x0 = e.start, x1 = e.start + e.length;
  return (Vector6() << 2.0 * x0 + 1.0, std::pow(x0, 3), 3.0 * x0 * x0, 2.0 * x1 + 1.0, std::pow(x1, 3), 3.0 * x1 * x1)
      .finished();
}

double power_integral(const BeamElementPlanar& e, int n) {
  return (std::pow(e.start + e.length, n + 1) - std::pow(e.start, n + 1)) / (n + 1);
}

constexpr double eps = 1e-13;  // a few eps, of sums of numbers up to 100

TEST(BeamElementPlanar, ShapeFunctionsHoldCubics) {
  const auto e = element();
  const auto d = cubic(e);
  for (const double s : {0.0, 0.2, 0.7, 1.0}) {
    const auto shape = fem::shape_functions(e, s);
    const double x = e.start + s * e.length;
    EXPECT_NEAR(shape.u.dot(d), 2.0 * x + 1.0, eps);
    EXPECT_NEAR(shape.w.dot(d), x * x * x, eps);
    EXPECT_NEAR(shape.slope.dot(d), 3.0 * x * x, eps);
  }
}

TEST(BeamElementPlanar, HasTheMassMatrixOfTheTextbook) {
  const auto e = element();
  const double m = e.line_density * e.length / 420.0, l = e.length;
  const auto M = fem::inertia(e).translation;
  EXPECT_NEAR(M(1, 1), 156.0 * m, eps);
  EXPECT_NEAR(M(1, 2), 22.0 * l * m, eps);
  EXPECT_NEAR(M(1, 4), 54.0 * m, eps);
  EXPECT_NEAR(M(1, 5), -13.0 * l * m, eps);
  EXPECT_NEAR(M(2, 2), 4.0 * l * l * m, eps);
  EXPECT_NEAR(M(2, 5), -3.0 * l * l * m, eps);
  EXPECT_NEAR(M(0, 0), 140.0 * m, eps);
  EXPECT_NEAR(M(0, 3), 70.0 * m, eps);
  EXPECT_LE((M - M.transpose()).norm(), eps);
}

TEST(BeamElementPlanar, IntegratesOverItsMass) {
  const auto e = element();
  const auto I = fem::inertia(e);
  const auto d = cubic(e);
  const auto power = [&](int n) { return e.line_density * power_integral(e, n); };
  EXPECT_NEAR(I.mass, power(0), eps);
  EXPECT_NEAR(I.first, power(1), eps);
  EXPECT_NEAR(I.second, power(2), eps);
  EXPECT_NEAR(I.sx.dot(d), 2.0 * power(1) + power(0), eps);
  EXPECT_NEAR(I.sy.dot(d), power(3), eps);
  EXPECT_NEAR(I.x_u.dot(d), 2.0 * power(2) + power(1), eps);
  EXPECT_NEAR(I.x_w.dot(d), power(4), eps);
  EXPECT_NEAR(d.dot(I.translation * d), 4.0 * power(2) + 4.0 * power(1) + power(0) + power(6), 10.0 * eps);
  // int u w_r - w u_r with w_r = 1, u_r = 0
  EXPECT_NEAR(d.dot(I.gyroscopic * rigid(e, 0.0, 1.0, 0.0)), 2.0 * power(1) + power(0), eps);
  EXPECT_LE((I.gyroscopic + I.gyroscopic.transpose()).norm(), eps);
}

TEST(BeamElementPlanar, TurnsItsSections) {
  auto e = element();
  e.section_inertia = 0.2;
  const auto I = fem::inertia(e);
  const auto d = cubic(e);
  EXPECT_NEAR(I.turning, 0.2 * power_integral(e, 0), eps);
  EXPECT_NEAR(I.turning_coupling.dot(d), 0.2 * 3.0 * power_integral(e, 2), eps);
  EXPECT_NEAR(d.dot(I.rotation * d), 0.2 * 9.0 * power_integral(e, 4), eps);
}

TEST(BeamElementPlanar, LumpedKeepsMassAndItsMoments) {
  auto e = element();
  e.lumped = true;
  const auto I = fem::inertia(e), exact = fem::inertia(element());
  EXPECT_NEAR(I.mass, exact.mass, eps);
  EXPECT_NEAR(I.first, exact.first, eps);
  const Vector6 along = rigid(e, 1.0, 0.0, 0.0), across = rigid(e, 0.0, 1.0, 0.0);
  EXPECT_NEAR(along.dot(I.translation * along), I.mass, eps);
  EXPECT_NEAR(across.dot(I.translation * across), I.mass, eps);
  const Matrix6 M = I.translation + I.rotation;
  EXPECT_TRUE(M.isDiagonal(0.0));
  EXPECT_NEAR(M(2, 2), I.mass * e.length * e.length / 78.0, eps);
}

TEST(BeamElementPlanar, IsFreeToMoveRigidly) {
  const auto e = element();
  const auto K = fem::stiffness(e);
  EXPECT_LE((K * rigid(e, 0.3, -0.2, 0.4)).norm(), 1e-12);  // of terms up to 12 EI/l^3 = 1300
  EXPECT_LE((K - K.transpose()).norm(), eps);
  // w = x^2 bends by w'' = 2, u = x stretches by 1
  const double x0 = e.start, x1 = x0 + e.length;
  const Vector6 d = (Vector6() << x0, x0 * x0, 2.0 * x0, x1, x1 * x1, 2.0 * x1).finished();
  EXPECT_NEAR(0.5 * d.dot(K * d), 0.5 * e.length * (50.0 + 4.0 * 7.0), 1e-11);
}

TEST(BeamElementPlanar, StrainsByDifferencesAreThoseOfItsMatrix) {
  const auto e = element();
  const Vector6 d = (Vector6() << 0.01, 0.2, -0.3, 0.05, 0.1, 0.4).finished();
  const auto K = fem::stiffness(e);
  EXPECT_LE((fem::strain_force(e, d, false) + K * d).norm(), 1e-12 * (K * d).norm());
  EXPECT_NEAR(fem::strain_energy(e, d, false), 0.5 * d.dot(K * d), 1e-12 * d.dot(K * d));
}

TEST(BeamElementPlanar, FeelsNothingOfATranslationToTheLastBit) {
  const Vector6 d = (Vector6() << 1e9 / 3.0, 1e8 / 7.0, 0.0, 1e9 / 3.0, 1e8 / 7.0, 0.0).finished();
  EXPECT_EQ(fem::strain_force(element(), d, false), Vector6::Zero());
}

TEST(BeamElementPlanar, StiffensAsItsEnergySays) {
  const auto e = element();
  const Vector6 d = (Vector6() << 0.01, 0.2, -0.3, 0.05, 0.1, 0.4).finished();
  const auto force = fem::strain_force(e, d, true);
  constexpr double h = 1e-5;
  for (Index i = 0; i < 6; ++i) {
    const Vector6 step = h * Vector6::Unit(i);
    const double slope = (fem::strain_energy(e, d + step, true) - fem::strain_energy(e, d - step, true)) / (2.0 * h);
    EXPECT_NEAR(force[i], -slope, 1e-7);  // h^2 of a quartic with coefficients of 1000
  }
  const double axial = (0.05 - 0.01) / e.length, strain = fem::mean_strain(e, d);
  EXPECT_NEAR(fem::strain_energy(e, d, true) - fem::strain_energy(e, d, false),
              0.5 * 50.0 * e.length * (strain * strain - axial * axial), 1e-13);
}

TEST(BeamElementPlanar, HasTheMeanStrainOfASlope) {
  const auto e = element();
  EXPECT_NEAR(fem::mean_strain(e, rigid(e, 0.0, 0.0, 0.3)), 0.5 * 0.09, 1e-15);
  EXPECT_NEAR(fem::mean_strain(e, rigid(e, 0.7, 0.2, 0.0)), 0.0, 1e-15);
}

TEST(BeamElementPlanar, KnowsItsFastestMode) {
  auto e = element();
  const double bending = std::sqrt(8400.0 * 7.0 / 3.0) / (0.4 * 0.4);
  EXPECT_NEAR(fem::highest_frequency(e), bending, 1e-9 * bending);
  e.axial_stiffness = 1e5;
  const double axial = std::sqrt(12.0 * 1e5 / 3.0) / 0.4;
  EXPECT_GT(axial, bending);
  EXPECT_NEAR(fem::highest_frequency(e), axial, 1e-9 * axial);
}

}  // namespace beam_element_planar_test
}  // namespace percuss
