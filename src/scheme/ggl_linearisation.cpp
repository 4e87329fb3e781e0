// SPDX-License-Identifier: Apache-2.0
#include "scheme/ggl_linearisation.hpp"

#include <array>
#include <cmath>
#include <span>

namespace percuss {

GglLinearisation::GglLinearisation(const MechanicalSystem& system, const ContactModel& contacts,
                                   ProjectionMetric metric)
    : system_(system),
      contacts_(contacts),
      metric_(metric),
      constant_(system.has_constant_tangent() && contacts.has_constant_jacobian()),
      lu_(system.num_v()),
      mass_factor_(system.num_v()),
      mass_blocks_(static_cast<std::size_t>(system.num_bodies())),
      damping_blocks_(mass_blocks_.size()),
      stiffness_blocks_(mass_blocks_.size()),
      work_(Vector::Zero(system.num_v())),
      shift_(work_) {
  for (Matrix* A : {&M_, &C_, &K_, &B_, &A_}) *A = Matrix::Zero(system.num_v(), system.num_v());
}

void GglLinearisation::reserve(Index rows) {
  if (V_.cols() >= rows) return;
  for (Matrix* A : {&V_, &U_, &dv_, &du_}) A->resize(system_.num_v(), rows);
  if (psi_of_row_.size() < rows) psi_of_row_.resize(rows);
  curvature_.reserve(
      static_cast<std::size_t>(rows * 36));  // a row couples two bodies of six velocities at most, mostly
  curvature_start_.reserve(static_cast<std::size_t>(rows) + 1);
}

/// A <- the tangents of the bodies on the diagonal. When A has been filled before, constant ones stay.
void GglLinearisation::dense(double t, VecRef q, VecRef v, TangentWeights weights, Blocks& blocks, bool filled,
                             Matrix& A) {
  for (Index b = 0; b < system_.num_bodies(); ++b) {
    const auto& body = system_.body(b);
    if (filled && (weights.mass_only() ? body.has_constant_mass() : body.has_constant_tangent())) continue;
    const Index qi = system_.q_offset(b), vi = system_.v_offset(b);
    auto& block = blocks[static_cast<std::size_t>(b)];
    body.tangent(t, q.segment(qi, body.num_q()), v.segment(vi, body.num_v()), weights, block);
    A.block(vi, vi, body.num_v(), body.num_v()).setZero();
    for (Index j = 0; j < block.outerSize(); ++j)
      for (SparseMatrix::InnerIterator entry(block, j); entry; ++entry) A(vi + entry.row(), vi + j) = entry.value();
  }
}

void GglLinearisation::set_mass(double t, VecRef q, VecRef v) {
  dense(t, q, v, {1.0, 0.0, 0.0}, mass_blocks_, has_mass_, M_);
  for (Index b = 0; b < system_.num_bodies(); ++b)
    mass_is_factored_ = mass_is_factored_ && system_.body(b).has_constant_mass();
  has_mass_ = true;
}

Report GglLinearisation::factorize_mass() {
  if (mass_is_factored_ || metric_ == ProjectionMetric::euclidean) return {};
  mass_factor_.compute(M_);
  if (mass_factor_.info() != Eigen::Success)
    return Report::failure(Status::singular, "ggl_unified: the mass matrix is not positive definite");
  mass_is_factored_ = true;
  return {};
}

template <class X>
void GglLinearisation::apply_metric(X&& x) const {
  if (metric_ == ProjectionMetric::kinetic) mass_factor_.solveInPlace(x);
}

void GglLinearisation::take_shift(const GglIterate& at, VecOut r) const {
  const auto psi = at.psi.head(at.rows.size());
  if (psi.isZero(0.0)) return;
  shift_.setZero();
  for (Index i = 0; i < psi.size(); ++i) at.set.W.add_column(at.rows[i], psi[i], shift_);
  apply_metric(shift_);
  r -= shift_;
}

Report GglLinearisation::update(const GglIterate& at, VecRef v_start) {
  h_ = at.h;
  velocity_rows_ = at.set.rows();
  position_rows_ = at.rows.size();
  reserve(rows());
  if (position_rows_ > 0)
    if (auto r = factorize_mass(); !r.ok()) return r;
  evaluate_curvature(at);
  if (!constant_ || factored_h_ != h_) {
    factored_h_ = 0.0;
    if (auto r = factorize(at); !r.ok()) return r;
    factored_h_ = h_;
  }
  if (rows() == 0) return {};
  linearise_rows(at, v_start);
  evaluate_responses(at);
  return {};
}

void GglLinearisation::evaluate_tangents(const GglIterate& at) {
  if (system_.forces_depend_on_velocity())
    dense(at.t_mid, at.q_mid, at.v_mid, {0.0, 1.0, 0.0}, damping_blocks_, has_tangents_, C_);
  dense(at.t_mid, at.q_mid, at.v_mid, {0.0, 0.0, 1.0}, stiffness_blocks_, has_tangents_, K_);
  has_tangents_ = true;
}

/// dW_j/dq for each velocity row j: column l is the derivative along the motion with velocity e_l.
void GglLinearisation::evaluate_curvature(const GglIterate& at) {
  psi_turns_ = false;
  curvature_.clear();
  curvature_start_.assign(1, 0);
  if (contacts_.has_constant_jacobian()) return;
  std::array<double, 6> unit{};  // a joint may hold all six degrees of freedom
  for (Index k = 0; k < at.set.size(); ++k) {
    const std::span<const Index> one(&at.set.id[static_cast<std::size_t>(k)], 1);
    const Index n = at.set.num_rows(k);
    for (Index r = 0; r < n; ++r) {
      unit.fill(0.0);
      unit[static_cast<std::size_t>(r)] = 1.0;
      contacts_.curvature(system_, at.t_mid, at.q_mid, one, 0, VecView(unit.data(), n), curvature_);
      curvature_start_.push_back(curvature_.size());
    }
  }
  psi_of_row_.head(velocity_rows_).setZero();
  for (Index i = 0; i < position_rows_; ++i) {
    psi_of_row_[at.rows[i]] = at.psi[i];
    psi_turns_ = psi_turns_ || at.psi[i] != 0.0;
  }
}

Report GglLinearisation::factorize(const GglIterate& at) {
  evaluate_tangents(at);
  B_ = (0.5 * h_) * K_;
  for (std::size_t j = 0; j + 1 < curvature_start_.size(); ++j)
    for (std::size_t e = curvature_start_[j]; e < curvature_start_[j + 1]; ++e)
      B_(curvature_[e].row(), curvature_[e].col()) -= 0.5 * at.lambda[static_cast<Index>(j)] * curvature_[e].value();
  if (psi_turns_) {  // B E
    A_ = B_.transpose();
    apply_metric(A_);
    A_.transposeInPlace();
    for (std::size_t j = 0; j + 1 < curvature_start_.size(); ++j)
      for (std::size_t e = curvature_start_[j]; e < curvature_start_[j + 1]; ++e)
        B_.col(curvature_[e].col()) +=
            0.5 * psi_of_row_[static_cast<Index>(j)] * curvature_[e].value() * A_.col(curvature_[e].row());
  }
  A_ = M_ + (0.5 * h_) * (C_ + B_);
  lu_.compute(A_);
  ++factorisations_;
  double smallest = INFINITY, largest = 0.0;
  for (Index i = 0; i < A_.rows(); ++i) {
    const double pivot = std::abs(lu_.matrixLU()(i, i));
    smallest = std::min(smallest, pivot);
    largest = std::max(largest, pivot);
  }
  if (!std::isfinite(largest)) return Report::failure(Status::not_finite, "ggl_unified: the tangent is not finite");
  if (A_.rows() > 0 && !(smallest > 0.0))
    return Report::failure(Status::singular, "ggl_unified: the tangent is singular");
  return {};
}

/// Derivatives of the rows of the contact problem to v' (V_) and to u (U_), as columns.
void GglLinearisation::linearise_rows(const GglIterate& at, VecRef v_start) {
  const auto& set = at.set;
  V_.leftCols(rows()).setZero();
  U_.leftCols(rows()).setZero();
  const bool turns = curvature_start_.size() > 1;
  for (Index k = 0; k < set.size(); ++k)
    for (Index r = 0; r < set.num_rows(k); ++r) {
      const Index j = set.first_row(k) + r;
      const auto i = static_cast<std::size_t>(k), row = static_cast<std::size_t>(j);
      set.W.add_column(j, 1.0, V_.col(j));
      if (!turns) continue;
      const double eps = set.cone[i] == Cone::bilateral ? 0.0 : (r == 0 ? set.eps_n[i] : set.eps_t[i]);
      for (std::size_t e = curvature_start_[row]; e < curvature_start_[row + 1]; ++e) {
        const auto& d = curvature_[e];
        U_(d.col(), j) += 0.5 * d.value() * (at.v[d.row()] + eps * v_start[d.row()]);
      }
    }
  for (Index i = 0; i < position_rows_; ++i) {
    const Index j = velocity_rows_ + i;
    const auto row = static_cast<std::size_t>(at.rows[i]);
    set.W.add_column(at.rows[i], 2.0 / h_, U_.col(j));
    for (std::size_t e = turns ? curvature_start_[row] : 0; turns && e < curvature_start_[row + 1]; ++e)
      U_(curvature_[e].row(), j) += curvature_[e].value() / h_ * at.u[curvature_[e].col()];
  }
}

/// What a unit of each Lambda and Psi does to v' and u; Psi is scaled to give the diagonal of S the size that Lambda
/// gives it.
void GglLinearisation::evaluate_responses(const GglIterate& at) {
  double size_lambda = 0.0, size_psi = 0.0;
  for (Index j = 0; j < velocity_rows_; ++j) {
    work_.setZero();
    at.set.W.add_column(j, 1.0, work_);
    dv_.col(j) = lu_.solve(work_);
    du_.col(j) = (0.5 * h_) * dv_.col(j);
    apply_E(du_.col(j));
  }
  auto shifts = du_.middleCols(velocity_rows_, position_rows_);
  shifts.setZero();
  for (Index i = 0; i < position_rows_; ++i) at.set.W.add_column(at.rows[i], 1.0, shifts.col(i));
  if (position_rows_ > 0) apply_metric(shifts);
  for (Index i = 0; i < position_rows_; ++i) {
    const Index j = velocity_rows_ + i;
    work_.noalias() = -B_.lazyProduct(du_.col(j));
    dv_.col(j) = lu_.solve(work_);
    du_.col(j) += (0.5 * h_) * dv_.col(j);
    apply_E(du_.col(j));
    size_lambda += std::abs(U_.col(j).dot(du_.col(at.rows[i])));
    size_psi += std::abs(U_.col(j).dot(du_.col(j)));
  }
  psi_scale_ = size_psi > 0.0 && size_lambda > 0.0 ? size_lambda / size_psi : 1.0;
  dv_.middleCols(velocity_rows_, position_rows_) *= psi_scale_;
  du_.middleCols(velocity_rows_, position_rows_) *= psi_scale_;
}

/// x <- E x
void GglLinearisation::apply_E(VecOut x) const {
  if (!psi_turns_) return;
  shift_.setZero();
  for (std::size_t j = 0; j + 1 < curvature_start_.size(); ++j) {
    const double psi = psi_of_row_[static_cast<Index>(j)];
    for (std::size_t e = curvature_start_[j]; psi != 0.0 && e < curvature_start_[j + 1]; ++e)
      shift_[curvature_[e].row()] += 0.5 * psi * curvature_[e].value() * x[curvature_[e].col()];
  }
  apply_metric(shift_);
  x += shift_;
}

void GglLinearisation::fill(Eigen::Ref<Matrix> S) const {
  for (Index j = 0; j < rows(); ++j)
    for (Index i = 0; i < rows(); ++i) S(i, j) = V_.col(i).dot(dv_.col(j)) + U_.col(i).dot(du_.col(j));
}

void GglLinearisation::remove_residuals(VecRef r_v, VecRef r_u, VecOut dv, VecOut du) const {
  work_.noalias() = B_.lazyProduct(r_u);
  work_ -= r_v;
  dv = lu_.solve(work_);
  du = (0.5 * h_) * dv - r_u;
  apply_E(du);
}

void GglLinearisation::add_row_changes(VecRef dv, VecRef du, VecOut y) const {
  for (Index i = 0; i < rows(); ++i) y[i] += V_.col(i).dot(dv) + U_.col(i).dot(du);
}

void GglLinearisation::add_response(VecRef dx, VecOut dv, VecOut du) const {
  for (Index j = 0; j < rows(); ++j) {
    if (dx[j] == 0.0) continue;
    dv += dx[j] * dv_.col(j);
    du += dx[j] * du_.col(j);
  }
}

}  // namespace percuss
