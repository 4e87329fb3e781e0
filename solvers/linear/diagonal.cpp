// SPDX-License-Identifier: Apache-2.0
#include "core/parallel.hpp"
#include "solvers/linear/backends.hpp"

namespace percuss::backends {

namespace {

class Diagonal final : public LinearSolver {
 public:
  Report factorize(const SparseMatrix& A) override {
    inverse_ = A.diagonal();
    for (Index i = 0; i < inverse_.size(); ++i)
      if (!(inverse_[i] > 0.0)) return not_positive_definite(i);
    inverse_ = inverse_.cwiseInverse();
    return {};
  }
  void solve_in_place(Eigen::Ref<Matrix> X) const override {
    for (Index j = 0; j < X.cols(); ++j)
      parallel_for(X.rows(), [&](Index begin, Index end) {
        X.col(j).segment(begin, end - begin).array() *= inverse_.segment(begin, end - begin).array();
      });
  }
  std::span<const double> inverse_diagonal() const override {
    return {inverse_.data(), static_cast<std::size_t>(inverse_.size())};
  }
  Index chain_width() const override { return 1; }
  void condense(std::span<const Index> rows, InverseChain& chain) const override {
    chain.resize(1, static_cast<Index>(rows.size()));
    for (Index p = 0; p < chain.size(); ++p) {
      *chain.transfer(p) = 0.0;
      *chain.window(p) = inverse_[rows[static_cast<std::size_t>(p)]];
    }
    chain.close();
  }
  std::size_t bytes() const override { return static_cast<std::size_t>(inverse_.size()) * sizeof(double); }
  const char* name() const override { return "diagonal"; }

 private:
  Vector inverse_;
};

}  // namespace

std::unique_ptr<LinearSolver> make_diagonal() { return std::make_unique<Diagonal>(); }

}  // namespace percuss::backends
