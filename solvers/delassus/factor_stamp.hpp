// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "solvers/linear/block_factor.hpp"

namespace percuss {

/// Remembers which factorisations something was computed from.
class FactorStamp {
 public:
  /// Nothing has been refactored since `take`.
  bool holds_for(const BlockFactor& factor) const {
    if (factor_ != &factor || static_cast<Index>(versions_.size()) != factor.system().num_bodies()) return false;
    for (Index i = 0; i < factor.system().num_bodies(); ++i)
      if (versions_[static_cast<std::size_t>(i)] != factor.version(i)) return false;
    return true;
  }
  void take(const BlockFactor& factor) {
    factor_ = &factor;
    versions_.resize(static_cast<std::size_t>(factor.system().num_bodies()));
    for (Index i = 0; i < factor.system().num_bodies(); ++i) versions_[static_cast<std::size_t>(i)] = factor.version(i);
  }

 private:
  const BlockFactor* factor_ = nullptr;
  std::vector<long> versions_;
};

}  // namespace percuss
