// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <cmath>

#include "solvers/linear/backends.hpp"
#include "solvers/linear/condense_band.hpp"

extern "C" {
void dpttrf_(const int* n, double* d, double* e, int* info);
void dpttrs_(const int* n, const int* nrhs, const double* d, const double* e, double* b, const int* ldb, int* info);
void dpbtrf_(const char* uplo, const int* n, const int* kd, double* ab, const int* ldab, int* info);
void dpbtrs_(const char* uplo, const int* n, const int* kd, const int* nrhs, const double* ab, const int* ldab,
             double* b, const int* ldb, int* info);
}

namespace percuss::backends {

namespace {

/// LAPACK takes NaN for a positive pivot and spreads it to the end.
Report finite_pivots(const Eigen::Ref<const Vector, 0, Eigen::InnerStride<>>& pivots) {
  for (Index i = 0; i < pivots.size(); ++i)
    if (!std::isfinite(pivots[i])) return not_positive_definite(i);
  return {};
}

/// LAPACK's tridiagonal L D L'.
class TridiagonalLapack final : public LinearSolver {
 public:
  Report factorize(const SparseMatrix& A) override {
    const int n = static_cast<int>(A.rows());
    d_ = A.diagonal();
    e_ = Vector::Zero(std::max(n - 1, 0));
    for (Index j = 0; j + 1 < n; ++j) e_[j] = A.coeff(j + 1, j);
    int info = 0;
    dpttrf_(&n, d_.data(), e_.data(), &info);
    return info > 0 ? not_positive_definite(info - 1) : finite_pivots(d_);
  }
  void solve_in_place(Eigen::Ref<Matrix> X) const override {
    const int n = static_cast<int>(d_.size()), ldb = std::max(n, 1), one = 1;
    int info = 0;
    for (Index j = 0; j < X.cols(); ++j) dpttrs_(&n, &one, d_.data(), e_.data(), X.col(j).data(), &ldb, &info);
  }
  Index chain_width() const override { return 1; }
  void condense(std::span<const Index> rows, InverseChain& chain) const override {
    condense_band<1>(
        d_.size(), [this](Index i, int) { return i + 1 < d_.size() ? e_[i] : 0.0; },
        [this](Index i) { return 1.0 / d_[i]; }, rows, chain);
  }
  std::size_t bytes() const override { return static_cast<std::size_t>(d_.size() + e_.size()) * sizeof(double); }
  const char* name() const override { return "tridiagonal_lapack"; }

 private:
  Vector d_, e_;
};

/// LAPACK's banded Cholesky, lower triangle: column j of `band_` holds A(j..j+kd, j). Narrow bands are solved for here:
/// for each of its calls OpenBLAS takes a lock that all threads share, which costs more than the few numbers of a short
/// beam and keeps bodies from being solved side by side.
class Banded final : public LinearSolver {
 public:
  Report factorize(const SparseMatrix& A) override {
    const int n = static_cast<int>(A.rows()), kd = static_cast<int>(half_bandwidth(A)), ld = kd + 1;
    band_ = Matrix::Zero(ld, n);
    for (Index j = 0; j < A.outerSize(); ++j)
      for (SparseMatrix::InnerIterator it(A, j); it; ++it)
        if (it.row() >= it.col()) band_(it.row() - it.col(), it.col()) = it.value();
    int info = 0;
    dpbtrf_("L", &n, &kd, band_.data(), &ld, &info);
    inverse_pivots_ = band_.row(0).cwiseInverse();
    return info > 0 ? not_positive_definite(info - 1) : finite_pivots(band_.row(0).transpose());
  }
  void solve_in_place(Eigen::Ref<Matrix> X) const override {
    constexpr Index widest = 24;
    if (band_.rows() <= widest) {
      for (Index c = 0; c < X.cols(); ++c) solve_narrow(X.col(c));
      return;
    }
    const int ld = static_cast<int>(band_.rows()), n = static_cast<int>(band_.cols()), kd = ld - 1;
    const int nrhs = static_cast<int>(X.cols()), ldb = static_cast<int>(std::max<Index>({X.outerStride(), n, 1}));
    int info = 0;
    dpbtrs_("L", &n, &kd, &nrhs, band_.data(), &ld, X.data(), &ldb, &info);
  }
  Index chain_width() const override { return band_.rows() - 1 <= InverseChain::widest ? band_.rows() - 1 : 0; }
  void condense(std::span<const Index> rows, InverseChain& chain) const override {
    using Condense = void (Banded::*)(std::span<const Index>, InverseChain&) const;
    static constexpr std::array<Condense, InverseChain::widest> condenses{
        &Banded::condense<1>, &Banded::condense<2>, &Banded::condense<3>, &Banded::condense<4>,
        &Banded::condense<5>, &Banded::condense<6>, &Banded::condense<7>, &Banded::condense<8>};
    (this->*condenses[static_cast<std::size_t>(band_.rows() - 2)])(rows, chain);
  }
  std::size_t bytes() const override {
    return static_cast<std::size_t>(band_.size() + inverse_pivots_.size()) * sizeof(double);
  }
  const char* name() const override { return "banded"; }

 private:
  /// L = N D^1/2, and LAPACK leaves what lies below the last row as it was given: zero.
  template <int b>
  void condense(std::span<const Index> rows, InverseChain& chain) const {
    condense_band<b>(
        band_.cols(), [this](Index i, int k) { return band_(k + 1, i) / band_(0, i); },
        [this](Index i) { return 1.0 / (band_(0, i) * band_(0, i)); }, rows, chain);
  }

  /// L L' x <- x
  void solve_narrow(VecOut x) const {
    const Index n = band_.cols(), width = band_.rows() - 1;
    for (Index j = 0; j < n; ++j) {
      const Index below = std::min(width, n - 1 - j);
      const double x_j = x[j] *= inverse_pivots_[j];
      x.segment(j + 1, below) -= x_j * band_.col(j).segment(1, below);
    }
    for (Index j = n - 1; j >= 0; --j) {
      const Index below = std::min(width, n - 1 - j);
      x[j] = (x[j] - band_.col(j).segment(1, below).dot(x.segment(j + 1, below))) * inverse_pivots_[j];
    }
  }

  Matrix band_;
  Vector inverse_pivots_;
};

}  // namespace

std::unique_ptr<LinearSolver> make_tridiagonal_lapack() { return std::make_unique<TridiagonalLapack>(); }
std::unique_ptr<LinearSolver> make_banded() { return std::make_unique<Banded>(); }

}  // namespace percuss::backends
