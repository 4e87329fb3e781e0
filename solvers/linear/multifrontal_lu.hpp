// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <vector>

#include "solvers/linear/front.hpp"
#include "solvers/linear/front_tree.hpp"

namespace percuss {

/// A = L U of matrices of small square blocks as a tree of dense fronts (FrontTree), which large factors are found much
/// faster with than row by row. Rows and columns are interchanged inside diagonal blocks alone. Threads take subtrees,
/// and share the fronts above them; the bits do not depend on their number. Buffers only grow.
class MultifrontalLU {
 public:
  /// Keeps a reference to the elimination, which is in postorder.
  void analyse(const BlockPattern& pattern, Index width, const Elimination& elimination);
  /// `values` holds the blocks in the order of the pattern. Returns the smallest pivot; 0 ends the work.
  double factorise(const double* values);
  /// Of the determinant of the last matrix that had an inverse.
  int sign() const { return sign_; }
  /// A x = b in the order of elimination, in place.
  void solve(double* x) const;

 private:
  struct Shape {
    Index size, pivots, rest;  // rows
  };
  Shape shape(const FrontTree::Front& front) const;
  /// The rows of U and L of the pivots, and L below them.
  ConstDenseRows pivot_rows(std::size_t f, Index size) const;
  ConstDenseRows rows_below(std::size_t f, Index size, Index pivots) const;
  void make_room();
  template <Index width>
  double factorise_fronts(const double* values);
  template <Index width>
  void factorise_front(std::size_t f, const double* values, double* space);
  template <Index width>
  void put_together(std::size_t f, const double* values, DenseRows F) const;
  template <Index width>
  void solve_fronts(double* x) const;
  template <Index width>
  void solve_lower(std::size_t f, double* x) const;
  template <Index width>
  void solve_upper(std::size_t f, double* x) const;

  Index width_ = 1;
  int sign_ = 1;
  FrontTree tree_;
  std::vector<std::int64_t> factor_, sums_at_;  // where a front's part of U and L, and of sums_, begins
  // Not set to zero: each thread is the first to touch what it fills, which for large factors takes as long as the
  // work.
  Vector numbers_, inverse_, left_;
  Vector space_;                // for a front above the subtrees
  std::vector<Vector> spaces_;  // for those in subtrees, one of each thread
  std::vector<double> pivot_;
  std::vector<int> signs_;
  mutable Vector sums_;  // per front and row of its rest: what solves pass on
};

}  // namespace percuss
