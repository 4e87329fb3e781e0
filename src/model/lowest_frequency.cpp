// SPDX-License-Identifier: Apache-2.0
#include "model/lowest_frequency.hpp"

#include <Eigen/SparseCholesky>
#include <algorithm>
#include <cmath>

#include "core/decompositions.hpp"

namespace percuss {

double lowest_frequency(const SparseMatrix& K, const SparseMatrix& M, const FrameConditions& frame) {
  const auto& Z = frame.conditions();
  const double shift = K.diagonal().sum() / M.diagonal().sum() * 1e-12;  // K alone may be singular
  const SparseMatrix A = K + shift * M;
  const Eigen::SimplicialLDLT<SparseMatrix> factor(A);
  Matrix Y, schur_inverse;  // of the multipliers of the conditions, where there are some
  if (frame.eliminates()) {
    Y = factor.solve(Z);
    schur_inverse = Eigen::PartialPivLU<Matrix>(Z.transpose() * Y).inverse();
  }
  Vector x = Vector::LinSpaced(K.rows(), 1.0, 2.0);
  double square = 0.0;
  for (int iteration = 0; iteration < 20; ++iteration) {
    Vector y = factor.solve(M * x);
    if (frame.eliminates()) y -= Y * (schur_inverse * (Z.transpose() * y));
    x = y / std::sqrt(y.dot(M * y));
    square = x.dot(K * x);
  }
  return std::sqrt(std::max(square, 0.0));
}

}  // namespace percuss
