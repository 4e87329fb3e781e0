// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/decompositions.hpp"
#include "core/types.hpp"

namespace percuss {

/// Anderson's acceleration (Anderson 1965; Walker and Ni 2011) of a fixed-point iteration x <- g(x). With
/// f_i = w (g(x_i) - x_i), row by row, and the differences dF and dg from one iteration to the next,
///
///   x_next = g_k - dg theta,   theta = argmin |f_k - dF theta|,
///
/// by normal equations, regularised by 1e-10 of their trace. A full history starts anew (Pratapa and Suryanarayana
/// 2015): where g is smooth on pieces only, old pieces are soon forgotten. Buffers only grow.
class Anderson {
 public:
  static constexpr int most_depth = 20;

  void reserve(Index rows, int depth);
  /// Begins anew with the weights w (rows), copied, and a history of `depth` differences, 1 to most_depth.
  void start(VecRef weights, int depth);
  void forget() { known_ = false, have_ = 0; }
  /// An iteration has made g of x. Returns |f|.
  double add(VecRef x, VecRef g);
  /// x_next; false, and x as it was, where there is no difference yet or theta is of no use.
  bool extrapolate(VecOut x);

 private:
  double* difference(Vector& of, Index i) { return of.data() + i * size_; }

  Index size_ = 0, depth_ = 0, have_ = 0;
  bool known_ = false;          // f_ and g_ are those of the last iteration
  Vector w_, f_, g_, dF_, dg_;  // the differences one after the other
  Matrix products_, A_;         // of the differences of f; regularised, and filled up to depth_ rows
  Eigen::LLT<Matrix> factor_;
  Vector theta_, with_f_;  // with_f_: products of the differences of f with f
};

}  // namespace percuss
