// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cmath>

#include "core/parallel_tasks.hpp"
#include "solvers/linear/backends.hpp"

namespace percuss::backends {

namespace {

/// c - a b, rounded in one fixed way, so that both loops below give the same bits.
inline double minus_product(double c, double a, double b) {
#ifdef __FMA__
  return std::fma(-a, b, c);
#else
  return c - a * b;
#endif
}

/// Twisted ("burn at both ends") LDL' of a tridiagonal matrix: elimination runs from both ends to the middle row m,
/// substitution from there back to both ends. A tridiagonal solve is bound by the latency of its recurrence, not by
/// arithmetic: two independent recurrences side by side halve the time (and may run on two threads).
class Tridiagonal final : public LinearSolver {
 public:
  Report factorize(const SparseMatrix& A) override {
    const Index n = A.rows();
    middle_ = n / 2;
    inverse_ = A.diagonal();
    off_ = Vector::Zero(std::max<Index>(n - 1, 0));
    for (Index j = 0; j + 1 < n; ++j) off_[j] = A.coeff(j + 1, j);
    for (Index i = 0; i < middle_; ++i) {
      if (!(inverse_[i] > 0.0)) return not_positive_definite(i);
      eliminate(i, i + 1, off_[i]);
    }
    for (Index i = n - 1; i > middle_; --i) {
      if (!(inverse_[i] > 0.0)) return not_positive_definite(i);
      eliminate(i, i - 1, off_[i - 1]);
    }
    if (n > 0 && !(inverse_[middle_] > 0.0)) return not_positive_definite(middle_);
    inverse_ = inverse_.cwiseInverse();
    return {};
  }

  void solve_in_place(Eigen::Ref<Matrix> X) const override {
    for (Index j = 0; j < X.cols(); ++j) solve(X.col(j).data());
  }
  Index chain_width() const override { return 1; }
  /// Both ends are eliminated towards the middle row, so that Z grows from there outwards. Above it T is the product of
  /// the multipliers; below it, where they lead the other way, T_p = (Z_pp / Z_p+1,p+1) times theirs.
  void condense(std::span<const Index> rows, InverseChain& chain) const override {
    const auto m = static_cast<Index>(rows.size());
    const Index upper = std::lower_bound(rows.begin(), rows.end(), middle_) - rows.begin();
    chain.resize(1, m);
    parallel_tasks(m, static_cast<double>(inverse_.size()), [&](Index p, Index) {
      const auto i = static_cast<std::size_t>(p);
      double &product = *chain.transfer(p), &sum = *chain.window(p);
      if (p < upper)
        pass_top(rows[i], p + 1 < upper ? rows[i + 1] : middle_, product, sum);
      else
        pass_bottom(p > upper ? rows[i - 1] : middle_, rows[i], product, sum);
    });
    const auto z_from_middle = [&](Index p, double z) {
      return *chain.window(p) += *chain.transfer(p) * *chain.transfer(p) * z;
    };
    double z = inverse_[middle_];
    for (Index p = upper - 1; p >= 0; --p) z = z_from_middle(p, z);
    z = inverse_[middle_];
    for (Index p = upper; p < m; ++p) z = z_from_middle(p, z);
    for (Index p = std::max<Index>(upper - 1, 0); p + 1 < m; ++p) {
      const double first = p < upper ? *chain.transfer(p) * inverse_[middle_] : *chain.window(p);
      *chain.transfer(p) = first * *chain.transfer(p + 1) / *chain.window(p + 1);
    }
    chain.close();
  }
  std::size_t bytes() const override {
    return static_cast<std::size_t>(inverse_.size() + off_.size()) * sizeof(double);
  }
  const char* name() const override { return "tridiagonal"; }

 private:
  /// Removes row i from row `to`; `off` turns from the coupling into the multiplier.
  void eliminate(Index i, Index to, double& off) {
    const double multiplier = off / inverse_[i];
    inverse_[to] -= multiplier * off;
    off = multiplier;
  }

