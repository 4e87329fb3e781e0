// SPDX-License-Identifier: Apache-2.0
#include "contact/joint_rank.hpp"

#include <Eigen/SparseCholesky>
#include <cmath>

#include "contact/joint_columns.hpp"
#include "core/decompositions.hpp"
#include "core/joint_places.hpp"

namespace percuss {

namespace {

constexpr Index most_dense_rows = 300;  // 300 columns over 1000 rows: tens of milliseconds

void rank_by_qr(const SparseMatrix& A, JointRank& found) {
  Eigen::ColPivHouseholderQR<Matrix> qr;
  qr.setThreshold(distinct_columns);
  found.rank = qr.compute(Matrix(A)).rank();
  if (found.rank > 0) found.weakest = std::abs(qr.matrixQR()(found.rank - 1, found.rank - 1)) / qr.maxPivot();
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

}  // namespace

JointRank joint_rank(const ContactModel& contacts, Index nv, double t, VecRef q) {
  const auto joints = rigid_joints(contacts);
  if (joints.empty()) return {};
  const JointColumns columns(contacts, nv, joints, t, q);
  JointRank found{columns.rows};
  if (columns.cols() > most_dense_rows)
    found.rank = rank_by_distances(columns.unit);
  else if (columns.cols() > 0)
    rank_by_qr(columns.unit, found);
  return found;
}

}  // namespace percuss
