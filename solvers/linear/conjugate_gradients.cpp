// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <array>
#include <cmath>
#include <limits>
#include <utility>

#include "core/parallel.hpp"
#include "solvers/linear/backends.hpp"

namespace percuss::backends {

namespace {

/// Conjugate gradients preconditioned by the diagonal D of A: the residual r of a solution is measured in the norm
/// |r|^2 = r' D^-1 r, which does not depend on the units of the rows. Bits do not depend on the number of threads.
class ConjugateGradients final : public LinearSolver {
 public:
  explicit ConjugateGradients(const LinearSolverOptions& options) : options_(options) {}

  Report factorize(const SparseMatrix& A) override {
    const Index n = A.rows();
    inverse_diagonal_ = A.diagonal();
    for (Index i = 0; i < n; ++i)
      if (!(inverse_diagonal_[i] > 0.0)) return not_positive_definite(i);
    inverse_diagonal_ = inverse_diagonal_.cwiseInverse();
    if (A.nonZeros() > 0 && !A.coeffs().allFinite())
      return Report::failure(Status::singular, "the matrix has entries that are not finite");
    A_ = A;
    for (auto* vector : {&right_side_, &r_, &p_, &Ap_}) vector->resize(n);
    return {};
  }

  void solve_in_place(Eigen::Ref<Matrix> X) const override {
    for (Index j = 0; j < X.cols(); ++j) solve(X.col(j));
  }

  std::size_t bytes() const override {
    const auto entries = static_cast<std::size_t>(A_.nonZeros()), rows = static_cast<std::size_t>(A_.rows());
    return entries * (sizeof(double) + sizeof(int)) + rows * (5 * sizeof(double) + sizeof(int));
  }
  const char* name() const override { return "cg"; }

 private:
  /// The recurrence loses the residual of b - A x by round-off: it begins anew from the true one until that is small,
  /// or as small as double precision makes it.
  void solve(VecOut x) const {
    right_side_ = x;
    r_ = x;
    x.setZero();
    double rr = residual2();
    if (rr == 0.0) return;  // zeros
    const double size = std::sqrt(rr);
    if (!std::isfinite(size)) {  // of the caller's making, who will see it in x
      x.setConstant(std::numeric_limits<double>::quiet_NaN());
      return;
    }
    const double target = options_.tolerance * size;
    long iterations = 0;
    for (double before = size;;) {
      if (!iterate(x, rr, target * target, iterations))
        return fail(x, "met a matrix that is not positive definite", rr, size);
      rr = true_residual2(x);
      const double now = std::sqrt(rr);
      if (now <= target) break;
      if (iterations >= options_.max_iterations || !(now < 0.5 * before)) {
        if (now <= round_off(x)) break;
        return fail(x,
                    fmt::format("reached a relative residual of {:.2g} in {} iterations, its tolerance is {:.2g}",
                                now / size, iterations, options_.tolerance),
                    rr, size);
      }
      before = now;
    }
    if (options_.tally != nullptr) options_.tally->add(iterations, std::sqrt(rr) / size);
  }

  /// From x with the residual r_ until |r|^2 <= target; false when A turns out not to be positive definite.
  bool iterate(VecOut x, double rr, double target, long& iterations) const {
    scaled_residual(0.0);
    while (rr > target && iterations < options_.max_iterations) {
      const double curvature = product(p_);
      if (!(curvature > 0.0)) return false;
      const double next = advance(x, rr / curvature);
      scaled_residual(next / rr);
      rr = next;
      ++iterations;
    }
    return true;
  }

  /// Ap_ <- A p; returns p' A p. A is symmetric: its columns are its rows.
  double product(const Vector& p) const {
    return sum(A_.nonZeros(), [&](Index begin, Index end) {
      double curvature = 0.0;
      for (Index i = begin; i < end; ++i) {
        Ap_[i] = row_times(i, p);
        curvature += p[i] * Ap_[i];
      }
      return curvature;
    });
  }
  template <class Numbers>
  double row_times(Index i, const Numbers& x) const {
    const int *start = A_.outerIndexPtr(), *column = A_.innerIndexPtr();
    const double* value = A_.valuePtr();
    double product = 0.0;
    for (int k = start[i]; k < start[i + 1]; ++k) product += value[k] * x[column[k]];
    return product;
  }

  /// x <- x + step p, r <- r - step A p; returns |r|^2.
  double advance(VecOut x, double step) const {
    return sum(4 * r_.size(), [&](Index begin, Index end) {
      const Index n = end - begin;
      x.segment(begin, n) += step * p_.segment(begin, n);
      auto r = r_.segment(begin, n);
      r -= step * Ap_.segment(begin, n);
      return r.dot(inverse_diagonal_.segment(begin, n).cwiseProduct(r));
    });
  }

  /// p <- D^-1 r + share p.
  void scaled_residual(double share) const {
    parallel_for(r_.size(), 3 * r_.size(), [&](Index begin, Index end) {
      const Index n = end - begin;
      auto p = p_.segment(begin, n);
      const auto z = inverse_diagonal_.segment(begin, n).cwiseProduct(r_.segment(begin, n));
      if (share == 0.0)  // what p held before may be no number
        p = z;
      else
        p = z + share * p;
    });
  }

  double residual2() const {
    return sum(r_.size(), [&](Index begin, Index end) {
      const auto r = r_.segment(begin, end - begin);
      return r.dot(inverse_diagonal_.segment(begin, end - begin).cwiseProduct(r));
    });
  }
  /// r_ <- b - A x; returns |r|^2.
  double true_residual2(VecRef x) const {
    return sum(A_.nonZeros(), [&](Index begin, Index end) {
      double square = 0.0;
      for (Index i = begin; i < end; ++i) {
        r_[i] = right_side_[i] - row_times(i, x);
        square += inverse_diagonal_[i] * r_[i] * r_[i];
      }
      return square;
    });
  }
  /// A residual that x may have by the rounding of its own digits: some eps times | |A| |x| + |b| |.
  double round_off(VecRef x) const {
    constexpr double steps = 64.0;
    double square = 0.0;
    for (Index i = 0; i < A_.outerSize(); ++i) {
      double size = std::abs(right_side_[i]);
      for (SparseMatrix::InnerIterator it(A_, i); it; ++it) size += std::abs(it.value() * x[it.row()]);
      square += inverse_diagonal_[i] * size * size;
    }
    return steps * std::numeric_limits<double>::epsilon() * std::sqrt(square);
  }

  void fail(VecOut x, const std::string& how, double rr, double size) const {
    x.setConstant(std::numeric_limits<double>::quiet_NaN());
    if (options_.tally != nullptr) options_.tally->add_failure(std::sqrt(rr) / size, "the linear solver `cg` " + how);
  }

  /// Sum of f over pieces of the rows that do not depend on the number of threads; `work`: entries that all read.
  template <class F>
  double sum(Index work, F&& f) const {
    std::array<double, 1> result{};
    ordered_sums<1>(A_.rows(), work, result,
                    [&](Index begin, Index end, std::span<double> sums) { sums[0] += f(begin, end); });
    return result[0];
  }

  LinearSolverOptions options_;
  SparseMatrix A_;
  Vector inverse_diagonal_;
  mutable Vector right_side_, r_, p_, Ap_;
};

}  // namespace

std::unique_ptr<LinearSolver> make_cg(const LinearSolverOptions& options) {
  return std::make_unique<ConjugateGradients>(options);
}

}  // namespace percuss::backends
