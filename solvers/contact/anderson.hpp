// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "solvers/contact/anderson_history.hpp"

namespace percuss {

/// Anderson's acceleration (Anderson 1965; Walker and Ni 2011) of a fixed-point iteration x <- g(x). With
/// f_i = w (g(x_i) - x_i), row by row, and the differences dF and dg from one iteration to the next,
///
///   x_next = g_k - dg theta,   theta = argmin |f_k - dF theta|  (AndersonHistory).
///
/// Buffers only grow.
class Anderson {
 public:
  void reserve(Index rows, int depth);
  /// Begins anew with the weights w (rows), copied, and a history of `depth` differences, 1 to most_depth.
  void start(VecRef weights, int depth);
  void forget() { history_.forget(); }
  /// An iteration has made g of x. Returns |f|.
  double add(VecRef x, VecRef g);
  /// x_next; false, and x as it was, where there is no difference yet or theta is of no use.
  bool extrapolate(VecOut x);

 private:
  double* difference(Vector& of, Index i) { return of.data() + i * size_; }

  Index size_ = 0;
  AndersonHistory history_;
  Vector w_, f_, g_, dF_, dg_;  // the differences one after the other
};

}  // namespace percuss
