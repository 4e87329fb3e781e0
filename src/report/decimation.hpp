// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <span>
#include <vector>

namespace percuss {

/// Thins rows out without losing a peak: the first and the last row stay, and of every bucket of rows between each
/// column keeps its smallest and its largest value, in their order. A bucket has the times of its first and its last
/// row, so a value is off in time by less than the bucket is long.
class Decimation {
 public:
  /// All rows stay when there are no more than `most` (at least 4).
  Decimation(std::size_t rows, std::size_t most);

  bool keeps_all() const { return bucket_ == 1; }
  std::size_t bucket() const { return bucket_; }  ///< rows in each
  std::vector<double> times(std::span<const double> t) const;
  std::vector<double> column(std::span<const double> values) const;  ///< NaN only where a bucket has nothing else

 private:
  template <class TwoOf>
  std::vector<double> thinned(std::span<const double> values, TwoOf&& two_of) const;
  std::size_t rows_, bucket_ = 1;
};

}  // namespace percuss
