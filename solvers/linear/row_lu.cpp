// SPDX-License-Identifier: Apache-2.0
#include "solvers/linear/row_lu.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "solvers/linear/block_inverse.hpp"

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

}  // namespace

void RowLU::analyse(const BlockPattern& pattern, Index width, const Elimination& elimination) {
  width_ = width;
  pattern_ = &pattern;
  elimination_ = &elimination;
  l_start_.clear();
}

void RowLU::make_room() {
  const auto n = static_cast<std::size_t>(size()), numbers = static_cast<std::size_t>(block_stride(width_));
  u_.resize(elimination_->col.size() * numbers);
  l_.resize(l_col_.size() * numbers);
  inverse_.resize(n * numbers);
  work_.resize(n * numbers);
  uncoupled_.resize(n);
}

/// The pattern of L is that of U turned over.
void RowLU::transpose_upper() {
  const auto &u_start = elimination_->start, &u_col = elimination_->col;
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

double RowLU::factorise(const double* values) {
  if (l_start_.empty()) transpose_upper();
  make_room();
  if (width_ == 1) return factorise_blocks<1>(values);
  return width_ == 2 ? factorise_blocks<2>(values) : factorise_blocks<3>(values);
}

/// Row after row: L_pj = A_pj U_jj^-1 and A_p -= L_pj U_j for all earlier j that the row couples to.
template <Index width>
double RowLU::factorise_blocks(const double* values) {
  const auto &u_start = elimination_->start, &u_col = elimination_->col, &order = elimination_->order,
             &place = elimination_->place;
  constexpr Index numbers = block_stride(width), stride = block_row_stride(width);
  const auto block_at = [](auto& blocks, std::int32_t i) { return blocks.data() + static_cast<Index>(i) * numbers; };
  double smallest = std::numeric_limits<double>::infinity();
  sign_ = 1;
  for (std::size_t p = 0; p < order.size(); ++p) {
    const auto row = static_cast<std::size_t>(order[p]);
    const auto here = static_cast<std::int32_t>(p);
    for (auto e = l_start_[p]; e < l_start_[p + 1]; ++e)
      std::fill_n(block_at(work_, l_col_[static_cast<std::size_t>(e)]), numbers, 0.0);
    for (auto e = u_start[p]; e < u_start[p + 1]; ++e)
      std::fill_n(block_at(work_, u_col[static_cast<std::size_t>(e)]), numbers, 0.0);
    for (auto e = pattern_->start[row]; e < pattern_->start[row + 1]; ++e)
      std::copy_n(values + static_cast<Index>(e) * numbers, numbers,
                  block_at(work_, place[static_cast<std::size_t>(pattern_->col[static_cast<std::size_t>(e)])]));
    for (auto e = l_start_[p]; e < l_start_[p + 1]; ++e) {
      const auto j = l_col_[static_cast<std::size_t>(e)];
      double* const l = block_at(l_, e);
      if (is_zero<width>(block_at(work_, j))) {
        std::fill_n(l, numbers, 0.0);
        continue;
      }
      product<width>(l, block_at(work_, j), block_at(inverse_, j));
      if (uncoupled_[static_cast<std::size_t>(j)] != 0) continue;
      const auto end = u_start[static_cast<std::size_t>(j) + 1];
      for (auto f = u_start[static_cast<std::size_t>(j)]; f < end; ++f)
        subtract_product<width>(block_at(work_, u_col[static_cast<std::size_t>(f)]), l, block_at(u_, f));
    }
    bool coupled = false;
    for (auto e = u_start[p]; e < u_start[p + 1]; ++e) {
      const double* const from = block_at(work_, u_col[static_cast<std::size_t>(e)]);
      std::copy_n(from, numbers, block_at(u_, e));
      coupled = coupled || !is_zero<width>(from);
    }
    uncoupled_[p] = static_cast<char>(!coupled);
    smallest =
        std::min(smallest, invert<width>(block_at(work_, here), stride, block_at(inverse_, here), stride, sign_));
    if (!(smallest > 0.0)) return 0.0;
  }
  return smallest;
}

void RowLU::solve(double* x) const {
  if (width_ == 1) return solve_blocks<1>(x);
  width_ == 2 ? solve_blocks<2>(x) : solve_blocks<3>(x);
}

template <Index width>
void RowLU::solve_blocks(double* x) const {
  const auto &u_start = elimination_->start, &u_col = elimination_->col;
  constexpr Index numbers = block_stride(width), stride = block_row_stride(width);
  const auto n = size();
  const auto subtract = [&](double* to, const std::vector<double>& blocks, std::int32_t e, std::int32_t col) {
    const double* const a = blocks.data() + static_cast<Index>(e) * numbers;
    for (Index i = 0; i < width; ++i)
      for (Index j = 0; j < width; ++j) to[i] -= a[i * stride + j] * x[col * width + j];
  };
  for (Index p = 0; p < n; ++p) {
    const auto i = static_cast<std::size_t>(p);
    for (auto e = l_start_[i]; e < l_start_[i + 1]; ++e)
      subtract(x + p * width, l_, e, l_col_[static_cast<std::size_t>(e)]);
  }
  for (Index p = n - 1; p >= 0; --p) {
    const auto i = static_cast<std::size_t>(p);
    std::array<double, 3> sum{};
    std::copy_n(x + p * width, width, sum.begin());
    for (auto e = u_start[i]; e < u_start[i + 1]; ++e) subtract(sum.data(), u_, e, u_col[static_cast<std::size_t>(e)]);
    multiply<width>(inverse_.data() + p * numbers, stride, sum.data(), x + p * width);
  }
}

}  // namespace percuss
