// SPDX-License-Identifier: Apache-2.0
#include "solvers/linear/block_lu.hpp"

#include <algorithm>
#include <cmath>

#include "core/at.hpp"

namespace percuss {

bool BlockLU::analyse(const BlockPattern& pattern, Index width, Index most_blocks) {
  width_ = width;
  pattern_ = &pattern;
  if (!elimination_.find(pattern, (most_blocks - pattern.size()) / 2)) return false;
  if (large()) {
    elimination_.take_postorder();
    fronts_.analyse(pattern, width, elimination_);
  }
  rows_.analyse(pattern, width, elimination_);
  return true;
}

double BlockLU::cost() const {
  const double faster = large() ? 4.0 : 2.5;  // a multiplication inside a product of blocks than one of a sparse matrix
  return std::pow(static_cast<double>(width_), 3.0) * elimination_.products / faster;
}

/// Rows that do not couple save most of their own work and of that of others.
bool BlockLU::most_rows_are_coupled(const double* values) const {
  constexpr Index enough = 3, of = 4;
  const Index n = pattern_->size(), numbers = block_stride(width_);
  Index coupled = 0;
  for (Index i = 0; i < n; ++i)
    for (auto e = pattern_->start[at(i)]; e < pattern_->start[at(i) + 1]; ++e) {
      const double* const block = values + static_cast<Index>(e) * numbers;
      if (pattern_->col[at(e)] == i || std::all_of(block, block + numbers, [](double x) { return x == 0.0; })) continue;
      ++coupled;
      break;
    }
  return of * coupled >= enough * n;
}

double BlockLU::factorise(const std::vector<double>& values) {
  permuted_.resize(at(pattern_->size() * width_));
  by_fronts_ = large() && most_rows_are_coupled(values.data());
  return by_fronts_ ? fronts_.factorise(values.data()) : rows_.factorise(values.data());
}

void BlockLU::solve(VecOut b) const {
  const Index n = pattern_->size();
  const auto& order = elimination_.order;
  double* const x = permuted_.data();
  for (Index p = 0; p < n; ++p) std::copy_n(b.data() + order[at(p)] * width_, width_, x + p * width_);
  by_fronts_ ? fronts_.solve(x) : rows_.solve(x);
  for (Index p = 0; p < n; ++p) std::copy_n(x + p * width_, width_, b.data() + order[at(p)] * width_);
}

}  // namespace percuss
