// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>

#include "core/contact_set.hpp"

namespace percuss {

/// One contact's equations on the piece of the natural map that it is on:  P dgamma + Q dx = r,  with r the residual of
/// P gamma + Q x = 0 at the point where they were written. With G^ regularised, dgamma = G^ dx + R dx. Rows from the
/// contact's number to three are those of the identity, dx = 0.
struct ContactPiece {
  enum class Kind : signed char { open, closed, stick, slip, slip_back, joint };
  std::array<double, 9> P{}, Q{};  // row after row, 3 columns
  std::array<double, 3> r{};
  Kind kind = Kind::open;
};

/// The piece that z = x - gamma lies on, x and gamma being the rows of one contact in units where G is of order one.
ContactPiece::Kind find_piece(Cone cone, double mu, Index rows, const double* x, const double* gamma);

/// The equations of that piece [Alart and Curnier 1991]:
///
///   joint, stick:  gamma = 0        closed:  gamma_N = 0, x_T = 0        open:  x = 0
///   slip:  gamma_N = 0,  x_T = mu x_N e + mu z_N P (x_T - gamma_T)/|z_T|,   e = z_T/|z_T|,  P = 1 - e e'
///
/// In the plane P = 0, and all pieces are linear; `slip_back` is the one with e = -1. In space gamma_N = 0 has been
/// used to simplify: the radius of the disc after the step is mu (x_N + dx_N). Where mu > 1 the slip rows are divided
/// by mu, which keeps them of order one.
void write_piece(ContactPiece::Kind kind, double mu, Index rows, const double* x, const double* gamma,
                 ContactPiece& piece);

/// Entries f of a planar contact's rows of the natural map as write_piece has them: the tangential one. The first
/// stays.
double write_column(ContactPiece::Kind kind, double mu, const std::array<double, 2>& f);

}  // namespace percuss
