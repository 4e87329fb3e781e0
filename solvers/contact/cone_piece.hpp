// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "core/contact_set.hpp"

namespace percuss {

/// The piece of the natural map that one contact is on, linearised: with gamma^ and dy the contact's rows of G^ y + c^
/// and of the Newton step,  R (G^ dy)_k + D dy_k = right.  Matrices row after row, three in a row.
///
///   joint, closed, stick:  (G^ + r) dy = -gamma            open:  dy = -y
///   slip:  y_T + dy_T = mu (y_N + dy_N) e + mu z_N P (dy_T - (G^ + r) dy_T) / |z_T|,  e = z_T / |z_T|,  P = 1 - e e'
///
/// r is the regularisation. Rows from the contact's own number to `width` are filled up with those of the identity.
struct ConePiece {
  std::array<double, 9> R{}, D{};
  std::array<double, 3> right{};
  bool open = false;  // R = 0, D = 1

  ConePiece(Cone cone, double mu, Index rows, Index width, const double* y, const double* gamma, double regularisation);

 private:
  void hold(Index i, const double* gamma, double regularisation);
  void release(Index i, const double* y);
  void slip(Index rows, double mu, double regularisation, const double* y, const double* gamma);
};

}  // namespace percuss
