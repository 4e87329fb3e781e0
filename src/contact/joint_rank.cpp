// SPDX-License-Identifier: Apache-2.0
#include "contact/joint_rank.hpp"

#include <Eigen/SparseCholesky>
#include <algorithm>
#include <cmath>
#include <vector>

#include "core/decompositions.hpp"

namespace percuss {

namespace {

constexpr Index most_dense_rows = 300;  // 300 columns over 1000 rows: tens of milliseconds

/// W of unit columns over the velocities that it touches; columns of zeros are left out.
SparseMatrix unit_columns(const SparseColumns& W) {
  std::vector<Index> touched;
  for (Index e = 0; e < W.non_zeros(); ++e) touched.push_back(W.row(e));
  std::sort(touched.begin(), touched.end());
  touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
  std::vector<Eigen::Triplet<double>> entries;
  int columns = 0;
  for (Index j = 0; j < W.cols(); ++j) {
    double squared = 0.0;
    for (Index e = W.begin(j); e < W.end(j); ++e) squared += W.value(e) * W.value(e);
    if (squared == 0.0) continue;
    for (Index e = W.begin(j); e < W.end(j); ++e) {
      const auto row = std::lower_bound(touched.begin(), touched.end(), W.row(e)) - touched.begin();
      entries.emplace_back(static_cast<int>(row), columns, W.value(e) / std::sqrt(squared));
    }
    ++columns;
  }
  SparseMatrix unit(static_cast<Index>(touched.size()), columns);
  unit.setFromTriplets(entries.begin(), entries.end());
  return unit;
}

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
  std::vector<Index> joints;
  for (Index k = 0; k < contacts.size(); ++k)
    if (contacts.is_joint(k) && !contacts.gives_way(k))  // springs side by side are not redundant
      joints.push_back(k);
  if (joints.empty()) return {};
  ContactSet set;
  contacts.evaluate(t, q, nv, joints, set);
  return {set.rows(), rank_of(unit_columns(set.W))};
}

}  // namespace percuss
