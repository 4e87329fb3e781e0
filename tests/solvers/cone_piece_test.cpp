// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/cone_piece.hpp"

#include <gtest/gtest.h>

#include <Eigen/LU>
#include <algorithm>
#include <random>

#include "core/types.hpp"
#include "solvers/contact/prox.hpp"

namespace percuss {
namespace {

using Three = Eigen::Vector3d;

/// F = y - prox(y - gamma)
Three natural_map(Cone cone, double mu, const Three& y, const Three& gamma) {
  Three moved = y - gamma;
  prox_cone(cone, mu, {moved.data(), 3});
  return y - moved;
}

// Where the map is smooth, the step of its piece is Newton's step: F' dy = -F with F' by differences.
TEST(ConePiece, GivesTheNewtonStepOfTheNaturalMap) {
  std::mt19937 random(1);
  std::normal_distribution<double> number;
  int seen = 0;
  for (int i = 0; i < 300; ++i) {
    const Eigen::Matrix3d W = Eigen::Matrix3d::NullaryExpr([&] { return number(random); });
    const Eigen::Matrix3d G = W.transpose() * W + 0.1 * Eigen::Matrix3d::Identity();
    const Three c = Three::NullaryExpr([&] { return number(random); });
    const Three y = Three::NullaryExpr([&] { return number(random); });
    const Cone cone = i % 4 == 0 ? Cone::bilateral : Cone::coulomb;
    const double mu = i % 3 == 0 ? 3.0 : 0.3;
    const auto F = [&](const Three& at) { return natural_map(cone, mu, at, G * at + c); };
    Eigen::Matrix3d derivative;
    for (Index j = 0; j < 3; ++j)
      derivative.col(j) = (F(y + 1e-6 * Three::Unit(j)) - F(y - 1e-6 * Three::Unit(j))) / 2e-6;
    const Three gamma = G * y + c, z = y - gamma;
    const double radius = mu * z[0], length = z.tail(2).norm();
    if (std::abs(z[0]) < 1e-3 || std::abs(radius - length) < 1e-3) continue;  // next to a kink
    const ConePiece piece(cone, mu, 3, 3, y.data(), gamma.data(), 0.0);
    using Rows = Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>;
    const Eigen::Matrix3d J = Rows(piece.R.data()) * G + Rows(piece.D.data());
    const Three step = J.fullPivLu().solve(Three(piece.right[0], piece.right[1], piece.right[2]));
    EXPECT_LE((derivative * step + F(y)).norm(), 1e-6 * (1.0 + step.norm()));  // differences of 1e-6
    EXPECT_EQ(piece.open, cone == Cone::coulomb && z[0] < 0.0);
    ++seen;
  }
  EXPECT_GT(seen, 250);
}

TEST(ConePiece, FillsUpWithRowsOfTheIdentity) {
  const double y[] = {1.0}, gamma[] = {-1.0};
  const ConePiece piece(Cone::unilateral, 0.0, 1, 3, y, gamma, 0.5);
  EXPECT_EQ(piece.R, (std::array<double, 9>{1.0, 0, 0, 0, 0, 0, 0, 0, 0}));
  EXPECT_EQ(piece.D, (std::array<double, 9>{0.5, 0, 0, 0, 1.0, 0, 0, 0, 1.0}));
  EXPECT_EQ(piece.right, (std::array<double, 3>{1.0, 0.0, 0.0}));
}

}  // namespace
}  // namespace percuss
