// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <petscsys.h>

#include <cstddef>
#include <vector>

namespace percuss::petsc {

/// The rows of a matrix that this process has: all of them, or its share.
class SharedRows {
 public:
  /// What is dealt from now on is dealt among the ranks that have joined.
  static void begin_to_share() { are_shared_ = true; }

  /// Rows of a node stay together.
  void deal(int rows, int rows_per_node);
  bool shared() const { return count_.size() > 1; }
  MPI_Comm ranks() const { return shared() ? PETSC_COMM_WORLD : PETSC_COMM_SELF; }
  int begin() const { return start_[mine_]; }
  int size() const { return count_[mine_]; }
  /// x of all rows from those that each process has.
  void gather(double* x) const;

 private:
  static inline bool are_shared_ = false;
  std::vector<int> start_, count_;  // by rank
  std::size_t mine_ = 0;
};

}  // namespace percuss::petsc
