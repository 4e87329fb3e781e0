// SPDX-License-Identifier: Apache-2.0
#include "solvers/linear/backends.hpp"
#include "solvers/linear/true_residual.hpp"

namespace percuss::backends {

namespace {

/// Conjugate gradients preconditioned by the diagonal D of A.
class ConjugateGradients final : public LinearSolver {
 public:
  explicit ConjugateGradients(const LinearSolverOptions& options) : options_(options) {}

  Report factorize(const SparseMatrix& A) override {
    p_.resize(A.rows());
    Ap_.resize(A.rows());
    return system_.load(A);
  }

  void solve_in_place(Eigen::Ref<Matrix> X) const override {
    with_team(threads_for(system_.A().nonZeros()), [&] {
      for (Index j = 0; j < X.cols(); ++j)
        system_.solve(X.col(j), options_, name(), [this](VecOut x, double rr, double goal, long& iterations) {
          return iterate(x, rr, goal, iterations);
        });
    });
  }

  bool has_failed() const override { return system_.has_failed(); }
  std::size_t bytes() const override {
    return system_.bytes() + 2 * sizeof(double) * static_cast<std::size_t>(p_.size());
  }
  const char* name() const override { return "cg"; }

 private:
  /// An iteration is three short loops. A team keeps the threads awake between them, from so many entries on that a
  /// dozen products take much longer than waking it.
  static int threads_for(Index entries) { return entries >= 4 * ThreadTeam::threshold ? ThreadTeam::most : 1; }

  std::string iterate(VecOut x, double rr, double goal, long& iterations) const {
    turn(0.0);
    while (rr > goal && iterations < options_.max_iterations) {
      const double curvature = product();
      if (!(curvature > 0.0)) return "met a matrix that is not positive definite";
      const double next = advance(x, rr / curvature);
      turn(next / rr);
      rr = next;
      ++iterations;
    }
    return {};
  }

  /// Ap_ <- A p; returns p' A p.
  double product() const {
    return system_.sum(system_.A().nonZeros(), [&](Index begin, Index end) {
      double curvature = 0.0;
      for (Index i = begin; i < end; ++i) {
        Ap_[i] = system_.row_times(i, p_.data());
        curvature += p_[i] * Ap_[i];
      }
      return curvature;
    });
  }

  /// x <- x + step p, r <- r - step A p; returns |r|^2.
  double advance(VecOut x, double step) const {
    return system_.sum(4 * p_.size(), [&](Index begin, Index end) {
      const Index n = end - begin;
      x.segment(begin, n) += step * p_.segment(begin, n);
      auto r = system_.residual().segment(begin, n);
      r -= step * Ap_.segment(begin, n);
      return r.dot(system_.inverse_diagonal().segment(begin, n).cwiseProduct(r));
    });
  }

  /// p <- D^-1 r + share p.
  void turn(double share) const {
    parallel_for(p_.size(), 3 * p_.size(), [&](Index begin, Index end) {
      const Index n = end - begin;
      auto p = p_.segment(begin, n);
      const auto z = system_.inverse_diagonal().segment(begin, n).cwiseProduct(system_.residual().segment(begin, n));
      if (share == 0.0)  // what p held before may be no number
        p = z;
      else
        p = z + share * p;
    });
  }

  LinearSolverOptions options_;
  TrueResidual system_;
  mutable Vector p_, Ap_;
};

}  // namespace

std::unique_ptr<LinearSolver> make_cg(const LinearSolverOptions& options) {
  return std::make_unique<ConjugateGradients>(options);
}

}  // namespace percuss::backends
