// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>
#include <vector>

#include "core/sparse_columns.hpp"
#include "solvers/linear/block_factor.hpp"

namespace percuss {

/// First row and number of rows of x between its first and last entry above underflow.
std::pair<Index, Index> extent_above_underflow(VecRef x);

/// U = A^-1 W, stored by pieces: column j holds numbers only on the rows of the bodies that it touches, and there only
/// between its first and last entry above underflow (the inverse of a mass matrix decays exponentially, so that a
/// contact on a long bar disturbs a few hundred nodes).
class Response {
 public:
  /// Recomputes U; one solve per column and touched body.
  void update(const BlockFactor& factor, const SparseColumns& W);
  /// v += U x
  void add(VecRef x, VecOut v) const;
  /// a . U_j for a sparse column a = columns.column(i).
  double dot(const SparseColumns& columns, Index i, Index j) const;
  Index cols() const { return static_cast<Index>(first_piece_.size()) - 1; }

 private:
  struct Piece {
    Index row, length, offset;  // rows [row, row + length) stand at data_[offset ...]
  };
  void add_column(const BlockFactor& factor, const SparseColumns& W, Index j);

  std::vector<Index> first_piece_{0};
  std::vector<Piece> pieces_;
  std::vector<double> data_;
  std::vector<Index> touched_;  // bodies of the column under construction
  Vector work_;
};

}  // namespace percuss
