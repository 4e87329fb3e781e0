// SPDX-License-Identifier: Apache-2.0
#include "scheme/explicit_springs.hpp"

#include <algorithm>
#include <cmath>

#include "core/decompositions.hpp"

namespace percuss {

namespace {

/// Dense matrices of this size take a second.
constexpr Index most_spring_rows = 1000;
/// Rows that have changed by less than this share have not changed.
constexpr double unchanged = 0.01;

/// M^-1 W, column by column.
Matrix responses(const SparseColumns& W, const BlockFactor& mass) {
  Matrix all = Matrix::Zero(W.rows(), W.cols());
  Vector column(W.rows());
  for (Index j = 0; j < W.cols(); ++j) {
    column.setZero();
    W.add_column(j, 1.0, column);
    mass.solve_in_place(column);
    all.col(j) = column;
  }
  return all;
}

Matrix products(const SparseColumns& W, const Matrix& Y) {
  Matrix all(W.cols(), Y.cols());
  for (Index j = 0; j < Y.cols(); ++j)
    for (Index i = 0; i < W.cols(); ++i) all(i, j) = W.column_dot(i, Y.col(j));
  return all;
}

bool nearly_equal(const SparseColumns& a, const SparseColumns& b) {
  if (a.cols() != b.cols() || a.non_zeros() != b.non_zeros()) return false;
  for (Index j = 0; j < a.cols(); ++j) {
    if (a.begin(j) != b.begin(j) || a.end(j) != b.end(j)) return false;
    double change = 0.0, size = 0.0;
    for (Index k = a.begin(j); k < a.end(j); ++k) {
      if (a.row(k) != b.row(k)) return false;
      change = std::max(change, std::abs(a.value(k) - b.value(k)));
      size = std::max(size, std::abs(a.value(k)));
    }
    if (change > unchanged * size) return false;
  }
  return true;
}

bool nearly_equal(const std::vector<JointLaw>& a, const std::vector<JointLaw>& b) {
  if (a.size() != b.size()) return false;
  double change = 0.0, size = 0.0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    if (a[i].damping != b[i].damping) return false;
    change = std::max(change, std::abs(a[i].stiffness - b[i].stiffness));
    size = std::max(size, std::abs(a[i].stiffness));
  }
  return change <= unchanged * size;
}

/// L with L L' = P; `unheld` is the largest entry that P had without joints, whose round-off counts.
Matrix square_root_of(const Matrix& P, double unheld) {
  constexpr double round_off = 1e-13;
  const Eigen::SelfAdjointEigenSolver<Matrix> solver(P);
  const Index n = (solver.eigenvalues().array() > round_off * unheld).count();  // the last: they ascend
  return solver.eigenvectors().rightCols(n) * solver.eigenvalues().tail(n).cwiseSqrt().asDiagonal();
}

}  // namespace

ExplicitSprings::ExplicitSprings(const MechanicalSystem& system, const ContactModel& contacts)
    : system_(system), contacts_(contacts), mass_(system, LinearSolverKind::automatic) {
  for (Index k = 0; k < contacts.size(); ++k)
    if (contacts.is_joint(k) && !contacts.gives_way(k)) joints_.push_back(k);
  Index joint_rows = 0;
  for (const Index k : joints_) joint_rows += contacts.num_rows(k);
  few_joints_ = joint_rows <= most_spring_rows;
  for (Index i = 0; i < system.num_bodies(); ++i) constant_mass_ = constant_mass_ && system.body(i).has_constant_mass();
}

/// False when they are, nearly, those of the last look, or none or too many.
bool ExplicitSprings::take_rows(VecRef q) {
  W_now_.clear(system_.num_v());
  laws_now_.clear();
  for (const auto& element : system_.force_elements()) element->push_springs(q, W_now_, laws_now_);
  const bool held_alike = constant_mass_ && (joints_.empty() || contacts_.has_constant_jacobian());
  if (looked_ && held_alike && nearly_equal(W_, W_now_) && nearly_equal(laws_, laws_now_)) return false;
  std::swap(W_, W_now_);
  std::swap(laws_, laws_now_);
  return W_.cols() > 0 && W_.cols() <= most_spring_rows;
}

bool ExplicitSprings::look(const State& state) {
  if (!system_.has_force_elements() || !few_joints_ || !take_rows(state.q)) return false;
  looked_ = false;
  if (!mass_.update(state.t, state.q, state.v, {}).ok()) return false;
  contacts_.evaluate(state.t, state.q, system_.num_v(), joints_, held_);
  Matrix P = products(W_, responses(W_, mass_));
  // Rows of different units side by side: each in units of its own rate.
  const Index n = P.rows();
  Vector scale(n), k(n), d(n);
  for (Index i = 0; i < n; ++i) {
    const auto& law = laws_[static_cast<std::size_t>(i)];
    const double square = std::max(std::abs(law.stiffness), law.damping * law.damping * P(i, i));
    scale[i] = std::sqrt(square);
    k[i] = square > 0.0 ? law.stiffness / square : 0.0;
    d[i] = square > 0.0 ? law.damping / square : 0.0;
  }
  const double unheld = scale.cwiseAbs2().cwiseProduct(P.diagonal()).maxCoeff();
  if (held_.rows() > 0) {
    const Matrix Y = responses(held_.W, mass_), coupling = products(W_, Y);
    P -= coupling * Eigen::CompleteOrthogonalDecomposition<Matrix>(products(held_.W, Y)).solve(coupling.transpose());
  }
  const Matrix scaled = scale.asDiagonal() * (0.5 * (P + P.transpose())) * scale.asDiagonal();
  const Matrix L = square_root_of(scaled, unheld);
  modes_ = {L.transpose() * k.asDiagonal() * L, L.transpose() * d.asDiagonal() * L};
  looked_ = true;
  return true;
}

}  // namespace percuss
