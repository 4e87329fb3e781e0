// SPDX-License-Identifier: Apache-2.0
#include "contact/joint_mixture.hpp"

#include <cmath>

#include "contact/column_choice.hpp"
#include "core/decompositions.hpp"
#include "core/joint_model.hpp"
#include "core/memory_walk.hpp"

namespace percuss {

namespace {

constexpr double far = 0.02;  // of the size of the joints
// Square of the least singular value of unit columns that is not what joints were typed to, and, later on, no drift.
constexpr double distinct_initially = 1e-14, distinct_later = 4e-4;

/// The forces that do nothing on unit columns W: (columns x `count`); empty where they are not told from others. W'W
/// squares by how little others do something, and mixes its vectors up with them by rounding: what W shows of that is
/// taken away.
Matrix self_stress(const Matrix& W, Index count, double distinct) {
  const Eigen::SelfAdjointEigenSolver<Matrix> gram(W.transpose() * W);
  const auto& squares = gram.eigenvalues();  // ascending
  if (count < squares.size() && !(squares[count] >= distinct && squares[count - 1] <= 0.01 * squares[count])) return {};
  const Matrix S = gram.eigenvectors().leftCols(count), others = gram.eigenvectors().rightCols(squares.size() - count);
  return S - others * Eigen::CompleteOrthogonalDecomposition<Matrix>(W * others).solve(W * S);
}

/// The columns of M orthonormal, and off those of `basis`, in their order.
Matrix orthonormal(Matrix M, const Matrix& basis) {
  for (Index j = 0; j < M.cols(); ++j) {
    project_off(basis, M.col(j));
    project_off(M.leftCols(j), M.col(j));
    M.col(j).normalize();
  }
  return M;
}

}  // namespace

JointMixture::JointMixture(const ContactModel& contacts, const MechanicalSystem& system, const LinkedJoints& group,
                           double t, VecRef q)
    : linked_(group.joints), redundant_(static_cast<Index>(group.repeated.size())) {
  const JointColumns columns(contacts, system.num_v(), linked_, t, q);
  const ScaledColumns scaled(columns, columns.touched);
  touched_ = columns.touched;
  lever_ = scaled.lever;
  size_ = columns.size;
  first_row_.push_back(0);
  for (const Index k : linked_) {
    for (Index row = 0; row < contacts.num_rows(k); ++row) row_.push_back({k, row});
    first_row_.push_back(static_cast<Index>(row_.size()));
  }
  slot_of_.assign(row_.size(), unmixed);
  place_of_.assign(row_.size(), -1);
  std::vector<double> weights;
  std::vector<Index> kept;  // rows of V that are independent
  for (Index j = 0; j < columns.cols(); ++j) {
    const auto& id = columns.of[at(j)];
    if (contacts.is_driven(id.joint)) continue;
    const auto place = static_cast<Index>(weights.size());
    place_of_[at(columns.place[at(j)])] = place;
    if (!std::binary_search(group.repeated.begin(), group.repeated.end(), id)) kept.push_back(place);
    const bool is_moment = find_joint(contacts, id.joint).form().is_moment[at(id.row)];
    weights.push_back(is_moment ? scaled.length[j] : 1.0);
  }
  weight_ = Eigen::Map<const Vector>(weights.data(), static_cast<Index>(weights.size()));
  const auto rank = static_cast<Index>(kept.size());
  Index next = 0;
  for (std::size_t row = 0; row < row_.size(); ++row)
    if (place_of_[row] >= 0) slot_of_[row] = next < rank ? next++ : silent;
  Matrix V = Matrix::Zero(weight_.size(), rank);
  for (Index i = 0; i < rank; ++i) V(kept[at(i)], i) = 1.0;
  set_basis(V);
  look(contacts, system, t, q, distinct_initially);
}

void JointMixture::set_basis(const Matrix& V) {
  V_ = V;
  A_ = V;
  for (Index i = 0; i < A_.rows(); ++i) A_.row(i) /= weight_[i];
}

bool JointMixture::is_due(VecRef v, double h) {
  double fastest = 0.0;
  for (std::size_t i = 0; i < touched_.size(); ++i)
    fastest = std::max(fastest, std::abs(v[touched_[i]]) * lever_[static_cast<Index>(i)]);
  const bool due = way_ >= far * size_;
  way_ = (due ? 0.0 : way_) + h * fastest;
  return due;
}

void JointMixture::look(const ContactModel& contacts, const MechanicalSystem& system, double t, VecRef q) {
  look(contacts, system, t, q, distinct_later);
}

void JointMixture::look(const ContactModel& contacts, const MechanicalSystem& system, double t, VecRef q,
                        double distinct) {
  const JointColumns columns(contacts, system.num_v(), linked_, t, q);
  const ScaledColumns scaled(columns, columns.touched);
  const Matrix S = self_stress(scaled.W, redundant_, distinct);
  if (S.size() == 0) return;
  Matrix of_mixed(V_.rows(), S.cols());  // without rows of motors
  Index found = 0;
  for (Index j = 0; j < columns.cols(); ++j) {
    const Index place = place_of_[at(columns.place[at(j)])];
    if (place < 0) continue;
    of_mixed.row(place) = S.row(j) * (weight_[place] / scaled.length[j]);  // forces that do nothing, weighted as V is
    ++found;
  }
  if (found == of_mixed.rows()) set_basis(orthonormal(V_, orthonormal(of_mixed, Matrix(of_mixed.rows(), 0))));
}

Index JointMixture::first_row(Index k) const {
  const auto place = std::lower_bound(linked_.begin(), linked_.end(), k) - linked_.begin();
  return first_row_[static_cast<std::size_t>(place)];
}

void JointMixture::walk_memory(MemoryWalk& walk) {
  std::vector<double> basis(V_.data(), V_.data() + V_.size());
  walk("basis", basis);
  walk("way", way_);
  if (walk.restores()) set_basis(Eigen::Map<const Matrix>(basis.data(), V_.rows(), V_.cols()));
}

}  // namespace percuss