  void solve(double* x) const {
    const Index n = inverse_.size(), m = middle_;
    if (n == 0) return;
    const Index above = m, below = n - 1 - m, both = std::min(above, below);
    Ends sum{0.0, 0.0};
    if (two_threads(n)) {
#pragma omp parallel sections num_threads(2)
      {
#pragma omp section
        sum.top = eliminate_top(x, 0, above, 0.0);
#pragma omp section
        sum.bottom = eliminate_bottom(x, 0, below, 0.0);
      }
    } else {
      sum = eliminate_ends(x, both);
      sum.top = eliminate_top(x, both, above, sum.top);
      sum.bottom = eliminate_bottom(x, both, below, sum.bottom);
    }
    x[m] = minus_product(x[m], above > 0 ? off_[m - 1] : 0.0, sum.top);
    x[m] = minus_product(x[m], below > 0 ? off_[m] : 0.0, sum.bottom) * inverse_[m];
    if (two_threads(n)) {
#pragma omp parallel sections num_threads(2)
      {
#pragma omp section
        substitute_top(x, 0, above, x[m]);
#pragma omp section
        substitute_bottom(x, 0, below, x[m]);
      }
      return;
    }
    const Ends last = substitute_ends(x, both);
    substitute_top(x, both, above, last.top);
    substitute_bottom(x, both, below, last.bottom);
  }

  // Over one gap, away from the middle: the product of the multipliers, and what the rows between add to Z.
  void pass_top(Index from, Index to, double& product, double& sum) const {
    product = 1.0;
    sum = 0.0;
    for (Index i = to - 1; i >= from; --i) {
      product *= -off_[i];
      sum = off_[i] * off_[i] * sum + inverse_[i];
    }
  }
  void pass_bottom(Index from, Index to, double& product, double& sum) const {
    product = 1.0;
    sum = 0.0;
    for (Index i = from + 1; i <= to; ++i) {
      product *= -off_[i - 1];
      sum = off_[i - 1] * off_[i - 1] * sum + inverse_[i];
    }
  }

  struct Ends {
    double top, bottom;
  };

  // Rows are numbered from their end while eliminating (0 .. count) and from the middle while substituting.
  Ends eliminate_ends(double* x, Index count) const {
    const Index n = inverse_.size();
    if (count == 0) return {0.0, 0.0};
    const double* const l = off_.data();
    double top = x[0], bottom = x[n - 1];
    for (Index k = 1; k < count; ++k) {
      x[k] = top = minus_product(x[k], l[k - 1], top);
      x[n - 1 - k] = bottom = minus_product(x[n - 1 - k], l[n - 1 - k], bottom);
    }
    return {top, bottom};
  }
  double eliminate_top(double* x, Index from, Index to, double top) const {
    const double* const l = off_.data();
    for (Index k = from; k < to; ++k) x[k] = top = k > 0 ? minus_product(x[k], l[k - 1], top) : x[k];
    return top;
  }
  double eliminate_bottom(double* x, Index from, Index to, double bottom) const {
    const Index last = inverse_.size() - 1;
    const double* const l = off_.data();
    for (Index k = from; k < to; ++k)
      x[last - k] = bottom = k > 0 ? minus_product(x[last - k], l[last - k], bottom) : x[last - k];
    return bottom;
  }
  Ends substitute_ends(double* x, Index count) const {
    const double *const l = off_.data(), *const d = inverse_.data();
    double top = x[middle_], bottom = top;
    for (Index k = 0; k < count; ++k) {
      const Index i = middle_ - 1 - k, j = middle_ + 1 + k;
      x[i] = top = minus_product(x[i] * d[i], l[i], top);
      x[j] = bottom = minus_product(x[j] * d[j], l[j - 1], bottom);
    }
    return {top, bottom};
  }
  void substitute_top(double* x, Index from, Index to, double top) const {
    const double *const l = off_.data(), *const d = inverse_.data();
    for (Index k = from; k < to; ++k) {
      const Index i = middle_ - 1 - k;
      x[i] = top = minus_product(x[i] * d[i], l[i], top);
    }
  }
  void substitute_bottom(double* x, Index from, Index to, double bottom) const {
    const double *const l = off_.data(), *const d = inverse_.data();
    for (Index k = from; k < to; ++k) {
      const Index j = middle_ + 1 + k;
      x[j] = bottom = minus_product(x[j] * d[j], l[j - 1], bottom);
    }
  }
  static bool two_threads([[maybe_unused]] Index n) {
#ifdef _OPENMP
    return n >= parallel_threshold && omp_get_max_threads() > 1 && !omp_in_parallel();
#else
    return false;
#endif
  }

  Index middle_ = 0;
  Vector inverse_, off_;  // 1/d_i; multiplier of the coupling between i and i+1
};

}  // namespace

std::unique_ptr<LinearSolver> make_tridiagonal() { return std::make_unique<Tridiagonal>(); }

}  // namespace percuss::backends
