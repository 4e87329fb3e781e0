// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/types.hpp"

namespace percuss {

/// A square matrix with entries on `lower` diagonals below the main one and `upper` above it, row after row.
class BandMatrix {
 public:
  /// All entries zero; keeps the capacity.
  void reset(Index rows, Index lower, Index upper);
  Index rows() const { return rows_; }
  Index lower() const { return lower_; }
  Index upper() const { return upper_; }
  /// Entry (i, j) within the band.
  double& at(Index i, Index j) { return value_[static_cast<std::size_t>(i * width() + j - i + lower_)]; }
  /// The entries of row i, from column i - lower on (those outside the matrix are zero).
  const double* row(Index i) const { return value_.data() + i * width(); }
  Index width() const { return lower_ + upper_ + 1; }

 private:
  Index rows_ = 0, lower_ = 0, upper_ = 0;
  std::vector<double> value_;
};

/// P A = L U of a band matrix that need be neither symmetric nor definite. A row gives way as pivot only to one that is
/// ten times larger: fewer interchanges, narrower U.
class BandedLU {
 public:
  /// Room for matrices of the size and band of A: `factorize` then allocates nothing.
  void reserve(const BandMatrix& A);
  /// Returns the smallest pivot, in absolute value; 0 when A has no inverse or is not finite, and there is no factor.
  double factorize(const BandMatrix& A);
  /// b <- A^-1 b
  void solve_in_place(VecOut b) const;

 private:
  void load(const BandMatrix& A, Index i);
  double* row(Index i) { return value_.data() + i * width_; }
  const double* row(Index i) const { return value_.data() + i * width_; }

  Index rows_ = 0, lower_ = 0, width_ = 0;
  std::vector<double> value_;       // row i from column i - lower on: multipliers left of the diagonal, U from there
  std::vector<Index> pivot_, end_;  // per step: the row that came up, and one past the last column of U
};

}  // namespace percuss
