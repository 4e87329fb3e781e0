// SPDX-License-Identifier: Apache-2.0
#include "fem/truss_element.hpp"

#include <gtest/gtest.h>

#include <cmath>

namespace percuss {
namespace truss_element_test {

using fem::Assembler;
using fem::BarElement;
using fem::TrussElement;

const BarElement bar{5.0, 2.0, 10.0, 3.0};  // E S / l = 4 N/m, rho S l / 6 = 5 kg

struct Scattered {
  Matrix M, K;
  Scattered(const TrussElement& element, Index from, Index to, Index dofs) {
    Assembler m(dofs), k(dofs);
    element.scatter(from, to, m, k);
    M = m.finish();
    K = k.finish();
  }
};

TEST(TrussElement, AlongXIsTheAxialElement) {
  const Scattered s(TrussElement(bar, Eigen::Vector3d::UnitX(), 2, false), 0, 1, 4);
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
TEST(TrussElement, AtAnAngleIsStiffAlongItselfAlone) {
  const Scattered s(TrussElement(bar, {0.6, 0.8, 0.0}, 2, true), 1, 0, 4);
  Eigen::Matrix2d block;
  block << 1.44, 1.92, 1.92, 2.56;
  EXPECT_LE((s.K.topLeftCorner(2, 2) - block).cwiseAbs().maxCoeff(), 1e-15);
  EXPECT_LE((s.K.topRightCorner(2, 2) + block).cwiseAbs().maxCoeff(), 1e-15);
  EXPECT_LE((s.M - 15.0 * Matrix::Identity(4, 4)).cwiseAbs().maxCoeff(), 1e-14);  // lumped: half of 30 kg at each end
}

TEST(TrussElement, InSpaceResistsNoSmallTurningAndNoTranslation) {
  const Eigen::Vector3d n = Eigen::Vector3d(1.0, -2.0, 0.5).normalized(), spin(0.3, 0.7, -0.2), shift(1.0, 2.0, 3.0);
  const Scattered s(TrussElement(bar, n, 3, false), 0, 1, 6);
  Vector x(6);
  x << shift, shift + spin.cross(bar.length * n);
  EXPECT_LE((s.K * x).cwiseAbs().maxCoeff(), 1e-14);
  x << Eigen::Vector3d::Zero(), 0.5 * n;  // stretched by 0.5 m: 2 N
  EXPECT_LE((s.K * x - (Vector(6) << -2.0 * n, 2.0 * n).finished()).cwiseAbs().maxCoeff(), 1e-14);
}

TEST(TrussElement, LeavesOutTheEndThatIsHeld) {
  const Scattered s(TrussElement(bar, Eigen::Vector3d::UnitY(), 2, false), -1, 0, 2);
  EXPECT_NEAR(s.K(1, 1), 4.0, 1e-15);
  EXPECT_EQ(s.K(0, 0), 0.0);
  EXPECT_NEAR(s.M(0, 0), 10.0, 1e-14);
}

}  // namespace truss_element_test
}  // namespace percuss
