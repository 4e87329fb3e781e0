// SPDX-License-Identifier: Apache-2.0
#include "solvers/linear/block_lu.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>
#include <utility>

namespace percuss {

namespace {

/// to -= a b, blocks.
template <Index width>
inline void subtract_product(double* to, const double* a, const double* b) {
  constexpr Index stride = block_row_stride(width);
  for (Index i = 0; i < width; ++i) {
    std::array<double, stride> sum;
    for (Index j = 0; j < stride; ++j) sum[static_cast<std::size_t>(j)] = to[i * stride + j];
    for (Index k = 0; k < width; ++k)
      for (Index j = 0; j < stride; ++j) sum[static_cast<std::size_t>(j)] -= a[i * stride + k] * b[k * stride + j];
    for (Index j = 0; j < stride; ++j) to[i * stride + j] = sum[static_cast<std::size_t>(j)];
  }
}

template <Index width>
inline void product(double* to, const double* a, const double* b) {
  constexpr Index stride = block_row_stride(width);
  for (Index i = 0; i < width; ++i)
    for (Index j = 0; j < stride; ++j) {
      double sum = 0.0;
      if (j < width)
        for (Index k = 0; k < width; ++k) sum += a[i * stride + k] * b[k * stride + j];
      to[i * stride + j] = sum;
    }
}

template <Index width>
inline bool is_zero(const double* a) {
  constexpr Index stride = block_row_stride(width);
  double sum = 0.0;
  for (Index i = 0; i < width * stride; ++i) sum += std::abs(a[i]);
  return sum == 0.0;
}

/// inverse = a^-1 by Gauss-Jordan elimination with complete pivoting; returns the smallest pivot. Destroys a and turns
/// `sign` with the determinant.
template <Index width>
double invert(double* a, double* inverse, int& sign) {
  constexpr Index stride = block_row_stride(width);
  std::fill_n(inverse, block_stride(width), 0.0);
  std::array<Index, 3> column{0, 1, 2};
  for (Index i = 0; i < width; ++i) inverse[i * stride + i] = 1.0;
  double smallest = std::numeric_limits<double>::infinity();
  for (Index k = 0; k < width; ++k) {
    Index row = k, col = k;
    for (Index i = k; i < width; ++i)
      for (Index j = k; j < width; ++j)
        if (std::abs(a[i * stride + j]) > std::abs(a[row * stride + col])) {
          row = i;
          col = j;
        }
    const double pivot = a[row * stride + col];
    smallest = std::min(smallest, std::abs(pivot));
    if (!(std::abs(pivot) > 0.0)) return 0.0;
    if ((pivot < 0.0) != ((row != k) != (col != k))) sign = -sign;
    if (row != k)
      for (Index j = 0; j < width; ++j) {
        std::swap(a[k * stride + j], a[row * stride + j]);
        std::swap(inverse[k * stride + j], inverse[row * stride + j]);
      }
    if (col != k) {
      for (Index i = 0; i < width; ++i) std::swap(a[i * stride + k], a[i * stride + col]);
      std::swap(column[static_cast<std::size_t>(k)], column[static_cast<std::size_t>(col)]);
    }
    const double scale = 1.0 / pivot;
    for (Index j = 0; j < width; ++j) {
      a[k * stride + j] *= scale;
      inverse[k * stride + j] *= scale;
    }
    for (Index i = 0; i < width; ++i) {
      const double factor = a[i * stride + k];
      if (i == k || factor == 0.0) continue;
      for (Index j = 0; j < width; ++j) {
        a[i * stride + j] -= factor * a[k * stride + j];
        inverse[i * stride + j] -= factor * inverse[k * stride + j];
      }
    }
  }
  for (Index k = 0; k < width; ++k)  // row k of the inverse belongs to unknown column[k]
    while (column[static_cast<std::size_t>(k)] != k) {
      const Index to = column[static_cast<std::size_t>(k)];
      for (Index j = 0; j < width; ++j) std::swap(inverse[k * stride + j], inverse[to * stride + j]);
      std::swap(column[static_cast<std::size_t>(k)], column[static_cast<std::size_t>(to)]);
    }
  return smallest;
}

}  // namespace

bool BlockLU::analyse(const BlockPattern& pattern, Index width, Index most_blocks) {
  width_ = width;
  pattern_ = &pattern;
  if (!elimination_.find(pattern, (most_blocks - pattern.size()) / 2)) return false;
  transpose_upper();
  return true;
}

/// Only who factorises needs room for numbers: others ask what it would cost.
void BlockLU::make_room() {
  const auto n = static_cast<std::size_t>(size()), numbers = static_cast<std::size_t>(block_stride(width_));
  u_.resize(elimination_.col.size() * numbers);
  l_.resize(l_col_.size() * numbers);
  inverse_.resize(n * numbers);
  work_.resize(n * numbers);
  uncoupled_.resize(n);
  permuted_.resize(n * static_cast<std::size_t>(width_));
}

/// The pattern of L is that of U turned over.
void BlockLU::transpose_upper() {
  const auto &u_start = elimination_.start, &u_col = elimination_.col;
  const auto n = static_cast<std::size_t>(size());
  l_start_.assign(n + 1, 0);
  for (const auto col : u_col) ++l_start_[static_cast<std::size_t>(col) + 1];
  for (std::size_t i = 0; i < n; ++i) l_start_[i + 1] += l_start_[i];
  next_.assign(l_start_.begin(), l_start_.end());
  l_col_.resize(u_col.size());
  for (std::size_t i = 0; i < n; ++i)
    for (auto e = u_start[i]; e < u_start[i + 1]; ++e) {
      auto& next = next_[static_cast<std::size_t>(u_col[static_cast<std::size_t>(e)])];
      l_col_[static_cast<std::size_t>(next++)] = static_cast<std::int32_t>(i);
    }
}

double BlockLU::cost() const {
  constexpr double faster = 2.5;  // a multiplication inside a product of blocks than one of a sparse matrix
  return std::pow(static_cast<double>(width_), 3.0) * elimination_.products / faster;
}

double BlockLU::factorise(const std::vector<double>& values) {
  make_room();
  if (width_ == 1) return factorise_blocks<1>(values.data());
  return width_ == 2 ? factorise_blocks<2>(values.data()) : factorise_blocks<3>(values.data());
}

/// Row after row: L_pj = A_pj U_jj^-1 and A_p -= L_pj U_j for all earlier j that the row couples to.
template <Index width>
double BlockLU::factorise_blocks(const double* values) {
  const auto &u_start = elimination_.start, &u_col = elimination_.col, &order = elimination_.order,
             &place = elimination_.place;
  constexpr Index numbers = block_stride(width);
  const auto at = [](auto& blocks, std::int32_t i) { return blocks.data() + static_cast<Index>(i) * numbers; };
  double smallest = std::numeric_limits<double>::infinity();
  sign_ = 1;
  for (std::size_t p = 0; p < order.size(); ++p) {
    const auto row = static_cast<std::size_t>(order[p]);
    const auto here = static_cast<std::int32_t>(p);
    for (auto e = l_start_[p]; e < l_start_[p + 1]; ++e)
      std::fill_n(at(work_, l_col_[static_cast<std::size_t>(e)]), numbers, 0.0);
    for (auto e = u_start[p]; e < u_start[p + 1]; ++e)
      std::fill_n(at(work_, u_col[static_cast<std::size_t>(e)]), numbers, 0.0);
    for (auto e = pattern_->start[row]; e < pattern_->start[row + 1]; ++e)
      std::copy_n(values + static_cast<Index>(e) * numbers, numbers,
                  at(work_, place[static_cast<std::size_t>(pattern_->col[static_cast<std::size_t>(e)])]));
    for (auto e = l_start_[p]; e < l_start_[p + 1]; ++e) {
      const auto j = l_col_[static_cast<std::size_t>(e)];
      double* const l = at(l_, e);
      if (is_zero<width>(at(work_, j))) {
        std::fill_n(l, numbers, 0.0);
        continue;
      }
      product<width>(l, at(work_, j), at(inverse_, j));
      if (uncoupled_[static_cast<std::size_t>(j)] != 0) continue;
      const auto end = u_start[static_cast<std::size_t>(j) + 1];
      for (auto f = u_start[static_cast<std::size_t>(j)]; f < end; ++f)
        subtract_product<width>(at(work_, u_col[static_cast<std::size_t>(f)]), l, at(u_, f));
    }
    bool coupled = false;
    for (auto e = u_start[p]; e < u_start[p + 1]; ++e) {
      const double* const from = at(work_, u_col[static_cast<std::size_t>(e)]);
      std::copy_n(from, numbers, at(u_, e));
      coupled = coupled || !is_zero<width>(from);
    }
    uncoupled_[p] = static_cast<char>(!coupled);
    smallest = std::min(smallest, invert<width>(at(work_, here), at(inverse_, here), sign_));
    if (!(smallest > 0.0)) return 0.0;
  }
  return smallest;
}

void BlockLU::solve(VecOut b) const {
  if (width_ == 1) return solve_blocks<1>(b.data());
  width_ == 2 ? solve_blocks<2>(b.data()) : solve_blocks<3>(b.data());
}

template <Index width>
void BlockLU::solve_blocks(double* b) const {
  const auto &u_start = elimination_.start, &u_col = elimination_.col, &order = elimination_.order;
  constexpr Index numbers = block_stride(width), stride = block_row_stride(width);
  const auto n = static_cast<Index>(order.size());
  double* const x = permuted_.data();
  const auto subtract = [&](double* to, const std::vector<double>& blocks, std::int32_t e, std::int32_t col) {
    const double* const a = blocks.data() + static_cast<Index>(e) * numbers;
    for (Index i = 0; i < width; ++i)
      for (Index j = 0; j < width; ++j) to[i] -= a[i * stride + j] * x[col * width + j];
  };
  for (Index p = 0; p < n; ++p) {
    const auto i = static_cast<std::size_t>(p);
    std::copy_n(b + order[i] * width, width, x + p * width);
    for (auto e = l_start_[i]; e < l_start_[i + 1]; ++e)
      subtract(x + p * width, l_, e, l_col_[static_cast<std::size_t>(e)]);
  }
  for (Index p = n - 1; p >= 0; --p) {
    const auto i = static_cast<std::size_t>(p);
    std::array<double, 3> sum{};
    std::copy_n(x + p * width, width, sum.begin());
    for (auto e = u_start[i]; e < u_start[i + 1]; ++e) subtract(sum.data(), u_, e, u_col[static_cast<std::size_t>(e)]);
    const double* const inverse = inverse_.data() + p * numbers;
    for (Index r = 0; r < width; ++r) {
      double value = 0.0;
      for (Index j = 0; j < width; ++j) value += inverse[r * stride + j] * sum[static_cast<std::size_t>(j)];
      x[p * width + r] = value;
    }
    std::copy_n(x + p * width, width, b + order[i] * width);
  }
}

}  // namespace percuss
