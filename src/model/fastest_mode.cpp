// SPDX-License-Identifier: Apache-2.0
#include "model/fastest_mode.hpp"

#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <algorithm>
#include <cmath>

namespace percuss {

namespace {

/// Largest eigenvalue of  A x = lambda M x,  0 when A has none above.
double largest_eigenvalue(const Matrix& A, const Matrix& M) {
  const Eigen::GeneralizedSelfAdjointEigenSolver<Matrix> solver(A, M, Eigen::EigenvaluesOnly | Eigen::Ax_lBx);
  return std::max(0.0, solver.eigenvalues().maxCoeff());
}

}  // namespace

ModeBound fastest_mode(const Matrix& M, const Matrix& C, const Matrix& K) {
  ModeBound bound;
  if (!K.isZero(0.0)) bound.omega_max = std::sqrt(largest_eigenvalue(K, M));
  if (C.isZero(0.0)) return bound;
  const Eigen::Map<const Vector> m(M.data(), M.size()), c(C.data(), C.size()), k(K.data(), K.size());
  const double m_size = m.norm(), k_size = K.isZero(0.0) ? 1.0 : k.norm();  // columns of one size make a sound fit
  Matrix columns(M.size(), 2);
  columns << m / m_size, k / k_size;
  const Eigen::Vector2d share = columns.completeOrthogonalDecomposition().solve(c);
  const double misfit = (columns * share - c).norm();
  if (misfit <= 1e-12 * c.norm() && share.minCoeff() >= -1e-12 * c.norm()) {
    bound.mass_damping = std::max(0.0, share[0] / m_size);
    bound.stiffness_damping = std::max(0.0, share[1] / k_size);
  } else {
    bound.mass_damping = largest_eigenvalue(C, M);
  }
  return bound;
}

}  // namespace percuss
