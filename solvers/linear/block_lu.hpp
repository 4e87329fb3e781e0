// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "core/types.hpp"

namespace percuss {

/// Which blocks of a square block matrix are stored: per block row the block columns, ascending, its diagonal included.
struct BlockPattern {
  std::vector<std::int32_t> start{0};  ///< (n+1)
  std::vector<std::int32_t> col;
  Index size() const { return static_cast<Index>(start.size()) - 1; }
};

/// Doubles from one block of `width` x `width` numbers to the next, and from one of its rows to the next: rows of three
/// are padded to four, which is what the processor likes.
inline constexpr Index block_row_stride(Index width) { return width == 3 ? 4 : width; }
inline constexpr Index block_stride(Index width) { return width * block_row_stride(width); }

/// A = L U for square matrices of small square blocks (1, 2 or 3 rows), unsymmetric in numbers. Block rows are taken by
/// minimum degree on the symmetrised pattern; rows and columns are interchanged inside diagonal blocks alone, which
/// is enough for what is near to a positive definite matrix. What the pattern says is found once, `analyse`, and serves
/// until it changes. A block row that couples to no other (an open contact) costs next to nothing.
class BlockLU {
 public:
  void analyse(const BlockPattern& pattern, Index width);
  /// Blocks of L and U together, diagonal included.
  Index blocks() const { return static_cast<Index>(u_col_.size() + l_col_.size()) + size(); }
  /// `values` holds the blocks in the order of the pattern. Returns the smallest pivot; 0 ends the work.
  double factorise(const std::vector<double>& values);
  /// Of the determinant of the last matrix that had an inverse.
  int sign() const { return sign_; }
  /// A x = b, in place; b has `width` numbers per block row.
  void solve(VecOut b) const;

 private:
  Index size() const { return static_cast<Index>(order_.size()); }
  void eliminate_by_minimum_degree(const BlockPattern& pattern);
  void transpose_upper();
  template <Index width>
  double factorise_blocks(const double* values);
  template <Index width>
  void solve_blocks(double* b) const;

  Index width_ = 1;
  int sign_ = 1;
  const BlockPattern* pattern_ = nullptr;
  std::vector<std::int32_t> order_, place_;  // block row taken at a place, and the inverse
  std::vector<std::int32_t> u_start_, u_col_, l_start_, l_col_, next_;
  std::vector<double> u_, l_, inverse_, work_;
  std::vector<char> uncoupled_;            // rows of U without entries beside the diagonal block
  std::vector<std::uint64_t> neighbours_;  // bits, row by row
  std::vector<std::int32_t> degree_;
  mutable std::vector<double> permuted_;
};

}  // namespace percuss
