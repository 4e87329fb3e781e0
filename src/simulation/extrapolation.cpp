// SPDX-License-Identifier: Apache-2.0
#include "simulation/extrapolation.hpp"

namespace percuss {

void Extrapolation::add(Index n, VecRef value) {
  const auto i = static_cast<std::size_t>(rows_);
  if (row_.size() == i) {
    row_.emplace_back();
    n_.push_back(0);
  }
  n_[i] = n;
  if (i > 0) before_ = row_[i - 1];
  next_ = value;
  for (std::size_t j = 0; j < i; ++j) {
    next_.swap(row_[j]);  // next_ is T_i-1,j+1 now, and the row has T_i,j+1
    const double ratio = static_cast<double>(n) / static_cast<double>(n_[i - 1 - j]);
    next_ = row_[j] + (row_[j] - next_) / (ratio - 1.0);
  }
  row_[i].swap(next_);
  ++rows_;
}

}  // namespace percuss
