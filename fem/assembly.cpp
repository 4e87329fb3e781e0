// SPDX-License-Identifier: Apache-2.0
#include "fem/assembly.hpp"

namespace percuss::fem {

Assembler::Assembler(Index dofs, Index entries) : dofs_(dofs) { entries_.reserve(static_cast<std::size_t>(entries)); }

SparseMatrix Assembler::finish() {
  SparseMatrix A(dofs_, dofs_);
  A.setFromTriplets(entries_.begin(), entries_.end());
  A.makeCompressed();
  entries_.clear();
  entries_.shrink_to_fit();
  return A;
}

}  // namespace percuss::fem
