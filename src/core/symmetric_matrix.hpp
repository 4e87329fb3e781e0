// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "core/types.hpp"

namespace percuss {

/// A constant symmetric matrix (M, C or K of a linear body), stored by its structure: zero, diagonal, tridiagonal or
/// sparse. Products allocate nothing; the tridiagonal one reads 2 numbers per row at most, none
/// for the stiffness of a uniform free bar.
///
/// Tridiagonal products use the difference form  (A x)_i = s_i x_i + e_i (x_i+1 - x_i) - e_i-1 (x_i - x_i-1)
/// with the row sums s: a rigid translation of a free bar gives exactly zero force, however large the translation.
class SymmetricMatrix {
 public:
  enum class Structure { zero, diagonal, tridiagonal, sparse };

  /// The zero matrix of size n.
  explicit SymmetricMatrix(Index n = 0);
  /// Picks the structure from the non-zeros. Throws std::invalid_argument when A is not square or not symmetric
  /// (relative 1e-12 of the largest entry).
  explicit SymmetricMatrix(const SparseMatrix& A);

  Index size() const { return size_; }
  Structure structure() const { return structure_; }
  bool is_zero() const { return structure_ == Structure::zero; }
  /// y = a A x
  void multiply(double a, VecRef x, VecOut y) const;
  /// y = y + a A x
  void multiply_add(double a, VecRef x, VecOut y) const;
  /// x' A x
  double quadratic(VecRef x) const;
  /// x' A x  for  x = a y + b z, without forming x.
  double quadratic(double a, VecRef y, double b, VecRef z) const;
  double coefficient(Index i, Index j) const;
  SparseMatrix to_sparse() const;

 private:
  template <bool add>
  void product(double a, VecRef x, VecOut y) const;
  double off(Index i) const;
  template <class Entry>
  double quadratic_of(Entry x) const;

  Index size_ = 0;
  Structure structure_ = Structure::zero;
  Vector diagonal_;  // diagonal: the entries; tridiagonal: the row sums, empty when all are exactly zero
  Vector off_;       // tridiagonal: e_i couples i and i+1; a single number when all are equal
  SparseMatrix sparse_;
};

/// sum_k weight_k A_k as a sparse matrix; the sizes must agree.
SparseMatrix weighted_sum(std::span<const double> weights, std::span<const SymmetricMatrix* const> matrices);

}  // namespace percuss
