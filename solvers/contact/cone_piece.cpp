// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/cone_piece.hpp"

#include <algorithm>
#include <cmath>

namespace percuss {

namespace {

constexpr std::size_t at(Index i, Index j) { return static_cast<std::size_t>(3 * i + j); }

}  // namespace

ConePiece::ConePiece(Cone cone, double mu, Index rows, Index width, const double* y, const double* gamma,
                     double regularisation) {
  for (Index i = rows; i < width; ++i) D[at(i, i)] = 1.0;
  if (cone != Cone::coulomb) mu = 0.0;
  if (cone == Cone::bilateral) {
    for (Index i = 0; i < rows; ++i) hold(i, gamma, regularisation);
    return;
  }
  const double z_n = y[0] - gamma[0];
  open = !(z_n > 0.0);
  if (open) {
    for (Index i = 0; i < rows; ++i) release(i, y);
    return;
  }
  hold(0, gamma, regularisation);
  double squared = 0.0;
  for (Index i = 1; i < rows; ++i) {
    squared += (y[i] - gamma[i]) * (y[i] - gamma[i]);
    mu == 0.0 ? release(i, y) : hold(i, gamma, regularisation);
  }
  if (mu > 0.0 && squared > mu * mu * z_n * z_n) slip(rows, mu, regularisation, y, gamma);
}

void ConePiece::hold(Index i, const double* gamma, double regularisation) {
  R[at(i, i)] = 1.0;
  D[at(i, i)] = regularisation;
  right[static_cast<std::size_t>(i)] = -gamma[i];
}

void ConePiece::release(Index i, const double* y) {
  D[at(i, i)] = 1.0;
  right[static_cast<std::size_t>(i)] = -y[i];
}

/// The normal row, gamma_N + G_N dy = 0, has been used to simplify: the radius of the disc after the step is
/// mu (y_N + dy_N).
void ConePiece::slip(Index rows, double mu, double regularisation, const double* y, const double* gamma) {
  std::array<double, 3> e{};
  double length = 0.0;
  for (Index i = 1; i < rows; ++i) {
    e[static_cast<std::size_t>(i)] = y[i] - gamma[i];
    length = std::hypot(length, e[static_cast<std::size_t>(i)]);
  }
  for (auto& component : e) component /= length;
  const double turn = rows == 2 ? 0.0 : mu * (y[0] - gamma[0]) / length;  // mu z_N / |z_T|, below 1
  const double weight = 1.0 / std::max(1.0, mu);                          // keeps the rows of order one
  for (Index i = 1; i < rows; ++i) {
    const double e_i = e[static_cast<std::size_t>(i)];
    D[at(i, 0)] = -weight * mu * e_i;
    right[static_cast<std::size_t>(i)] = -weight * (y[i] - mu * y[0] * e_i);
    for (Index j = 1; j < rows; ++j) {
      const double share = weight * turn * ((i == j ? 1.0 : 0.0) - e_i * e[static_cast<std::size_t>(j)]);
      R[at(i, j)] = share;
      D[at(i, j)] = (i == j ? weight : 0.0) - share * (1.0 - regularisation);
    }
  }
}

}  // namespace percuss
