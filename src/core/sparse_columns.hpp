// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/memory_walk.hpp"
#include "core/types.hpp"

namespace percuss {

/// A few sparse columns, rebuilt in place every step (Eigen's sparse matrix frees and allocates when the number of
/// columns changes; these vectors keep their capacity). Holds W (nv x nl).
class SparseColumns {
 public:
  Index rows() const { return rows_; }
  Index cols() const { return static_cast<Index>(start_.size()) - 1; }
  Index non_zeros() const { return static_cast<Index>(row_.size()); }
  /// Back to no columns, `rows` rows; keeps the capacity.
  void clear(Index rows);
  /// One more entry of the column under construction; entries may come in any order, twice the same row adds up.
  void push(Index row, double value) {
    row_.push_back(row);
    value_.push_back(value);
  }
  void finish_column() { start_.push_back(non_zeros()); }

  /// y += a W_j
  void add_column(Index j, double a, VecOut y) const;
  /// W_j . v
  double column_dot(Index j, VecRef v) const;
  /// y = W' v  (nl)
  void transpose_multiply(VecRef v, VecOut y) const;
  /// Entry k of the concatenated columns and the half-open range of entries of column j.
  Index begin(Index j) const { return start_[static_cast<std::size_t>(j)]; }
  Index end(Index j) const { return start_[static_cast<std::size_t>(j) + 1]; }
  Index row(Index k) const { return row_[static_cast<std::size_t>(k)]; }
  double value(Index k) const { return value_[static_cast<std::size_t>(k)]; }
  bool operator==(const SparseColumns&) const = default;
  void walk_memory(MemoryWalk& walk) {
    walk("rows", rows_);
    walk("start", start_);
    walk("row", row_);
    walk("value", value_);
  }

 private:
  Index rows_ = 0;
  std::vector<Index> start_{0}, row_;
  std::vector<double> value_;
};

}  // namespace percuss
