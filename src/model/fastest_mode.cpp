// SPDX-License-Identifier: Apache-2.0
#include "model/fastest_mode.hpp"

#include <algorithm>
#include <cmath>
#include <optional>

#include "core/decompositions.hpp"

namespace percuss {

namespace {

/// Eigenvalues of  A x = lambda M x,  ascending, M positive definite and A positive semidefinite: what round-off leaves
/// of a zero counts as zero.
Vector eigenvalues_of(const Matrix& A, const Matrix& M) {
  const Eigen::GeneralizedSelfAdjointEigenSolver<Matrix> solver(A, M, Eigen::EigenvaluesOnly | Eigen::Ax_lBx);
  const double round_off = 1e-13 * static_cast<double>(A.rows()) * solver.eigenvalues().cwiseAbs().maxCoeff();
  return solver.eigenvalues().unaryExpr([&](double x) { return x > round_off ? x : 0.0; });
}

/// a, b of  C = a M + b K,  both >= 0. Entry by entry to nine digits: a soft part without dampers beside a stiff one
/// must be seen.
std::optional<Eigen::Vector2d> rayleigh_damping(const Matrix& M, const Matrix& C, const Matrix& K) {
  const Eigen::Map<const Vector> m(M.data(), M.size()), c(C.data(), C.size()), k(K.data(), K.size());
  const double m_size = m.norm(), k_size = K.isZero(0.0) ? 1.0 : k.norm();  // columns of one size make a sound fit
  Matrix columns(M.size(), 2);
  columns << m / m_size, k / k_size;
  const Vector share = columns.completeOrthogonalDecomposition().solve(Vector(c));
  if (share.minCoeff() < -1e-12 * c.norm()) return std::nullopt;
  const Eigen::Vector2d fit{std::max(0.0, share[0] / m_size), std::max(0.0, share[1] / k_size)};
  const auto size = fit[0] * m.array().abs() + fit[1] * k.array().abs() + c.array().abs();
  if (((fit[0] * m + fit[1] * k - c).array().abs() > 1e-9 * size).any()) return std::nullopt;
  return fit;
}

}  // namespace

ModeBound fastest_mode(const Matrix& M, const Matrix& C, const Matrix& K) {
  ModeBound bound;
  if (!K.isZero(0.0)) bound.omega_max = std::sqrt(eigenvalues_of(K, M).maxCoeff());
  if (C.isZero(0.0)) return bound;
  if (const auto fit = rayleigh_damping(M, C, K)) {
    bound.mass_damping = (*fit)[0];
    bound.stiffness_damping = (*fit)[1];
  } else {
    const Vector rates = eigenvalues_of(C, M);
    bound.mass_damping = rates.maxCoeff();
    bound.least_damping = rates.minCoeff();
  }
  return bound;
}

}  // namespace percuss
