// SPDX-License-Identifier: Apache-2.0
#ifdef PERCUSS_HAVE_CHOLMOD
#include <cholmod.h>

#include <algorithm>
#include <cmath>

#include "solvers/linear/backends.hpp"
#include "solvers/linear/pattern_memory.hpp"

namespace percuss::backends {

namespace {

/// SuiteSparse CHOLMOD: simplicial L D L' or supernodal L L', whichever it finds worth it.
class Cholmod final : public LinearSolver {
 public:
  Cholmod() {
    cholmod_start(&common_);
    common_.print = 0;  // errors are reported, not printed
    common_.quick_return_if_not_posdef = 1;
  }
  Cholmod(const Cholmod&) = delete;
  Cholmod& operator=(const Cholmod&) = delete;
  ~Cholmod() override {
    cholmod_free_factor(&columns_, &common_);
    cholmod_free_dense(&x_, &common_);
    cholmod_free_dense(&y_, &common_);
    cholmod_free_dense(&e_, &common_);
    cholmod_free_factor(&factor_, &common_);
    cholmod_finish(&common_);
  }

  Report factorize(const SparseMatrix& A) override {
    n_ = A.rows();
    work_.resize(n_);
    if (n_ == 0) return {};
    auto view = lower_view(A);
    if (!pattern_.holds_for(A)) {
      cholmod_free_factor(&factor_, &common_);
      factor_ = cholmod_analyze(&view, &common_);
    }
    cholmod_factorize(&view, factor_, &common_);
    if (common_.status == CHOLMOD_NOT_POSDEF) return not_positive_definite(original_row(factor_->minor));
    if (common_.status < CHOLMOD_OK) return Report::failure(Status::singular, "CHOLMOD could not factor the matrix");
    return check_pivots();
  }

  void solve_in_place(Eigen::Ref<Matrix> X) const override {
    if (n_ == 0) return;
    for (Index j = 0; j < X.cols(); ++j) {
      if (factor_->is_super != 0)
        solve_supernodal(X.col(j).data());
      else
        solve_simplicial(X.col(j).data());
    }
  }
  bool has_view() const override { return true; }
  /// A supernodal factor is copied into columns first.
  bool view(SparseFactor& factor) const override {
    if (n_ == 0) return false;
    const cholmod_factor* L = factor_;
    if (factor_->is_super != 0) {
      cholmod_free_factor(&columns_, &common_);
      columns_ = cholmod_copy_factor(factor_, &common_);
      constexpr int to_ll = 0, to_super = 0, packed = 1, monotonic = 1;
      if (columns_ == nullptr ||
          cholmod_change_factor(CHOLMOD_REAL, to_ll, to_super, packed, monotonic, columns_, &common_) == 0)
        return false;
      L = columns_;
    }
    const auto *start = static_cast<const int*>(L->p), *count = static_cast<const int*>(L->nz);
    const auto* permutation = static_cast<const int*>(L->Perm);
    factor.row = static_cast<const int*>(L->i);
    factor.value = static_cast<const double*>(L->x);
    for (auto* numbers : {&factor.start, &factor.end, &factor.place}) numbers->resize(L->n);
    factor.inverse_root.resize(L->n);
    for (std::size_t k = 0; k < L->n; ++k) {
      factor.start[k] = start[k] + 1;
      factor.end[k] = start[k] + count[k];
      factor.inverse_root[k] = 1.0 / std::sqrt(factor.value[start[k]]);
      factor.place[static_cast<std::size_t>(permutation[k])] = static_cast<Index>(k);
    }
    return true;
  }
  std::size_t bytes() const override {
    return factor_ == nullptr ? 0 : (factor_->is_super != 0 ? factor_->xsize : factor_->nzmax) * 12;
  }
  const char* name() const override { return "cholmod"; }

