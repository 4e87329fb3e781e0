// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/contact_piece.hpp"

#include <cmath>

namespace percuss {

namespace {

using Piece = ContactPiece::Kind;

}  // namespace

Piece find_piece(Cone cone, double mu, Index rows, const double* x, const double* gamma) {
  if (cone == Cone::bilateral) return Piece::joint;
  const double z = x[0] - gamma[0];
  if (!(z > 0.0)) return Piece::open;
  if (rows == 1 || cone == Cone::unilateral || mu == 0.0) return Piece::closed;
  const double z1 = x[1] - gamma[1], z2 = rows == 3 ? x[2] - gamma[2] : 0.0;
  if (z1 * z1 + z2 * z2 <= mu * mu * z * z) return Piece::stick;
  return rows == 2 && z1 < 0.0 ? Piece::slip_back : Piece::slip;
}

void write_piece(Piece kind, double mu, Index rows, const double* x, const double* gamma, ContactPiece& piece) {
  piece.kind = kind;
  piece.P.fill(0.0);
  piece.Q.fill(0.0);
  const auto n = static_cast<std::size_t>(rows);
  for (std::size_t i = 0; i < n; ++i) {
    const bool still = kind == Piece::joint || kind == Piece::stick || (i == 0 && kind != Piece::open);
    (still ? piece.P : piece.Q)[4 * i] = 1.0;
    piece.r[i] = still ? -gamma[i] : -x[i];
  }
  if (kind == Piece::slip_back || (kind == Piece::slip && n == 2)) {
    const double share = kind == Piece::slip ? mu : -mu;  // the direction is that of the kind, whatever z has become
    piece.Q[3] = -share;
    piece.r[1] += share * x[0];
  } else if (kind == Piece::slip) {
    const double z_n = x[0] - gamma[0], z[2] = {x[1] - gamma[1], x[2] - gamma[2]};
    const double length = std::hypot(z[0], z[1]);
    const double e[2] = {length > 0.0 ? z[0] / length : 1.0, length > 0.0 ? z[1] / length : 0.0};
    const double turn = length > 0.0 ? std::fmin(mu * std::fmax(z_n, 0.0) / length, 1.0) : 0.0;
    for (std::size_t i = 0; i < 2; ++i) {
      const std::size_t row = 3 * (i + 1);
      piece.Q[row] = -mu * e[i];
      piece.r[i + 1] += mu * x[0] * e[i];
      for (std::size_t j = 0; j < 2; ++j) {
        const double across = turn * ((i == j ? 1.0 : 0.0) - e[i] * e[j]);
        piece.Q[row + 1 + j] -= across;
        piece.P[row + 1 + j] += across;
      }
    }
  }
}

}  // namespace percuss
