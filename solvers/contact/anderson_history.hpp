// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>

#include "core/decompositions.hpp"
#include "core/types.hpp"

namespace percuss {

/// The small side of Anderson's acceleration (anderson.hpp), wherever the vectors are: from the sums over them, the
/// coefficients of the differences,  theta = argmin |f_k - dF theta|,  by normal equations, regularised by 1e-10 of
/// their trace. A full history starts anew (Pratapa and Suryanarayana 2015): where g is smooth on pieces only, old
/// pieces are soon forgotten. Buffers only grow.
class AndersonHistory {
 public:
  static constexpr int most_depth = 20;
  /// Of the sums that `add` takes.
  static constexpr std::size_t most_sums = 2 * most_depth + 1;

  void reserve(int depth);
  /// Begins anew with room for `depth` differences, 1 to most_depth.
  void start(int depth);
  void forget() { known_ = false, have_ = 0; }
  /// Differences that there are once the coming iteration is added; the last of them is that iteration's.
  Index differences() const { return known_ ? have_ + 1 : 0; }
  /// Of an iteration:  |f|^2,  dF_k . f  and  dF_k . dF_last  for each of the d = differences()  (2 d + 1). Returns
  /// |f|.
  double add(std::span<const double> sums);
  /// theta, one for each difference; empty where there is none yet or they are of no use. Valid until the next call.
  std::span<const double> coefficients();

 private:
  Index depth_ = 0, have_ = 0;
  bool known_ = false;   // the last iteration's f and g are
  Matrix products_, A_;  // of the differences of f; regularised, and filled up to depth_ rows
  Eigen::LLT<Matrix> factor_;
  Vector theta_, with_f_;  // with_f_: products of the differences of f with f
};

}  // namespace percuss
