// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/types.hpp"
#include "solvers/linear/elimination.hpp"
#include "solvers/linear/multifrontal_lu.hpp"
#include "solvers/linear/row_lu.hpp"

namespace percuss {

/// A = L U for square matrices of small square blocks (1, 2 or 3 rows), unsymmetric in numbers. Block rows are taken by
/// an order of little fill; rows and columns are interchanged inside diagonal blocks alone, which is enough for what is
/// near to a positive definite matrix. What the pattern says is found once, `analyse`, and serves until it changes.
/// Large factors are found by fronts, on all threads; small ones, and those of matrices in which many a block row
/// couples to no other (an open contact), row by row. The bits do not depend on the number of threads. Stays where it
/// is: its parts refer to each other.
class BlockLU {
 public:
  /// Numbers in factors that are worth while, 3 GB.
  static constexpr Index most_numbers = 360'000'000;
  /// Products of blocks from which fronts are faster than rows.
  static constexpr double least_products_of_fronts = 2e5;

  BlockLU() = default;
  BlockLU(const BlockLU&) = delete;
  BlockLU& operator=(const BlockLU&) = delete;

  /// Keeps a reference to the pattern. False when L and U would take more than `most_blocks` blocks, diagonal included:
  /// then there is nothing to factorise.
  bool analyse(const BlockPattern& pattern, Index width, Index most_blocks);
  /// What a factorisation takes, in multiplications of a product with a sparse matrix.
  double cost() const;
  /// `values` holds the blocks in the order of the pattern. Returns the smallest pivot; 0 ends the work.
  double factorise(const std::vector<double>& values);
  /// Of the determinant of the last matrix that had an inverse.
  int sign() const { return by_fronts_ ? fronts_.sign() : rows_.sign(); }
  /// A x = b, in place; b has `width` numbers per block row.
  void solve(VecOut b) const;

 private:
  bool large() const { return elimination_.products >= least_products_of_fronts; }
  bool most_rows_are_coupled(const double* values) const;

  Index width_ = 1;
  bool by_fronts_ = false;
  const BlockPattern* pattern_ = nullptr;
  Elimination elimination_;
  RowLU rows_;
  MultifrontalLU fronts_;
  mutable std::vector<double> permuted_;
};

}  // namespace percuss
