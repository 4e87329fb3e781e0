// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <vector>

#include "core/types.hpp"

namespace percuss::backends {

/// Remembers the pattern of the matrix analysed last, so that the symbolic analysis is redone only when it changes.
class PatternMemory {
 public:
  /// True when A has the remembered pattern; remembers A's otherwise.
  bool holds_for(const SparseMatrix& A) {
    if (outer_.size() == static_cast<std::size_t>(A.outerSize() + 1) &&
        inner_.size() == static_cast<std::size_t>(A.nonZeros()) &&
        std::equal(outer_.begin(), outer_.end(), A.outerIndexPtr()) &&
        std::equal(inner_.begin(), inner_.end(), A.innerIndexPtr()))
      return true;
    outer_.assign(A.outerIndexPtr(), A.outerIndexPtr() + A.outerSize() + 1);
    inner_.assign(A.innerIndexPtr(), A.innerIndexPtr() + A.nonZeros());
    return false;
  }

 private:
  std::vector<int> outer_, inner_;
};

}  // namespace percuss::backends
