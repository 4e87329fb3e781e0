// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace percuss {

/// While it lives, numbers below the smallest normal double (2e-308) count as zero, on this thread and on those of the
/// parallel loops. A wave that runs into a resting mesh has a tail of such numbers, on which processors are a hundred
/// times slower; they mean nothing to any result. The rounding of all other numbers is untouched. Not nestable with
/// another mode in between; does nothing on processors other than x86.
class FlushDenormals {
 public:
  /// Also on threads of the parallel loops, or on this one alone, which needs none of them.
  enum class Where { all_threads, this_thread };
  explicit FlushDenormals(Where where = Where::all_threads);
  ~FlushDenormals();
  FlushDenormals(const FlushDenormals&) = delete;
  FlushDenormals& operator=(const FlushDenormals&) = delete;

 private:
  Where where_;
  unsigned before_ = 0;
};

}  // namespace percuss
