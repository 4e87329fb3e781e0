// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace percuss {

/// What carries messages between ranks: MPI, in the module of PETSc. This header includes nothing of Percuss.
class RankLink {
 public:
  virtual ~RankLink() = default;
  virtual int rank() const = 0;
  virtual int size() const = 0;
  /// values <- the largest that any rank has, one by one. All ranks call it, or it does not return.
  virtual void largest(std::int64_t* values, int count) = 0;
  /// Rank r gives values[start[r]] .. values[start[r + 1] - 1], and takes what the others give: all have all. All ranks
  /// call it, with the same `start` (size() + 1).
  virtual void gather(double* values, const std::int64_t* start) = 0;
  /// Ends all ranks, with this exit code.
  [[noreturn]] virtual void abort(int code) = 0;
};

}  // namespace percuss
