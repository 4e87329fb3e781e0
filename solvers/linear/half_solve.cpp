// SPDX-License-Identifier: Apache-2.0
#include "solvers/linear/half_solve.hpp"

#include <algorithm>

namespace percuss {

void HalfSolve::operator()(const SparseFactor& factor, Index count, const Index* rows, const double* values,
                           SparseVector& z) {
  const auto n = factor.place.size();
  if (work_.size() < n) {
    work_.resize(n, 0.0);
    seen_.resize(n, 0);
  }
  z.row.clear();
  for (Index e = 0; e < count; ++e) {
    auto k = static_cast<std::size_t>(factor.place[static_cast<std::size_t>(rows[e])]);
    work_[k] += values[e];
    while (seen_[k] == 0) {
      seen_[k] = 1;
      z.row.push_back(static_cast<Index>(k));
      if (factor.start[k] == factor.end[k]) break;
      k = static_cast<std::size_t>(factor.row[factor.start[k]]);  // the parent in the elimination tree
    }
  }
  std::sort(z.row.begin(), z.row.end());
  z.value.resize(z.row.size());
  for (std::size_t i = 0; i < z.row.size(); ++i) {
    const auto k = static_cast<std::size_t>(z.row[i]);
    const double y = work_[k];
    for (Index e = factor.start[k]; e < factor.end[k]; ++e)
      work_[static_cast<std::size_t>(factor.row[e])] -= factor.value[e] * y;
    z.value[i] = y * factor.inverse_root[k];
    work_[k] = 0.0;
    seen_[k] = 0;
  }
}

}  // namespace percuss
