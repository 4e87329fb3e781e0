// SPDX-License-Identifier: Apache-2.0
#include "fem/beam_element_spatial.hpp"

#include <gtest/gtest.h>

#include <cmath>

#include "core/types.hpp"

namespace percuss {
namespace beam_element_spatial_test {

using fem::BeamElementSpatial;
using fem::Matrix12;
using fem::Vector12;
using Vector3 = Eigen::Vector3d;

/// l = 0.4 from x = 1.1; rho A = 3, EA = 50, EIy = 7, EIz = 11, GJ = 5, rho Ip = 0.2.
BeamElementSpatial spatial_element() { return {0.4, 1.1, 3.0, 50.0, 7.0, 11.0, 5.0, 0.2, false}; }

/// u = 2 x + 1, v = x^3, w = 2 x^2 - x^3, phi_x = 3 x - 2: what the shape functions hold exactly.
Vector12 polynomials(const BeamElementSpatial& e) {
  Vector12 d;
  for (Index node = 0; node < 2; ++node) {
    const double x = e.start + static_cast<double>(node) * e.length;
    d.segment<6>(6 * node) << 2.0 * x + 1.0, x * x * x, 2.0 * x * x - x * x * x, 3.0 * x - 2.0, 3.0 * x * x - 4.0 * x,
        3.0 * x * x;  // phi_y = -w', phi_z = v'
  }
  return d;
}

/// Moved by `shift` and turned by the small rotation vector `turn` about x = 0.
Vector12 rigid_in_space(const BeamElementSpatial& e, const Vector3& shift, const Vector3& turn) {
  Vector12 d;
  for (Index node = 0; node < 2; ++node)
    d.segment<6>(6 * node) << shift + turn.cross(Vector3(e.start + static_cast<double>(node) * e.length, 0.0, 0.0)),
        turn;
  return d;
}

const Vector12 wild = (Vector12() << 0.01, 0.2, -0.1, 0.3, -0.2, -0.3, 0.05, 0.1, 0.15, -0.1, 0.25, 0.4).finished();
constexpr double round_off = 2e-13;  // a few eps, of sums of numbers up to 100

double power(const BeamElementSpatial& e, int n) {  // int rho A x^n
  return e.line_density * (std::pow(e.start + e.length, n + 1) - std::pow(e.start, n + 1)) / (n + 1);
}

TEST(BeamElementSpatial, ShapeFunctionsHoldPolynomials) {
  const auto e = spatial_element();
  const auto d = polynomials(e);
  for (const double s : {0.0, 0.2, 0.7, 1.0}) {
    const auto shape = fem::shape_functions(e, s);
    const double x = e.start + s * e.length;
    EXPECT_LE((shape.shift * d - Vector3(2.0 * x + 1.0, x * x * x, 2.0 * x * x - x * x * x)).norm(), round_off);
    EXPECT_LE((shape.turn * d - Vector3(3.0 * x - 2.0, 3.0 * x * x - 4.0 * x, 3.0 * x * x)).norm(), round_off);
  }
}

TEST(BeamElementSpatial, IntegratesOverItsMass) {
  const auto e = spatial_element();
  const auto I = fem::inertia(e);
  EXPECT_NEAR(I.mass, power(e, 0), round_off);
  EXPECT_NEAR(I.first, power(e, 1), round_off);
  EXPECT_NEAR(I.second, power(e, 2), round_off);
  // Rigid shifts along x, y, z pick the unknowns of one axis.
  const auto d = polynomials(e);
  const auto along = [&](int axis) {
    Vector12 part = d;
    for (Index i = 0; i < 12; ++i)
      if (fem::shift_axis[static_cast<std::size_t>(i)] != axis) part[i] = 0.0;
    return part;
  };
  const Vector12 u = along(0), v = along(1), w = along(2);
  EXPECT_NEAR(I.shape.dot(u), 2.0 * power(e, 1) + power(e, 0), round_off);
  EXPECT_NEAR(I.shape.dot(w), 2.0 * power(e, 2) - power(e, 3), round_off);
  EXPECT_NEAR(I.x_shape.dot(v), power(e, 4), round_off);
  EXPECT_NEAR(u.dot(I.products * v), 2.0 * power(e, 4) + power(e, 3), 10.0 * round_off);
  EXPECT_NEAR(w.dot(I.products * v), 2.0 * power(e, 5) - power(e, 6), 10.0 * round_off);
  EXPECT_NEAR(u.dot(I.products * w), 4.0 * power(e, 3) - 2.0 * power(e, 4) + 2.0 * power(e, 2) - power(e, 3),
              10.0 * round_off);
  EXPECT_LE((I.products - I.products.transpose()).norm(), round_off);
}

TEST(BeamElementSpatial, TurnsItsSectionsAboutItsAxis) {
  const auto e = spatial_element();
  const auto I = fem::inertia(e);
  const auto d = polynomials(e);
  const auto twist = [&](int n) { return 0.2 / e.line_density * power(e, n); };  // int rho Ip x^n
  EXPECT_LE((I.turning - Vector3(twist(0), 0.0, 0.0)).norm(), round_off);
  EXPECT_NEAR(I.turning_couplings.col(0).dot(d), 3.0 * twist(1) - 2.0 * twist(0), round_off);
  EXPECT_NEAR(d.dot(I.rotation * d), 9.0 * twist(2) - 12.0 * twist(1) + 4.0 * twist(0), round_off);
}

// phi_z = 3 x^2 and phi_y = 3 x^2 - 4 x turn with rho Iz and rho Iy: int of their squares, and of what a frame makes of
// them that turns about y and z.
TEST(BeamElementSpatial, TurnsItsSectionsAboutTheirAxesWhereAsked) {
  auto e = spatial_element();
  const auto without = fem::inertia(e);
  e.rotary_y = 0.7;
  e.rotary_z = 0.9;
  const auto part = fem::inertia(e);
  const auto d = polynomials(e);
  const double a = e.start, b = e.start + e.length;
  const auto integral = [&](double fourth, double third, double second) {  // of fourth x^4 + third x^3 + second x^2
    return fourth * (std::pow(b, 5) - std::pow(a, 5)) / 5.0 + third * (std::pow(b, 4) - std::pow(a, 4)) / 4.0 +
           second * (std::pow(b, 3) - std::pow(a, 3)) / 3.0;
  };
  const double expected = 0.9 * integral(9.0, 0.0, 0.0) + 0.7 * integral(9.0, -24.0, 16.0);
  EXPECT_NEAR(d.dot((part.rotation - without.rotation) * d), expected, round_off * expected);
  EXPECT_LE((part.turning - without.turning - Vector3(0.0, 0.7 * 0.4, 0.9 * 0.4)).norm(), round_off);
  const Vector3 coupling = (part.turning_couplings - without.turning_couplings).transpose() * d;
  EXPECT_NEAR(coupling[0], 0.0, round_off);
  EXPECT_NEAR(coupling[1], 0.7 * (b * b * b - a * a * a - 2.0 * (b * b - a * a)), round_off);
  EXPECT_NEAR(coupling[2], 0.9 * (b * b * b - a * a * a), round_off);
  EXPECT_EQ(part.products, without.products);
}

TEST(BeamElementSpatial, LumpedKeepsMassAndTurnsItsEnds) {
  auto e = spatial_element();
  e.lumped = true;
  const auto I = fem::inertia(e);
  const double J = 1.2 * e.length * e.length / 78.0;
  EXPECT_NEAR(I.mass, 1.2, round_off);
  EXPECT_LE((I.turning - Vector3(0.08, 2.0 * J, 2.0 * J)).norm(), round_off);
  EXPECT_TRUE(I.rotation.isDiagonal(0.0));
  EXPECT_NEAR(I.rotation(3, 3), 0.04, round_off);
  EXPECT_NEAR(I.rotation(4, 4), J, round_off);
  // A rigid turn of elements and one of the frame are the same to the sections.
  const Vector12 d = rigid_in_space(e, Vector3::Zero(), Vector3(0.3, -0.2, 0.5));
  const Vector3 momentum = I.turning_couplings.transpose() * d;
  EXPECT_LE((momentum - I.turning.cwiseProduct(Vector3(0.3, -0.2, 0.5))).norm(), round_off);
  EXPECT_NEAR(d.dot(I.rotation * d), momentum.dot(Vector3(0.3, -0.2, 0.5)), round_off);
}

TEST(BeamElementSpatial, IsFreeToMoveRigidlyAndBendsInBothPlanes) {
  const auto e = spatial_element();
  const auto K = fem::stiffness(e);
  EXPECT_LE((K * rigid_in_space(e, {0.3, -0.2, 0.4}, {0.5, 0.7, -0.6})).norm(), 5e-12);  // of 12 EI/l^3 = 2000
  EXPECT_LE((K - K.transpose()).norm(), round_off);
  // u = x, v = x^2, w = 3 x^2, phi_x = 2 x: strain 1, curvatures 2 and 6, twist 2
  Vector12 d;
  for (Index node = 0; node < 2; ++node) {
    const double x = e.start + static_cast<double>(node) * e.length;
    d.segment<6>(6 * node) << x, x * x, 3.0 * x * x, 2.0 * x, -6.0 * x, 2.0 * x;
  }
  EXPECT_NEAR(d.dot(K * d), e.length * (50.0 + 4.0 * 11.0 + 36.0 * 7.0 + 4.0 * 5.0), 1e-10);
}

TEST(BeamElementSpatial, StrainsByDifferencesAreThoseOfItsMatrix) {
  const auto e = spatial_element();
  const auto K = fem::stiffness(e);
  EXPECT_LE((fem::strain_force(e, wild, false) + K * wild).norm(), 1e-12 * (K * wild).norm());
  EXPECT_NEAR(fem::strain_energy(e, wild, false), 0.5 * wild.dot(K * wild), 1e-12 * wild.dot(K * wild));
}

TEST(BeamElementSpatial, StiffensAsItsEnergySays) {
  const auto e = spatial_element();
  const auto force = fem::strain_force(e, wild, true);
  constexpr double h = 1e-5;
  for (Index i = 0; i < 12; ++i) {
    const Vector12 step = h * Vector12::Unit(i);
    const double slope =
        (fem::strain_energy(e, wild + step, true) - fem::strain_energy(e, wild - step, true)) / (2.0 * h);
    EXPECT_NEAR(force[i], -slope, 1e-7);  // h^2 of a quartic with coefficients of 1000
  }
  // The strain is that of both planes: a slope of 0.3 in one and 0.4 in the other stretch the axis by 0.125.
  const Vector12 sloped = rigid_in_space(e, Vector3::Zero(), {0.0, 0.3, 0.4});
  EXPECT_NEAR(fem::strain_energy(e, sloped, true), 0.5 * 50.0 * e.length * 0.125 * 0.125, 1e-13);
}

TEST(BeamElementSpatial, KnowsItsFastestMode) {
  auto e = spatial_element();
  const double bending = std::sqrt(8400.0 * 11.0 / 3.0) / (0.4 * 0.4);
  EXPECT_NEAR(fem::highest_frequency(e), bending, 1e-9 * bending);
  e.torsion = 1e5;
  const double twist = std::sqrt(12.0 * 1e5 / 0.2) / 0.4;
  EXPECT_NEAR(fem::highest_frequency(e), twist, 1e-9 * twist);
  e.lumped = true;
  EXPECT_NEAR(fem::highest_frequency(e), twist / std::sqrt(3.0), 1e-9 * twist);
}

}  // namespace beam_element_spatial_test
}  // namespace percuss
