// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "core/types.hpp"

namespace percuss {

/// y = (K + s M)^-1 f under Z' y = 0, of symmetric sparse K and M; the conditions are forces in the direction of Z.
/// Z may have no columns.
class ConditionedSolver {
 public:
  /// Throws std::invalid_argument when K + s M cannot be factored, or the conditions depend on each other.
  ConditionedSolver(const SparseMatrix& K, const SparseMatrix& M, double s, Matrix Z);
  ~ConditionedSolver();
  void solve(VecRef f, VecOut y) const;

 private:
  struct Factor;
  std::unique_ptr<const Factor> factor_;
  Matrix Z_, response_, schur_inverse_;  // (K + s M)^-1 Z,  (Z' response)^-1
};

/// Mass-normalised modes, slowest first:  K X = M X diag(omega^2),  X' M X = 1,  Z' X = 0.
struct Eigenmodes {
  Vector omega;   ///< [1/s]
  Matrix shapes;  ///< (unknowns x modes); of each the first entry of half the largest modulus or more is positive
};

/// The `count` slowest modes of K x = omega^2 M x under Z' x = 0, by shift-invert Lanczos (Spectra), or dense where the
/// problem is small or `count` a large part of it. K is positive semidefinite, M positive definite. `slow` [1/s] is an
/// angular frequency below the slowest elastic one, of its order: modes below a tenth of it count as rigid, omega = 0.
/// Throws std::invalid_argument when there are fewer than `count` modes, std::runtime_error where Lanczos does not
/// converge.
Eigenmodes slowest_modes(const SparseMatrix& K, const SparseMatrix& M, const Matrix& Z, double slow, Index count);

/// The modes of small dense matrices, all of them: Ritz vectors of a basis X when K = X' K X, M = X' M X.
Eigenmodes all_modes(const Matrix& K, const Matrix& M, double slow);

/// K X = M X diag(squares), X' M X = 1, ascending; K may have negative squares above -shift, M is positive definite.
/// Slow and fast modes alike have relative errors of round-off, as far as K + shift M has them. Throws
/// std::invalid_argument where K + shift M is not positive definite.
struct DenseModes {
  Vector squares;
  Matrix shapes;
};
DenseModes dense_modes(const Matrix& K, const Matrix& M, double shift);

}  // namespace percuss