 private:
  /// The simplicial L D L' takes negative pivots, and both kinds take NaN, without a word.
  Report check_pivots() const {
    if (factor_->is_super != 0) {  // the ratio of the smallest pivot to the largest is 0 when one is NaN
      if (cholmod_rcond(factor_, &common_) > 0.0) return {};
      return Report::failure(Status::singular, "CHOLMOD could not factor the matrix");
    }
    const auto* start = static_cast<const int*>(factor_->p);
    const auto* value = static_cast<const double*>(factor_->x);
    for (Index k = 0; k < n_; ++k)
      if (!(value[start[k]] > 0.0)) return not_positive_definite(original_row(static_cast<std::size_t>(k)));
    return {};
  }

  /// By hand on the factor's own arrays (L D L', D first in each column): `cholmod_solve2` allocates at every call.
  void solve_simplicial(double* x) const {
    const auto *start = static_cast<const int*>(factor_->p), *count = static_cast<const int*>(factor_->nz);
    const auto *row = static_cast<const int*>(factor_->i), *permutation = static_cast<const int*>(factor_->Perm);
    const auto* value = static_cast<const double*>(factor_->x);
    for (Index k = 0; k < n_; ++k) work_[k] = x[permutation[k]];
    for (Index k = 0; k < n_; ++k)
      for (int e = start[k] + 1; e < start[k] + count[k]; ++e) work_[row[e]] -= value[e] * work_[k];
    for (Index k = n_ - 1; k >= 0; --k) {
      double sum = work_[k] / value[start[k]];
      for (int e = start[k] + 1; e < start[k] + count[k]; ++e) sum -= value[e] * work_[row[e]];
      work_[k] = sum;
    }
    for (Index k = 0; k < n_; ++k) x[permutation[k]] = work_[k];
  }

  /// CHOLMOD chooses supernodes where fill makes dense blocks worth it; its solve allocates some workspace of its own.
  void solve_supernodal(double* x) const {
    const auto n = static_cast<std::size_t>(n_);
    cholmod_dense b{};
    b.nrow = n;
    b.ncol = 1;
    b.nzmax = n;
    b.d = n;
    b.x = x;
    b.xtype = CHOLMOD_REAL;
    b.dtype = CHOLMOD_DOUBLE;
    cholmod_solve2(CHOLMOD_A, factor_, &b, nullptr, &x_, nullptr, &y_, &e_, &common_);
    std::copy_n(static_cast<const double*>(x_->x), n_, x);
  }

  /// CHOLMOD's description of A's own arrays; it reads the lower triangle alone.
  static cholmod_sparse lower_view(const SparseMatrix& A) {
    cholmod_sparse view{};
    view.nrow = static_cast<std::size_t>(A.rows());
    view.ncol = static_cast<std::size_t>(A.cols());
    view.nzmax = static_cast<std::size_t>(A.nonZeros());
    view.p = const_cast<int*>(A.outerIndexPtr());
    view.i = const_cast<int*>(A.innerIndexPtr());
    view.x = const_cast<double*>(A.valuePtr());
    view.stype = -1;
    view.itype = CHOLMOD_INT;
    view.xtype = CHOLMOD_REAL;
    view.dtype = CHOLMOD_DOUBLE;
    view.sorted = 1;
    view.packed = 1;
    return view;
  }
  Index original_row(std::size_t permuted) const {
    return permuted < static_cast<std::size_t>(n_) ? static_cast<const int*>(factor_->Perm)[permuted] : n_;
  }

  Index n_ = 0;
  mutable cholmod_common common_{};
  cholmod_factor* factor_ = nullptr;
  mutable cholmod_factor* columns_ = nullptr;  // a supernodal factor by columns, for half solves
  mutable cholmod_dense *x_ = nullptr, *y_ = nullptr, *e_ = nullptr;
  mutable Vector work_;
  PatternMemory pattern_;
};

}  // namespace

std::unique_ptr<LinearSolver> make_cholmod() { return std::make_unique<Cholmod>(); }

}  // namespace percuss::backends
#endif
