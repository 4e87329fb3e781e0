// SPDX-License-Identifier: Apache-2.0
#include "solvers/linear/pivoted_lu.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "core/at.hpp"

namespace percuss {

double* PivotedLU::matrix(Index n) {
  n_ = n;
  rank_ = 0;
  const auto size = at(n);
  if (a_.size() < size * size) a_.resize(size * size);
  if (row_.size() < size) {
    row_.resize(size);
    col_.resize(size);
    b_.resize(size);
  }
  return a_.data();
}

Index PivotedLU::factorize(Pivots pivots, double negligible) {
  std::iota(row_.begin(), row_.begin() + n_, Index{0});
  std::iota(col_.begin(), col_.begin() + n_, Index{0});
  for (rank_ = 0; rank_ < n_; ++rank_) {
    const Index k = rank_;
    if (!find_pivot(k, pivots, negligible)) break;
    const double* const upper = a_.data() + k * n_;
    const double inverse = 1.0 / upper[k];
    for (Index i = k + 1; i < n_; ++i) {
      double* const row = a_.data() + i * n_;
      if (row[k] == 0.0) continue;
      const double factor = row[k] *= inverse;
      for (Index j = k + 1; j < n_; ++j) row[j] -= factor * upper[j];
    }
  }
  return rank_;
}

/// Brings the pivot of step k to (k, k).
bool PivotedLU::find_pivot(Index k, Pivots pivots, double negligible) {
  const Index last = pivots == Pivots::partial ? k + 1 : n_;
  Index row = k, col = k;
  double largest = -1.0;
  for (Index i = k; i < n_; ++i)
    for (Index j = k; j < last; ++j)
      if (std::abs(a_[at(i * n_ + j)]) > largest) {
        largest = std::abs(a_[at(i * n_ + j)]);
        row = i;
        col = j;
      }
  if (!(largest > negligible)) return false;
  if (row != k) {
    std::swap_ranges(a_.data() + k * n_, a_.data() + k * n_ + n_, a_.data() + row * n_);
    std::swap(row_[at(k)], row_[at(row)]);
  }
  if (col != k) {
    for (Index i = 0; i < n_; ++i) std::swap(a_[at(i * n_ + k)], a_[at(i * n_ + col)]);
    std::swap(col_[at(k)], col_[at(col)]);
  }
  return true;
}

/// b_ = L^-1 P b
void PivotedLU::solve_lower(VecRef b) const {
  for (Index k = 0; k < rank_; ++k) {
    const double* const row = a_.data() + k * n_;
    double sum = b[row_[at(k)]];
    for (Index j = 0; j < k; ++j) sum -= row[j] * b_[at(j)];
    b_[at(k)] = sum;
  }
}

/// x = Q U^-1 b_
void PivotedLU::solve_upper(VecOut x) const {
  for (Index k = rank_ - 1; k >= 0; --k) {
    const double* const row = a_.data() + k * n_;
    double sum = b_[at(k)];
    for (Index j = k + 1; j < rank_; ++j) sum -= row[j] * b_[at(j)];
    b_[at(k)] = sum / row[k];
  }
  for (Index k = 0; k < n_; ++k) x[col_[at(k)]] = k < rank_ ? b_[at(k)] : 0.0;
}

void PivotedLU::solve_in_place(VecOut b) const {
  solve_lower(b);
  solve_upper(b);
}

void PivotedLU::lower_in_place(VecOut b) const {
  solve_lower(b);
  for (Index k = 0; k < n_; ++k) b[k] = k < rank_ ? b_[at(k)] : 0.0;
}

void PivotedLU::finish_in_place(VecOut half) const {
  std::copy_n(half.data(), rank_, b_.begin());
  solve_upper(half);
}

void PivotedLU::upper_in_place(VecOut c) const {
  for (Index k = 0; k < rank_; ++k) b_[at(k)] = c[col_[at(k)]];
  c.setZero();
  for (Index k = 0; k < rank_; ++k) {  // row by row of U, which a_ keeps by rows
    const double* const row = a_.data() + k * n_;
    c[k] = b_[at(k)] / row[k];
    for (Index j = k + 1; j < rank_; ++j) b_[at(j)] -= c[k] * row[j];
  }
}

}  // namespace percuss
