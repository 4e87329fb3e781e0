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
  if (!inner_) inner_ = make_linear_solver(inner_options_, A);
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
  return report;
}

Report BorderedSolver::update(VecRef q) {
  body_.border(q, border_);
  const Index nr = num_reference(), nc = body_.constant_columns().cols(), n = Y_.cols();
  variable_ = border_.variable;
  inner_->solve_in_place(variable_);
  // Column by column: products of such narrow matrices would allocate.
  for (Index j = 0; j < nr; ++j) {
    auto column = E_.col(j), response = Y_.col(j);
    column.setZero();
    response.setZero();
    for (Index k = 0; k < border_.mix.rows(); ++k) {
      const double share = mass_ * border_.mix(k, j);
      if (share == 0.0) continue;
      const Matrix& columns = k < nc ? body_.constant_columns() : border_.variable;
      const Matrix& responses = k < nc ? responses_ : variable_;
      const Index at = k < nc ? k : k - nc;
      column += share * columns.col(at);
      response += share * responses.col(at);
    }
  }
  Small schur(n, n);
  for (Index j = 0; j < n; ++j)
    for (Index i = 0; i <= j; ++i) schur(i, j) = schur(j, i) = -E_.col(i).dot(Y_.col(j));
  schur.topLeftCorner(nr, nr) += mass_ * border_.corner;
  // What is free to move is positive definite, the multipliers negative definite.
  if (n == nr && Eigen::LLT<Small>(schur).info() != Eigen::Success)
    return Report::failure(Status::singular, "the matrix of a floating frame is not positive definite");
  schur_inverse_ = Eigen::PartialPivLU<Small>(schur).inverse();
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
  const Index nr = num_reference(), n = Y_.cols();
  for (Index c = 0; c < X.cols(); ++c) {
    auto x = X.col(c);
    take_inner(x, all_.col(0));
    inner_->solve_in_place(all_);
    SmallVector rest = SmallVector::Zero(n);
    rest.head(nr) = x.head(nr);
    for (Index i = 0; i < n; ++i) rest[i] -= E_.col(i).dot(all_.col(0));
    const SmallVector border = schur_inverse_.lazyProduct(rest);
    for (Index i = 0; i < n; ++i) all_.col(0) -= border[i] * Y_.col(i);
    x.head(nr) = border.head(nr);
    give_inner(all_.col(0), x);
  }
}

std::size_t BorderedSolver::bytes() const {
  const Index numbers = responses_.size() + variable_.size() + Y_.size() + E_.size() + all_.size();
  return (inner_ ? inner_->bytes() : 0) + static_cast<std::size_t>(numbers) * sizeof(double);
}

}  // namespace percuss
