// SPDX-License-Identifier: Apache-2.0
#include "model/bar_material.hpp"

namespace percuss {

SymmetricMatrix RayleighDamping::matrix(const SparseMatrix& M, const SparseMatrix& K) const {
  if (mass == 0.0 && stiffness == 0.0) return SymmetricMatrix(M.rows());
  return SymmetricMatrix(SparseMatrix(mass * M + stiffness * K));
}

}  // namespace percuss
