// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/contact_piece.hpp"
#include "core/decompositions.hpp"

#include <gtest/gtest.h>

#include <algorithm>
#include <random>

#include "core/types.hpp"
#include "solvers/contact/prox.hpp"

namespace percuss {
namespace contact_piece_test {

using Three = Eigen::Vector3d;
using Piece = ContactPiece::Kind;

ContactPiece piece_at(Cone cone, double mu, Index rows, const double* y, const double* gamma) {
  ContactPiece piece;
  write_piece(find_piece(cone, mu, rows, y, gamma), mu, rows, y, gamma, piece);
  return piece;
}

/// F = y - prox(y - gamma)
Three natural_map(Cone cone, double mu, const Three& y, const Three& gamma) {
  Three moved = y - gamma;
  prox_cone(cone, mu, {moved.data(), 3});
  return y - moved;
}

// Where the map is smooth, the step of its piece is Newton's step: F' dy = -F with F' by differences.
TEST(ContactPiece, GivesTheNewtonStepOfTheNaturalMap) {
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
    const ContactPiece piece = piece_at(cone, mu, 3, y.data(), gamma.data());
    using Rows = Eigen::Map<const Eigen::Matrix<double, 3, 3, Eigen::RowMajor>>;
    const Eigen::Matrix3d J = Rows(piece.P.data()) * G + Rows(piece.Q.data());
    const Three step = J.fullPivLu().solve(Three(piece.r[0], piece.r[1], piece.r[2]));
    EXPECT_LE((derivative * step + F(y)).norm(), 1e-6 * (1.0 + step.norm()));  // differences of 1e-6
    EXPECT_EQ(piece.kind == Piece::open, cone == Cone::coulomb && z[0] < 0.0);
    ++seen;
  }
  EXPECT_GT(seen, 250);
}

TEST(ContactPiece, FillsUpWithRowsOfTheIdentity) {
  const double y[] = {1.0}, gamma[] = {-1.0};
  const ContactPiece piece = piece_at(Cone::unilateral, 0.0, 1, y, gamma);
  EXPECT_EQ(piece.P, (std::array<double, 9>{1.0, 0, 0, 0, 0, 0, 0, 0, 0}));
  EXPECT_EQ(piece.Q, (std::array<double, 9>{0, 0, 0, 0, 1.0, 0, 0, 0, 1.0}));
  EXPECT_EQ(piece.r, (std::array<double, 3>{1.0, 0.0, 0.0}));
}

// What makes the pieces linear in the plane: their slip does not turn with the point at which they are written.
TEST(ContactPiece, OfSlipInThePlaneIsTheSameWhereverItIsWritten) {
  const double y[] = {1.0, -4.0}, gamma[] = {-1.0, 2.0}, origin[] = {0.0, 0.0};
  ContactPiece there;
  write_piece(Piece::slip_back, 0.5, 2, origin, origin, there);
  const ContactPiece here = piece_at(Cone::coulomb, 0.5, 2, y, gamma);
  EXPECT_EQ(here.kind, Piece::slip_back);
  EXPECT_EQ(here.P, there.P);
  EXPECT_EQ(here.Q, there.Q);
  EXPECT_EQ(there.Q, (std::array<double, 9>{0, 0, 0, 0.5, 1.0, 0, 0, 0, 1.0}));
  EXPECT_EQ(here.r, (std::array<double, 3>{1.0, 3.5, 0.0}));  // -gamma_N; -(x_T + mu x_N)
}

TEST(ContactPiece, OfSlipHasRowsOfOrderOneWhateverTheFriction) {
  const double y[] = {1.0, 3e6}, gamma[] = {0.0, 0.0};
  const ContactPiece piece = piece_at(Cone::coulomb, 1e6, 2, y, gamma);
  EXPECT_EQ(piece.kind, Piece::slip);
  EXPECT_NEAR(piece.Q[3], -1.0, 1e-15);  // a rounding
  EXPECT_NEAR(piece.Q[4], 1e-6, 1e-21);
}

}  // namespace contact_piece_test
}  // namespace percuss
