// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/types.hpp"
#include "solvers/linear/elimination.hpp"

namespace percuss {

/// A = L U for square matrices of small square blocks (1, 2 or 3 rows), unsymmetric in numbers. Block rows are taken by
/// an order of little fill; rows and columns are interchanged inside diagonal blocks alone, which is enough for what is
/// near to a positive definite matrix. What the pattern says is found once, `analyse`, and serves until it changes. A
/// block row that couples to no other (an open contact) costs next to nothing.
class BlockLU {
 public:
  /// Numbers in factors that are worth while, 400 MB.
  static constexpr Index most_numbers = 48'000'000;
  /// Keeps a reference to the pattern. False when L and U would take more than `most_blocks` blocks, diagonal included:
  /// then there is nothing to factorise.
  bool analyse(const BlockPattern& pattern, Index width, Index most_blocks);
  /// What a factorisation takes, in multiplications of a product with a sparse matrix.
  double cost() const;
  /// `values` holds the blocks in the order of the pattern. Returns the smallest pivot; 0 ends the work.
  double factorise(const std::vector<double>& values);
  /// Of the determinant of the last matrix that had an inverse.
  int sign() const { return sign_; }
  /// A x = b, in place; b has `width` numbers per block row.
  void solve(VecOut b) const;

 private:
  Index size() const { return static_cast<Index>(elimination_.order.size()); }
  void transpose_upper();
  void make_room();
  template <Index width>
  double factorise_blocks(const double* values);
  template <Index width>
  void solve_blocks(double* b) const;

  Index width_ = 1;
  int sign_ = 1;
  const BlockPattern* pattern_ = nullptr;
  Elimination elimination_;
  std::vector<std::int32_t> l_start_, l_col_, next_;
  std::vector<double> u_, l_, inverse_, work_;
  std::vector<char> uncoupled_;  // rows of U without entries beside the diagonal block
  mutable std::vector<double> permuted_;
};

}  // namespace percuss
