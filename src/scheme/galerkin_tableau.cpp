// SPDX-License-Identifier: Apache-2.0
#include "scheme/galerkin_tableau.hpp"

#include <cmath>
#include <numbers>

namespace percuss {

namespace {

/// Coefficients of the Lagrange polynomials of `nodes`, one per row, constant first.
Matrix lagrange(const Vector& nodes) {
  const Index n = nodes.size();
  Matrix L = Matrix::Zero(n, n);
  for (Index k = 0; k < n; ++k) {
    L(k, 0) = 1.0;
    Index degree = 0;
    for (Index j = 0; j < n; ++j) {
      if (j == k) continue;
      ++degree;  // times (s - s_j)/(s_k - s_j), highest power first, in place
      const double scale = 1.0 / (nodes[k] - nodes[j]);
      for (Index p = degree; p >= 0; --p)
        L(k, p) = scale * ((p > 0 ? L(k, p - 1) : 0.0) - (p < degree ? nodes[j] * L(k, p) : 0.0));
    }
  }
  return L;
}

/// int_0^s of each row.
Matrix integral(const Matrix& polynomials) {
  Matrix I = Matrix::Zero(polynomials.rows(), polynomials.cols() + 1);
  for (Index p = 0; p < polynomials.cols(); ++p) I.col(p + 1) = polynomials.col(p) / static_cast<double>(p + 1);
  return I;
}

}  // namespace

GalerkinTableau::GalerkinTableau(Jump jump, Index order) {
  const Index M = order, n = M + 1;
  nodes_.resize(n);
  for (Index l = 0; 2 * l <= M; ++l) {  // symmetric to the last bit
    const double sine = std::sin(0.5 * std::numbers::pi * static_cast<double>(l) / static_cast<double>(M));
    nodes_[l] = 2 * l == M ? 0.5 : sine * sine;
    nodes_[M - l] = 1.0 - nodes_[l];
  }
  momentum_ = integral(lagrange(nodes_));
  weights_.resize(n);
  for (Index k = 0; k < n; ++k) weights_[k] = value(momentum_, k, 1.0);

  velocity_ = Matrix::Zero(n, n);
  if (jump == Jump::right) {
    velocity_.topRows(M) = integral(lagrange(nodes_.head(M)));
  } else {
    const Matrix L = lagrange(nodes_.tail(M));
    velocity_.bottomRows(M) = integral(L);
    velocity_.bottomRows(M).col(0) = -weights_[0] * L.col(0);
    velocity_(0, 0) = weights_[0];
  }
  position_ = integral(velocity_);
  A_.resize(n, n);
  Q_.resize(n, n);
  for (Index l = 0; l < n; ++l)
    for (Index k = 0; k < n; ++k) {
      A_(l, k) = velocity_at(nodes_[l], k);
      Q_(l, k) = position_at(nodes_[l], k);
    }
}

double GalerkinTableau::value(const Matrix& polynomials, Index k, double s) {
  double sum = 0.0;
  for (Index p = polynomials.cols() - 1; p >= 0; --p) sum = sum * s + polynomials(k, p);
  return sum;
}

}  // namespace percuss
