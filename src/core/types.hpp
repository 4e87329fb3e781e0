// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <Eigen/Core>
#include <Eigen/SparseCore>

namespace percuss {

using Index = Eigen::Index;
using Vector = Eigen::VectorXd;
using Matrix = Eigen::MatrixXd;
using SparseMatrix = Eigen::SparseMatrix<double>;  // compressed, columns sorted
using VecRef = const Eigen::Ref<const Vector>&;    // read-only argument; a segment binds without a copy
using VecOut = Eigen::Ref<Vector>;                 // written argument; the caller has sized it
using VecView = Eigen::Map<const Vector>;          // returned view; lives as long as its owner is not updated

/// The first n entries of a workspace that only ever grows: calls of changing size allocate nothing once it is large.
inline auto workspace(Vector& v, Index n) {
  if (v.size() < n) v.resize(n);
  return v.head(n);
}

}  // namespace percuss
