// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/types.hpp"

namespace percuss {

/// P A P' = L D L' by columns, as the sparse backends hold it. `row` and `value` are the backend's own arrays.
struct SparseFactor {
  std::vector<Index> start, end;  ///< (n) entries of column k of L below its diagonal, rows ascending
  const int* row = nullptr;
  const double* value = nullptr;
  std::vector<double> inverse_root;  ///< (n) D^-1/2
  std::vector<Index> place;          ///< (n) row of P A P' where row i of A stands
};

/// A sparse vector.
struct SparseVector {
  std::vector<Index> row;  ///< ascending
  std::vector<double> value;
};

/// z = D^-1/2 L^-1 P b for a sparse b, so that a' A^-1 b = z_a . z_b: only the columns of L on the ways from b's rows
/// to the root of the elimination tree are touched. Owns a workspace: one instance serves one thread.
class HalfSolve {
 public:
  /// Entries of b: `rows` and `values`, `count` of them; the same row twice adds up.
  void operator()(const SparseFactor& factor, Index count, const Index* rows, const double* values, SparseVector& z);

 private:
  std::vector<double> work_;         // (n), zero between calls
  std::vector<unsigned char> seen_;  // (n), zero between calls
};

}  // namespace percuss
