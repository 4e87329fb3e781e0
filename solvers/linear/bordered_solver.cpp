// SPDX-License-Identifier: Apache-2.0
#include "solvers/linear/bordered_solver.hpp"

#include "core/decompositions.hpp"

namespace percuss {

Report BorderedSolver::factorize_inner(TangentWeights weights) {
  SparseMatrix A;
  body_.inner_tangent(weights, A);
  mass_ = weights.mass;
  return factorize(A);
}

Report BorderedSolver::factorize(const SparseMatrix& A) {
  if (!inner_) inner_ = make_linear_solver(inner_kind_, A);
  auto report = inner_->factorize(A);
  if (!report.ok()) return report;
  const auto& constant = body_.constant_columns();
  const auto& Z = body_.conditions();
  responses_.resize(A.rows(), constant.cols() + Z.cols());
  responses_ << constant, Z;
  inner_->solve_in_place(responses_);
  const Index b = num_reference() + Z.cols();
  E_.resize(A.rows(), b);
  E_.rightCols(Z.cols()) = Z;
  Y_.resize(A.rows(), b);
  Y_.rightCols(Z.cols()) = responses_.rightCols(Z.cols());
  all_.resize(A.rows(), 1);
  b_.resize(b, 2);
  return report;
}

Report BorderedSolver::update(VecRef q) {
  body_.border(q, border_);
  const Index nr = num_reference(), nc = body_.constant_columns().cols(), nz = body_.conditions().cols();
  const auto mix_constant = border_.mix.topRows(nc);
  const auto mix_variable = border_.mix.bottomRows(border_.mix.rows() - nc);
  variable_ = border_.variable;
  inner_->solve_in_place(variable_);
  E_.leftCols(nr).noalias() = mass_ * (body_.constant_columns() * mix_constant);
  E_.leftCols(nr).noalias() += mass_ * (border_.variable * mix_variable);
  Y_.leftCols(nr).noalias() = mass_ * (responses_.leftCols(nc) * mix_constant);
  Y_.leftCols(nr).noalias() += mass_ * (variable_ * mix_variable);
  schur_.noalias() = -E_.transpose() * Y_;
  schur_.topLeftCorner(nr, nr) += mass_ * border_.corner;
  // The corner of what is free to move is positive definite, that of the multipliers negative definite.
  const Matrix reference = schur_.topLeftCorner(nr, nr);
  if (nz == 0) {
    const Eigen::LLT<Matrix> definite(reference);
    if (definite.info() != Eigen::Success || !reference.allFinite())
      return Report::failure(Status::singular, "the matrix of a floating frame is not positive definite");
  }
  schur_inverse_ = Eigen::PartialPivLU<Matrix>(schur_).inverse();
  if (!schur_inverse_.allFinite())
    return Report::failure(Status::singular, "the matrix of a floating frame is singular");
  return {};
}

void BorderedSolver::take_inner(VecRef x, VecOut all) const {
  const auto& gone = body_.eliminated();
  Index from = num_reference(), to = 0;
  for (const Index row : gone) {
    all.segment(to, row - to) = x.segment(from, row - to);
    from += row - to;
    all[row] = 0.0;
    to = row + 1;
  }
  all.tail(all.size() - to) = x.segment(from, all.size() - to);
}

void BorderedSolver::give_inner(VecRef all, VecOut x) const {
  const auto& gone = body_.eliminated();
  Index from = 0, to = num_reference();
  for (const Index row : gone) {
    x.segment(to, row - from) = all.segment(from, row - from);
    to += row - from;
    from = row + 1;
  }
  x.segment(to, all.size() - from) = all.tail(all.size() - from);
}

void BorderedSolver::solve_in_place(Eigen::Ref<Matrix> X) const {
  const Index nr = num_reference();
  for (Index c = 0; c < X.cols(); ++c) {
    auto x = X.col(c);
    take_inner(x, all_.col(0));
    inner_->solve_in_place(all_);
    // E' inner^-1 f_i: the inner block is symmetric
    b_.col(0).noalias() = -E_.transpose() * all_.col(0);
    b_.col(0).head(nr) += x.head(nr);
    b_.col(1).noalias() = schur_inverse_ * b_.col(0);
    all_.col(0).noalias() -= Y_ * b_.col(1);
    x.head(nr) = b_.col(1).head(nr);
    give_inner(all_.col(0), x);
  }
}

std::size_t BorderedSolver::bytes() const {
  const Index numbers = responses_.size() + variable_.size() + Y_.size() + E_.size() + all_.size();
  return (inner_ ? inner_->bytes() : 0) + static_cast<std::size_t>(numbers) * sizeof(double);
}

}  // namespace percuss
