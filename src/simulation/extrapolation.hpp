// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/types.hpp"

namespace percuss {

/// Aitken-Neville extrapolation of a quantity T(h) that a step of size H passes in n substeps of h = H/n, to h = 0
/// [SAE (42)]:
///
///   T_i,1 = T(H/n_i),   T_i,j+1 = T_i,j + (T_i,j - T_i-1,j)/(n_i/n_i-j - 1)
///
/// T_i,i is of order i where T(h) = T(0) + a_1 h + a_2 h^2 + ...; an a_k that is zero costs an order that is there
/// already, and no error.
class Extrapolation {
 public:
  /// Forgets the rows of the last step.
  void start() { rows_ = 0; }
  /// T_i,1 of the next i, taken in n > n_i-1 substeps. Allocates when it is longer, or i is larger, than ever before.
  void add(Index n, VecRef value);
  /// i of the last row.
  Index rows() const { return rows_; }
  /// T_i,i; i >= 1.
  const Vector& best() const { return row_[static_cast<std::size_t>(rows_ - 1)]; }
  /// T_i-1,i-1; i >= 2.
  const Vector& before() const { return before_; }

 private:
  Index rows_ = 0;
  std::vector<Index> n_;     // n_1 ... n_i
  std::vector<Vector> row_;  // T_i,1 ... T_i,i of the last i
  Vector before_, next_;
};

}  // namespace percuss
