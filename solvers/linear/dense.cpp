// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "core/decompositions.hpp"
#include "solvers/linear/backends.hpp"

namespace percuss::backends {

namespace {

/// L D L' of a full matrix, column by column in loops of its own: for the few rows of a rigid mechanism the calls of a
/// library would cost more than the arithmetic. Column j of the square array holds column j of L below the diagonal and
/// row j of L above it, so that both substitutions run along columns.
class Dense final : public LinearSolver {
 public:
  Report factorize(const SparseMatrix& A) override {
    n_ = A.rows();
    const auto n = static_cast<std::size_t>(n_);
    factor_.resize(n * n);
    inverse_.resize(n);
    for (Index j = 0; j < n_; ++j) {
      double* const column = factor_.data() + j * n_;
      std::fill(column + j, column + n_, 0.0);
      for (SparseMatrix::InnerIterator it(A, j); it; ++it)
        if (it.row() >= j) column[it.row()] = it.value();
    }
    for (Index j = 0; j < n_; ++j) {
      double* const column = factor_.data() + j * n_;
      if (!(column[j] > 0.0) || !std::isfinite(column[j])) return not_positive_definite(j);
      const double inverse = inverse_[static_cast<std::size_t>(j)] = 1.0 / column[j];
      for (Index k = j + 1; k < n_; ++k) {
        const double multiplier = column[k] * inverse;
        if (multiplier == 0.0) continue;
        double* const other = factor_.data() + k * n_;
        for (Index i = k; i < n_; ++i) other[i] -= multiplier * column[i];
      }
      for (Index k = j + 1; k < n_; ++k) factor_[static_cast<std::size_t>(k * n_ + j)] = column[k] *= inverse;
    }
    return {};
  }
  void solve_in_place(Eigen::Ref<Matrix> X) const override {
    for (Index c = 0; c < X.cols(); ++c) {
      double* const x = X.col(c).data();
      for (Index j = 0; j < n_; ++j) {
        const double* const column = factor_.data() + j * n_;
        const double xj = x[j];
        for (Index i = j + 1; i < n_; ++i) x[i] -= column[i] * xj;
      }
      for (Index j = 0; j < n_; ++j) x[j] *= inverse_[static_cast<std::size_t>(j)];
      for (Index j = n_ - 1; j > 0; --j) {
        const double* const row = factor_.data() + j * n_;
        const double xj = x[j];
        for (Index i = 0; i < j; ++i) x[i] -= row[i] * xj;
      }
    }
  }
  std::size_t bytes() const override { return (factor_.size() + inverse_.size()) * sizeof(double); }
  const char* name() const override { return "dense"; }

 private:
  Index n_ = 0;
  std::vector<double> factor_, inverse_;
};

/// Eigen's LU with row interchanges, for tangents that are not symmetric.
class DenseLu final : public LinearSolver {
 public:
  Report factorize(const SparseMatrix& A) override {
    full_ = A;
    lu_.compute(full_);
    work_.resize(A.rows());
    const auto pivots = lu_.matrixLU().diagonal();
    for (Index i = 0; i < pivots.size(); ++i)
      if (pivots[i] == 0.0 || !std::isfinite(pivots[i]))
        return Report::failure(Status::singular, fmt::format("the matrix is singular (pivot of row {})", i));
    return {};
  }
  // By hand rather than by lu_.solve(), which may not write over its right-hand side.
  void solve_in_place(Eigen::Ref<Matrix> X) const override {
    for (Index c = 0; c < X.cols(); ++c) {
      work_.noalias() = lu_.permutationP() * X.col(c);
      lu_.matrixLU().triangularView<Eigen::UnitLower>().solveInPlace(work_);
      lu_.matrixLU().triangularView<Eigen::Upper>().solveInPlace(work_);
      X.col(c) = work_;
    }
  }
  std::size_t bytes() const override { return static_cast<std::size_t>(2 * full_.size()) * sizeof(double); }
  const char* name() const override { return "dense_lu"; }

 private:
  Matrix full_;
  Eigen::PartialPivLU<Matrix> lu_;
  mutable Vector work_;
};

}  // namespace

std::unique_ptr<LinearSolver> make_dense() { return std::make_unique<Dense>(); }
std::unique_ptr<LinearSolver> make_dense_lu() { return std::make_unique<DenseLu>(); }

}  // namespace percuss::backends
