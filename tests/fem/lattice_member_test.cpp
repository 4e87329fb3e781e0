// SPDX-License-Identifier: Apache-2.0
#include "fem/lattice_member.hpp"

#include <gtest/gtest.h>

#include <Eigen/Geometry>

namespace percuss {
namespace lattice_member_test {

using fem::Assembler;
using fem::BarElement;
using fem::BeamElementPlanar;
using fem::BeamElementSpatial;
using fem::LatticeMember;

const BarElement bar{5.0, 2.0, 10.0, 3.0};  // E S / l = 4 N/m, rho S l / 6 = 5 kg

struct Scattered {
  Matrix M, K;
  Scattered(const LatticeMember& element, Index from, Index to, Index dofs) {
    Assembler m(dofs), k(dofs);
    std::vector<Index> rows;
    for (const Index node : {from, to})
      for (Index a = 0; a < element.unknowns; ++a) rows.push_back(node < 0 ? -1 : element.unknowns * node + a);
    element.scatter(rows, m, k);
    M = m.finish();
    K = k.finish();
  }
};

TEST(LatticeMember, AlongXIsTheAxialElement) {
  const Scattered s(bar_member(bar, Eigen::Vector3d::UnitX(), 2, false), 0, 1, 4);
  Matrix K = Matrix::Zero(4, 4), M = Matrix::Zero(4, 4);
  K(0, 0) = K(2, 2) = 4.0;
  K(0, 2) = K(2, 0) = -4.0;
  for (const Index i : {0, 1}) {
    M(i, i) = M(i + 2, i + 2) = 10.0;
    M(i, i + 2) = M(i + 2, i) = 5.0;
  }
  EXPECT_LE((s.K - K).cwiseAbs().maxCoeff(), 1e-15);
  EXPECT_LE((s.M - M).cwiseAbs().maxCoeff(), 1e-14);
}

// A 3-4-5 triangle: n n' by hand.
TEST(LatticeMember, AtAnAngleIsStiffAlongItselfAlone) {
  const Scattered s(bar_member(bar, {0.6, 0.8, 0.0}, 2, true), 1, 0, 4);
  Eigen::Matrix2d block;
  block << 1.44, 1.92, 1.92, 2.56;
  EXPECT_LE((s.K.topLeftCorner(2, 2) - block).cwiseAbs().maxCoeff(), 1e-15);
  EXPECT_LE((s.K.topRightCorner(2, 2) + block).cwiseAbs().maxCoeff(), 1e-15);
  EXPECT_LE((s.M - 15.0 * Matrix::Identity(4, 4)).cwiseAbs().maxCoeff(), 1e-14);  // lumped: half of 30 kg at each end
}

TEST(LatticeMember, InSpaceResistsNoSmallTurningAndNoTranslation) {
  const Eigen::Vector3d n = Eigen::Vector3d(1.0, -2.0, 0.5).normalized(), spin(0.3, 0.7, -0.2), shift(1.0, 2.0, 3.0);
  const Scattered s(bar_member(bar, n, 3, false), 0, 1, 6);
  Vector x(6);
  x << shift, shift + spin.cross(bar.length * n);
  EXPECT_LE((s.K * x).cwiseAbs().maxCoeff(), 1e-14);
  x << Eigen::Vector3d::Zero(), 0.5 * n;  // stretched by 0.5 m: 2 N
  EXPECT_LE((s.K * x - (Vector(6) << -2.0 * n, 2.0 * n).finished()).cwiseAbs().maxCoeff(), 1e-14);
}

TEST(LatticeMember, LeavesOutTheEndThatIsHeld) {
  const Scattered s(bar_member(bar, Eigen::Vector3d::UnitY(), 2, false), -1, 0, 2);
  EXPECT_NEAR(s.K(1, 1), 4.0, 1e-15);
  EXPECT_EQ(s.K(0, 0), 0.0);
  EXPECT_NEAR(s.M(0, 0), 10.0, 1e-14);
}

/// x' A x
double energy(const Matrix& A, const Vector& x) { return x.dot(A * x); }

BeamElementSpatial round_beam(bool lumped) {
  BeamElementSpatial beam;
  beam.length = 2.0;
  beam.line_density = 3.0;
  beam.axial_stiffness = 50.0;
  beam.bending_y = beam.bending_z = 4.0;
  beam.torsion = 3.0;
  beam.polar_inertia = 0.1;
  beam.lumped = lumped;
  return beam;
}

// By hand: E A / l = 10, 12 E I / l^3 = 0.96, 6 E I / l^2 = 2.4, 4 E I / l = 8; upright, x of the beam is y.
TEST(LatticeMember, UprightBeamBendsSideways) {
  BeamElementPlanar beam;
  beam.length = 5.0;
  beam.line_density = 2.0;
  beam.axial_stiffness = 50.0;
  beam.bending_stiffness = 10.0;
  const auto member = beam_member(beam, Eigen::Vector3d::UnitY());
  ASSERT_EQ(member.unknowns, 3);
  const auto& K = member.K;
  EXPECT_NEAR(K(0, 0), 0.96, 1e-15);
  EXPECT_NEAR(K(1, 1), 10.0, 1e-14);
  EXPECT_NEAR(K(0, 2), -2.4, 1e-15);  // a force to the right at the foot turns it counter-clockwise: phi = -u_x'
  EXPECT_NEAR(K(2, 2), 8.0, 1e-14);
  EXPECT_EQ(K(0, 1), 0.0);
  EXPECT_EQ(K(1, 2), 0.0);
}

TEST(LatticeMember, BeamsResistNoSmallRigidMotion) {
  const Eigen::Vector3d n = Eigen::Vector3d(1.0, -2.0, 0.5).normalized(), spin(0.3, 0.7, -0.2), shift(1.0, 2.0, 3.0);
  const auto beam = round_beam(false);
  Vector x(12);
  x << shift, spin, shift + spin.cross(beam.length * n), spin;
  EXPECT_LE((beam_member(beam, n).K * x).cwiseAbs().maxCoeff(), 1e-13);  // 50 N/m * 3 m * eps
}

// As stiff and as heavy whichever way they point: invariants of a motion turned along.
TEST(LatticeMember, BeamsInSpaceKeepTheirEnergyWhereTheyPoint) {
  for (const bool lumped : {false, true}) {
    const auto beam = round_beam(lumped);
    const Eigen::Matrix3d R = Eigen::AngleAxisd(1.1, Eigen::Vector3d(1.0, 2.0, -0.5).normalized()).toRotationMatrix();
    const auto along_x = beam_member(beam, Eigen::Vector3d::UnitX());
    const auto turned = beam_member(beam, R.col(0));
    const Vector x = (Vector(12) << 0.1, -0.2, 0.3, 0.5, 0.7, -0.4, 0.6, 0.2, 0.9, -0.3, 0.8, 0.25).finished();
    Vector y(12);
    for (Index i = 0; i < 12; i += 3) y.segment<3>(i) = R * x.segment<3>(i);
    EXPECT_NEAR(energy(turned.K, y), energy(along_x.K, x), 1e-13 * energy(along_x.K, x));
    EXPECT_NEAR(energy(turned.M, y), energy(along_x.M, x), 1e-13 * energy(along_x.M, x));
    EXPECT_EQ((turned.M - turned.M.transpose()).norm(), 0.0);
  }
}

TEST(LatticeMember, BeamsAlongAxesHaveNoRoundOff) {
  for (const auto& n : {Eigen::Vector3d::UnitX(), Eigen::Vector3d::UnitY(), Eigen::Vector3d::UnitZ()}) {
    const auto member = beam_member(round_beam(true), n);
    EXPECT_EQ(Matrix(member.M.diagonal().asDiagonal()), member.M);
    EXPECT_EQ((member.K.array() != 0.0).count(), 12 + 12 + 16);  // own, across the beam, and moments with shears
  }
}

TEST(LatticeMember, BeamsMoveWithTheirMass) {
  const auto beam = round_beam(false);
  Vector up = Vector::Zero(12);
  up[2] = up[8] = 1.0;
  EXPECT_NEAR(energy(beam_member(beam, Eigen::Vector3d(0.6, 0.8, 0.0)).M, up), 6.0, 1e-13);
}

}  // namespace lattice_member_test
}  // namespace percuss
