// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "core/parallel_tasks.hpp"
#include "solvers/linear/backends.hpp"
#include "solvers/linear/twisted_solve.hpp"

namespace percuss::backends {

namespace {

struct RealRows {
  using Value = double;
  double* solution;
  const double *multipliers, *inverse;
  double x(Index i) const { return solution[i]; }
  double l(Index i) const { return multipliers[i]; }
  double d(Index i) const { return inverse[i]; }
  double put(Index i, double value) const { return solution[i] = value; }
};

/// Twisted LDL' of a tridiagonal matrix (twisted_solve.hpp).
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
    for (Index j = 0; j < X.cols(); ++j)
      TwistedSolve(RealRows{X.col(j).data(), off_.data(), inverse_.data()}, inverse_.size())();
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

  Index middle_ = 0;
  Vector inverse_, off_;  // 1/d_i; multiplier of the coupling between i and i+1
};

}  // namespace

std::unique_ptr<LinearSolver> make_tridiagonal() { return std::make_unique<Tridiagonal>(); }

}  // namespace percuss::backends
