// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <numeric>
#include <vector>

#include "core/at.hpp"

namespace percuss {

/// 0 .. n-1 in sets that are joined.
class DisjointSets {
 public:
  explicit DisjointSets(Index n) : parent_(at(n)) { std::iota(parent_.begin(), parent_.end(), Index{0}); }
  /// The one that stands for the set of i.
  Index root(Index i) {
    while (parent_[at(i)] != i) i = parent_[at(i)] = parent_[at(parent_[at(i)])];
    return i;
  }
  void join(Index i, Index j) { parent_[at(root(i))] = root(j); }

 private:
  std::vector<Index> parent_;
};

}  // namespace percuss
