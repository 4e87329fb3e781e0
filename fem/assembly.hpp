// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "core/types.hpp"

namespace percuss::fem {

/// Collects element matrices and adds them up into one sparse matrix: the one place that scatters.
class Assembler {
 public:
  /// `entries` is how many numbers will be scattered (elements x dofs^2): room is made once.
  explicit Assembler(Index dofs, Index entries = 0);

  /// A(dofs_i, dofs_j) += element(i, j).
  template <std::size_t n>
  void add(const std::array<Index, n>& dofs,
           const Eigen::Matrix<double, static_cast<int>(n), static_cast<int>(n)>& element) {
    for (std::size_t j = 0; j < n; ++j)
      for (std::size_t i = 0; i < n; ++i)
        if (const double a = element(static_cast<Index>(i), static_cast<Index>(j)); a != 0.0)
          entries_.emplace_back(static_cast<int>(dofs[i]), static_cast<int>(dofs[j]), a);
  }
  /// A(i, j) += value
  void add(Index i, Index j, double value) {
    if (value != 0.0) entries_.emplace_back(static_cast<int>(i), static_cast<int>(j), value);
  }
  /// The sum of what was added; the assembler is empty afterwards.
  SparseMatrix finish();

 private:
  Index dofs_;
  std::vector<Eigen::Triplet<double, int>> entries_;
};

}  // namespace percuss::fem
