// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/contact_piece.hpp"

#include <cmath>

namespace percuss {

namespace {

using Piece = ContactPiece::Kind;

/// The tangential rows. In the plane the direction is that of the kind, whatever z has become.
void write_slip(double mu, Index rows, const double* x, const double* gamma, ContactPiece& piece) {
  double e[2] = {piece.kind == Piece::slip ? 1.0 : -1.0, 0.0}, turn = 0.0;
  if (rows == 3) {
    const double z[2] = {x[1] - gamma[1], x[2] - gamma[2]}, length = std::hypot(z[0], z[1]);
    if (length > 0.0) {
      e[0] = z[0] / length;
      e[1] = z[1] / length;
      turn = std::fmin(mu * std::fmax(x[0] - gamma[0], 0.0) / length, 1.0);
    }
  }
  const double weight = 1.0 / std::fmax(1.0, mu);
  const auto tangential = static_cast<std::size_t>(rows - 1);
  for (std::size_t i = 0; i < tangential; ++i) {
    const std::size_t row = 3 * (i + 1);
    piece.Q[row] = -weight * mu * e[i];
    piece.r[i + 1] = -weight * (x[i + 1] - mu * x[0] * e[i]);
    for (std::size_t j = 0; j < tangential; ++j) {
      const double across = weight * turn * ((i == j ? 1.0 : 0.0) - e[i] * e[j]);
      piece.P[row + 1 + j] = across;
      piece.Q[row + 1 + j] = (i == j ? weight : 0.0) - across;
    }
  }
}

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
  piece.r.fill(0.0);
  for (std::size_t i = 0; i < 3; ++i) {
    const bool its_own = i < static_cast<std::size_t>(rows);
    const bool still = its_own && (kind == Piece::joint || kind == Piece::stick || (i == 0 && kind != Piece::open));
    (still ? piece.P : piece.Q)[4 * i] = 1.0;
    if (its_own) piece.r[i] = still ? -gamma[i] : -x[i];
  }
  if (kind == Piece::slip || kind == Piece::slip_back) write_slip(mu, rows, x, gamma, piece);
}

double write_column(Piece kind, double mu, const std::array<double, 2>& f) {
  if (kind != Piece::slip && kind != Piece::slip_back) return f[1];
  return (f[1] - (kind == Piece::slip ? mu : -mu) * f[0]) / std::fmax(1.0, mu);
}

}  // namespace percuss
