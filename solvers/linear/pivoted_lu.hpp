// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <vector>

#include "core/types.hpp"

namespace percuss {

/// Dense LU factors, P A Q = L U, of matrices that come one after the other in changing sizes: buffers only grow. Rows
/// of zeros below a pivot are skipped, so that banded and block-sparse matrices cost less.
class PivotedLU {
 public:
  /// partial: largest entry of the column; complete: largest entry of what is left, which reveals the rank.
  enum class Pivots { partial, complete };
  /// Room to write an n x n matrix to, row by row; then `factorize`.
  double* matrix(Index n);
  /// Returns the rank: pivots up to `negligible` count as zero.
  Index factorize(Pivots pivots, double negligible);
  /// b <- A^+ b. Where the rank is not full, a solution of the independent equations, with zeros for the dependent
  /// unknowns.
  void solve_in_place(VecOut b) const;
  /// The halves of C A^+ B = (C Q U^-1)(L^-1 P B), for a column b of B and a row c of C: `rank()` entries in the order
  /// of the pivots, then zeros. A product of halves is as exact as elimination is; one with A^+ b loses the condition
  /// of A.
  void lower_in_place(VecOut b) const;
  void upper_in_place(VecOut c) const;
  /// A^+ b from L^-1 P b.
  void finish_in_place(VecOut half) const;
  Index size() const { return n_; }
  Index rank() const { return rank_; }
  /// Of those that count; with complete pivots as good as the smallest. 1 where none does.
  double last_pivot() const { return rank_ > 0 ? std::abs(a_[static_cast<std::size_t>((rank_ - 1) * (n_ + 1))]) : 1.0; }

 private:
  bool find_pivot(Index k, Pivots pivots, double negligible);
  void solve_lower(VecRef b) const;
  void solve_upper(VecOut x) const;

  Index n_ = 0, rank_ = 0;
  std::vector<double> a_;          // row by row
  std::vector<Index> row_, col_;   // row_[k], col_[k]: the original row and unknown of pivot k
  mutable std::vector<double> b_;  // b in the order of the pivots
};

}  // namespace percuss
