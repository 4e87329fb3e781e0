// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/block_contacts.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "solvers/contact/scaled_units.hpp"

namespace percuss {

bool BlockContacts::load(const ContactProblem& problem) {
  set_ = &problem.contacts;
  const bool kept = same_pattern(problem);
  if (!kept) find_pattern(problem);
  const Index n = size();
  auto s = workspace(s_, n), c = workspace(c_, n);
  s.setOnes();
  c.setZero();
  std::fill(values_.begin(), values_.end(), 0.0);
  const auto diagonal = problem.G.diagonal();
  for (Index k = 0; k < contacts(); ++k) {
    const Index first = set_->first_row(k), rows = set_->num_rows(k);
    find_scales(*set_, diagonal, k, s.data() + k * width_);
    for (Index r = 0; r < rows; ++r) c[k * width_ + r] = problem.c[first + r] / s[k * width_ + r];
  }
  const auto& rows = *problem.G.rows();
  const auto place = [&](Index row) {
    const Index k = contact_[static_cast<std::size_t>(row)];
    return k * width_ + row - set_->first_row(k);
  };
  for (Index i = 0; i < problem.c.size(); ++i) {
    const double inverse = 1.0 / s[place(i)];
    const auto end = static_cast<std::size_t>(rows.start[static_cast<std::size_t>(i) + 1]);
    for (auto e = static_cast<std::size_t>(rows.start[static_cast<std::size_t>(i)]); e < end; ++e)
      values_[static_cast<std::size_t>(slot_[e])] = rows.value[e] * inverse / s[place(rows.col[e])];
  }
  for (Index k = 0; k < contacts(); ++k) put_ones(problem, diagonal, k);
  return !kept;
}

/// On the diagonal of what is filled up, and of rows that hold nothing.
void BlockContacts::put_ones(const ContactProblem& problem, VecRef diagonal, Index k) {
  std::int32_t own = -1;
  for (Index r = 0; r < width_; ++r) {
    if (r < set_->num_rows(k) && !is_empty_joint_row(problem, diagonal, k, set_->first_row(k) + r)) continue;
    if (own < 0) {
      const auto begin = pattern_.col.begin() + pattern_.start[static_cast<std::size_t>(k)];
      own = static_cast<std::int32_t>(std::find(begin, pattern_.col.end(), static_cast<std::int32_t>(k)) -
                                      pattern_.col.begin());
    }
    values_[static_cast<std::size_t>(own * block_stride(width_) + r * block_row_stride(width_) + r)] = 1.0;
  }
}

bool BlockContacts::same_pattern(const ContactProblem& problem) const {
  const auto& rows = *problem.G.rows();
  return first_ == problem.contacts.start && start_ == rows.start && col_ == rows.col;
}

void BlockContacts::find_pattern(const ContactProblem& problem) {
  const auto& rows = *problem.G.rows();
  const auto count = static_cast<std::size_t>(contacts());
  first_ = set_->start;
  start_ = rows.start;
  col_ = rows.col;
  width_ = 1;
  contact_.resize(static_cast<std::size_t>(problem.c.size()));
  for (Index k = 0; k < contacts(); ++k) {
    width_ = std::max(width_, set_->num_rows(k));
    std::fill_n(contact_.begin() + set_->first_row(k), set_->num_rows(k), static_cast<std::int32_t>(k));
  }
  pattern_.start.assign(1, 0);
  pattern_.col.clear();
  slot_.resize(rows.col.size());
  seen_.assign(count, -1);
  const Index stride = block_row_stride(width_), numbers = block_stride(width_);
  for (Index k = 0; k < contacts(); ++k) {
    const auto begin = pattern_.col.size();
    const auto see = [&](std::int32_t other) {
      if (seen_[static_cast<std::size_t>(other)] == static_cast<std::int32_t>(k)) return;
      seen_[static_cast<std::size_t>(other)] = static_cast<std::int32_t>(k);
      pattern_.col.push_back(other);
    };
    see(static_cast<std::int32_t>(k));
    const auto first = static_cast<std::size_t>(set_->first_row(k));
    const auto last = first + static_cast<std::size_t>(set_->num_rows(k));
    for (Index e = rows.start[first]; e < rows.start[last]; ++e)
      see(contact_[static_cast<std::size_t>(rows.col[static_cast<std::size_t>(e)])]);
    const auto from = pattern_.col.begin() + static_cast<std::ptrdiff_t>(begin);
    std::sort(from, pattern_.col.end());
    for (std::size_t i = first; i < last; ++i)
      for (auto e = static_cast<std::size_t>(rows.start[i]); e < static_cast<std::size_t>(rows.start[i + 1]); ++e) {
        const auto other = contact_[static_cast<std::size_t>(rows.col[e])];
        const Index block = std::lower_bound(from, pattern_.col.end(), other) - pattern_.col.begin();
        slot_[e] = block * numbers + static_cast<Index>(i - first) * stride + rows.col[e] - set_->first_row(other);
      }
    pattern_.start.push_back(static_cast<std::int32_t>(pattern_.col.size()));
  }
  values_.resize(pattern_.col.size() * static_cast<std::size_t>(numbers));
}

void BlockContacts::scaled(VecRef x, VecOut y) const {
  y.setZero();
  for (Index k = 0; k < contacts(); ++k)
    for (Index r = 0; r < set_->num_rows(k); ++r) y[k * width_ + r] = x[set_->first_row(k) + r] * s_[k * width_ + r];
}

void BlockContacts::unscaled(VecRef y, VecOut x) const {
  for (Index k = 0; k < contacts(); ++k)
    for (Index r = 0; r < set_->num_rows(k); ++r) x[set_->first_row(k) + r] = y[k * width_ + r] / s_[k * width_ + r];
}

void BlockContacts::velocity(VecRef y, VecOut gamma) const {
  if (width_ == 1) return multiply<1>(y.data(), gamma.data());
  width_ == 2 ? multiply<2>(y.data(), gamma.data()) : multiply<3>(y.data(), gamma.data());
}

template <Index width>
void BlockContacts::multiply(const double* y, double* gamma) const {
  constexpr Index stride = block_row_stride(width);
  for (Index k = 0; k < contacts(); ++k) {
    std::array<double, width> sum;
    for (Index r = 0; r < width; ++r) sum[static_cast<std::size_t>(r)] = c_[k * width + r];
    const auto end = pattern_.start[static_cast<std::size_t>(k) + 1];
    for (auto e = pattern_.start[static_cast<std::size_t>(k)]; e < end; ++e) {
      const double* const a = values_.data() + static_cast<Index>(e) * block_stride(width);
      const double* const y_j = y + static_cast<Index>(pattern_.col[static_cast<std::size_t>(e)]) * width;
      for (Index r = 0; r < width; ++r)
        for (Index j = 0; j < width; ++j) sum[static_cast<std::size_t>(r)] += a[r * stride + j] * y_j[j];
    }
    std::copy_n(sum.begin(), width, gamma + k * width);
  }
}

std::array<double, 3> BlockContacts::product_at(Index contact, VecRef d) const {
  std::array<double, 3> sum{};
  const Index stride = block_row_stride(width_);
  const auto k = static_cast<std::size_t>(contact);
  for (auto e = pattern_.start[k]; e < pattern_.start[k + 1]; ++e) {
    const double* const d_j = d.data() + static_cast<Index>(pattern_.col[static_cast<std::size_t>(e)]) * width_;
    for (Index r = 0; r < width_; ++r)
      for (Index j = 0; j < width_; ++j) sum[static_cast<std::size_t>(r)] += block(e)[r * stride + j] * d_j[j];
  }
  return sum;
}

double BlockContacts::residual(VecRef gamma, VecRef y) const {
  double worst = 0.0;
  for (Index k = 0; k < contacts(); ++k) {
    const Index i = k * width_;
    worst = worse_residual(worst, *set_, k, y.data() + i, gamma.data() + i, s_.data() + i);
  }
  return worst;
}

double BlockContacts::rounding(VecRef y) const {
  double worst = 0.0;
  const Index stride = block_row_stride(width_);
  for (Index k = 0; k < contacts(); ++k)
    for (Index r = 0; r < set_->num_rows(k); ++r) {
      double sum = std::abs(c_[k * width_ + r]);
      const auto end = pattern_.start[static_cast<std::size_t>(k) + 1];
      for (auto e = pattern_.start[static_cast<std::size_t>(k)]; e < end; ++e)
        for (Index j = 0; j < width_; ++j)
          sum += std::abs(block(e)[r * stride + j] * y[pattern_.col[static_cast<std::size_t>(e)] * width_ + j]);
      worst = std::max(worst, sum * s_[k * width_ + r]);
    }
  return 4.0 * std::numeric_limits<double>::epsilon() * worst;
}

}  // namespace percuss
