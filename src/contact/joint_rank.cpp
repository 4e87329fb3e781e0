// SPDX-License-Identifier: Apache-2.0
#include "contact/joint_rank.hpp"

#include <Eigen/SparseCholesky>

#include "contact/joint_columns.hpp"
#include "core/decompositions.hpp"

namespace percuss {

namespace {

constexpr Index most_dense_rows = 300;  // 300 columns over 1000 rows: tens of milliseconds

Index rank_by_qr(const SparseMatrix& A) {
  Eigen::ColPivHouseholderQR<Matrix> qr;
  qr.setThreshold(1e-10);
  return qr.compute(Matrix(A)).rank();
}

/// Pivot j of A'A = L D L' is the squared distance of column j from those before it. A sparse QR would see smaller
/// distances, and takes minutes where this takes a second (nets of some thousand rods).
Index rank_by_distances(const SparseMatrix& A) {
  constexpr double least_distance = 1e-5, shift = 1e-14;  // the shift keeps pivots of dependent columns off 0
  SparseMatrix gram = A.transpose() * A;
  for (Index j = 0; j < gram.cols(); ++j) gram.coeffRef(j, j) += shift;
  const Eigen::SimplicialLDLT<SparseMatrix> factor(gram);
  return (factor.vectorD().array() > least_distance * least_distance).count();
}

Index rank_of(const SparseMatrix& A) {
  if (A.cols() == 0) return 0;
  return A.cols() <= most_dense_rows ? rank_by_qr(A) : rank_by_distances(A);
}

}  // namespace

JointRank joint_rank(const ContactModel& contacts, Index nv, double t, VecRef q) {
  const auto joints = rigid_joints(contacts);
  if (joints.empty()) return {};
  const JointColumns columns(contacts, nv, joints, t, q);
  return {columns.rows, rank_of(columns.unit)};
}

}  // namespace percuss
