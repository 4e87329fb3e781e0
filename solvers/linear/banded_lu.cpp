// SPDX-License-Identifier: Apache-2.0
#include "solvers/linear/banded_lu.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace percuss {

void BandMatrix::reset(Index rows, Index lower, Index upper) {
  rows_ = rows;
  lower_ = lower;
  upper_ = upper;
  value_.assign(static_cast<std::size_t>(rows * width()), 0.0);
}

/// Row i as it stands in A, with room for what interchanges bring.
void BandedLU::load(const BandMatrix& A, Index i) {
  double* const to = row(i);
  std::copy_n(A.row(i), A.width(), to);
  std::fill(to + A.width(), to + width_, 0.0);
}

void BandedLU::reserve(const BandMatrix& A) {
  const auto rows = static_cast<std::size_t>(A.rows());
  const auto numbers = rows * static_cast<std::size_t>(A.width() + A.lower());
  if (value_.size() < numbers) value_.resize(numbers);
  if (pivot_.size() < rows) pivot_.resize(rows);
  if (end_.size() < rows) end_.resize(rows);
}

double BandedLU::factorize(const BandMatrix& A) {
  constexpr double share = 0.1;
  rows_ = A.rows();
  lower_ = A.lower();
  width_ = A.width() + lower_;
  reserve(A);
  double smallest = std::numeric_limits<double>::infinity();
  Index end = 0;  // one past the last column that the rows eliminated so far reach
  for (Index i = 0; i < std::min(lower_, rows_); ++i) load(A, i);
  for (Index k = 0; k < rows_; ++k) {
    if (k + lower_ < rows_) load(A, k + lower_);  // just before its first use, for the cache
    const Index last = std::min(k + lower_, rows_ - 1);
    // Column k of row i stands at row(i)[lower + k - i]; so does the rest of the row, relative to it.
    Index p = k;
    for (Index i = k + 1; i <= last; ++i)
      if (std::abs(row(i)[lower_ + k - i]) > std::abs(row(p)[lower_ + k - p])) p = i;
    double* const upper = row(k) + lower_;
    if (std::abs(upper[0]) >= share * std::abs(row(p)[lower_ + k - p])) p = k;
    end = std::max(end, std::min(p + A.upper() + 1, rows_));
    const Index count = end - k;
    if (p != k) std::swap_ranges(upper, upper + count, row(p) + lower_ + k - p);
    pivot_[static_cast<std::size_t>(k)] = p;
    end_[static_cast<std::size_t>(k)] = end;
    if (!(std::abs(upper[0]) > 0.0) || !std::isfinite(upper[0])) return 0.0;
    smallest = std::min(smallest, std::abs(upper[0]));
    const double inverse = 1.0 / upper[0];
    for (Index i = k + 1; i <= last; ++i) {
      double* const other = row(i) + lower_ + k - i;
      if (other[0] == 0.0) continue;
      const double factor = other[0] * inverse;
      other[0] = factor;
      for (Index j = 1; j < count; ++j) other[j] -= factor * upper[j];
    }
  }
  return smallest;
}

void BandedLU::solve_in_place(VecOut b) const {
  for (Index k = 0; k < rows_; ++k) {
    const Index p = pivot_[static_cast<std::size_t>(k)], last = std::min(k + lower_, rows_ - 1);
    if (p != k) std::swap(b[k], b[p]);
    const double b_k = b[k];
    if (b_k == 0.0) continue;
    for (Index i = k + 1; i <= last; ++i) b[i] -= row(i)[lower_ + k - i] * b_k;
  }
  for (Index k = rows_ - 1; k >= 0; --k) {
    const double* const upper = row(k) + lower_;
    double sum = b[k];
    for (Index j = 1; j < end_[static_cast<std::size_t>(k)] - k; ++j) sum -= upper[j] * b[k + j];
    b[k] = sum / upper[0];
  }
}

}  // namespace percuss
