// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "solvers/linear/elimination.hpp"

namespace percuss {

/// A = L U of matrices of small square blocks, row after row, for small factors and for matrices most of whose rows
/// couple to no other: these cost next to nothing. Rows and columns are interchanged inside diagonal blocks alone.
/// Buffers only grow.
class RowLU {
 public:
  /// Keeps references to the pattern and to the elimination.
  void analyse(const BlockPattern& pattern, Index width, const Elimination& elimination);
  /// `values` holds the blocks in the order of the pattern. Returns the smallest pivot; 0 ends the work.
  double factorise(const double* values);
  /// Of the determinant of the last matrix that had an inverse.
  int sign() const { return sign_; }
  /// A x = b in the order of elimination, in place.
  void solve(double* x) const;

 private:
  Index size() const { return static_cast<Index>(elimination_->order.size()); }
  void transpose_upper();
  void make_room();
  template <Index width>
  double factorise_blocks(const double* values);
  template <Index width>
  void solve_blocks(double* x) const;

  Index width_ = 1;
  int sign_ = 1;
  const BlockPattern* pattern_ = nullptr;
  const Elimination* elimination_ = nullptr;
  std::vector<std::int32_t> l_start_, l_col_, next_;
  std::vector<double> u_, l_, inverse_, work_;
  std::vector<char> uncoupled_;  // rows of U without entries beside the diagonal block
};

}  // namespace percuss
