// SPDX-License-Identifier: Apache-2.0
#include "model/floating_inertia_planar.hpp"

#include "solvers/linear/eigenmodes.hpp"

namespace percuss {

Matrix undeformed_mass(const FloatingInertiaPlanar& inertia) {
  const Index r = inertia.sx.size(), n = 3 + r;
  Matrix M = Matrix::Zero(n, n);
  M(0, 0) = M(1, 1) = inertia.mass;
  M(2, 2) = inertia.second;
  M(0, 2) = -inertia.first[1];
  M(1, 2) = inertia.first[0];
  M.block(0, 3, 1, r) = inertia.sx.transpose();
  M.block(1, 3, 1, r) = inertia.sy.transpose();
  M.block(2, 3, 1, r) = inertia.turning.transpose();
  M.bottomRightCorner(r, r) = inertia.elastic.to_sparse();
  M.triangularView<Eigen::StrictlyLower>() = M.transpose();
  return M;
}

double fastest_oscillation(const FloatingInertiaPlanar& inertia, const SymmetricMatrix& K, double slow) {
  const Matrix M = undeformed_mass(inertia);
  Matrix stiffness = Matrix::Zero(M.rows(), M.cols());
  stiffness.bottomRightCorner(K.size(), K.size()) = K.to_sparse();
  return all_modes(stiffness, M, slow).omega[M.rows() - 1];
}

}  // namespace percuss
