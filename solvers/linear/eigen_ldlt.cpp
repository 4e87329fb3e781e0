// SPDX-License-Identifier: Apache-2.0
#include <Eigen/SparseCholesky>
#include <cmath>

#include "solvers/linear/backends.hpp"
#include "solvers/linear/pattern_memory.hpp"

namespace percuss::backends {

namespace {

class EigenLdlt final : public LinearSolver {
 public:
  Report factorize(const SparseMatrix& A) override {
    if (!pattern_.holds_for(A)) ldlt_.analyzePattern(A);
    ldlt_.factorize(A);
    inverse_d_ = ldlt_.vectorD();  // up to the first zero pivot, where the factorisation ends
    for (Index i = 0; i < inverse_d_.size(); ++i)
      if (!(inverse_d_[i] > 0.0)) return not_positive_definite(ldlt_.permutationPinv().indices()[i]);
    if (ldlt_.info() != Eigen::Success) return Report::failure(Status::singular, "the matrix is singular");
    inverse_d_ = inverse_d_.cwiseInverse();
    work_.resize(A.rows());
    return {};
  }
  // By hand rather than by ldlt_.solve(), which allocates its permuted copy at every call.
  void solve_in_place(Eigen::Ref<Matrix> X) const override {
    for (Index j = 0; j < X.cols(); ++j) {
      work_.noalias() = ldlt_.permutationP() * X.col(j);
      ldlt_.matrixL().solveInPlace(work_);
      work_.array() *= inverse_d_.array();
      ldlt_.matrixU().solveInPlace(work_);
      X.col(j).noalias() = ldlt_.permutationPinv() * work_;
    }
  }
  bool has_view() const override { return true; }
  bool view(SparseFactor& factor) const override {
    const auto& L = ldlt_.matrixL().nestedExpression();
    const auto n = static_cast<std::size_t>(inverse_d_.size());
    factor.row = L.innerIndexPtr();
    factor.value = L.valuePtr();
    for (auto* numbers : {&factor.start, &factor.end, &factor.place}) numbers->resize(n);
    factor.inverse_root.resize(n);
    for (std::size_t k = 0; k < n; ++k) {
      const auto i = static_cast<Index>(k);
      factor.start[k] = L.outerIndexPtr()[k];
      factor.end[k] = L.isCompressed() ? L.outerIndexPtr()[k + 1] : factor.start[k] + L.innerNonZeroPtr()[k];
      factor.inverse_root[k] = std::sqrt(inverse_d_[i]);
      factor.place[k] = ldlt_.permutationP().size() > 0 ? ldlt_.permutationP().indices()[i] : i;
    }
    return true;
  }
  std::size_t bytes() const override {
    const auto entries = static_cast<std::size_t>(ldlt_.matrixL().nestedExpression().nonZeros());
    return entries * (sizeof(double) + sizeof(int)) + static_cast<std::size_t>(work_.size() + 1) * sizeof(int);
  }
  const char* name() const override { return "eigen_ldlt"; }

 private:
  Eigen::SimplicialLDLT<SparseMatrix> ldlt_;
  PatternMemory pattern_;
  Vector inverse_d_;
  mutable Vector work_;
};

}  // namespace

std::unique_ptr<LinearSolver> make_eigen_ldlt() { return std::make_unique<EigenLdlt>(); }

}  // namespace percuss::backends
