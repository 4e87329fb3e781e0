// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/bordered_body.hpp"
#include "solvers/linear/linear_solver.hpp"

namespace percuss {

/// A^-1 of a bordered body (core/bordered_body.hpp) by the factor of its inner block and a small dense Schur
/// complement: with E' = [border, Z] and Y = inner^-1 E',
///
///   S = diag(corner, 0) - E Y,   x_b = S^-1 (f_b - Y' f_i),   x_i = inner^-1 f_i - Y x_b
///
/// One banded solve per right-hand side, one per variable column and state; the rest is done once per set of weights.
class BorderedSolver final : public LinearSolver {
 public:
  /// `inner`: of the solver of the inner block.
  BorderedSolver(const BorderedBody& body, const LinearSolverOptions& inner) : body_(body), inner_options_(inner) {}

  /// Factors the inner block for the weights and solves for the constant columns. Throws as make_linear_solver.
  Report factorize_inner(TangentWeights weights);
  /// Makes the factor hold at q.
  Report update(VecRef q);

  /// A is the inner block: `factorize_inner` with a matrix from outside.
  Report factorize(const SparseMatrix& A) override;
  void solve_in_place(Eigen::Ref<Matrix> X) const override;
  bool has_failed() const override { return inner_ && inner_->has_failed(); }
  std::size_t bytes() const override;
  const char* name() const override { return "bordered"; }
  /// Of the inner block.
  const LinearSolver& inner() const { return *inner_; }

 private:
  /// Rows of a frame (6 in space) and conditions (as many at most): small enough to stay off the heap.
  static constexpr int most = 12;
  using Small = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::ColMajor, most, most>;
  using SmallVector = Eigen::Matrix<double, Eigen::Dynamic, 1, Eigen::ColMajor, most, 1>;

  Index num_reference() const { return body_.num_reference(); }
  /// The inner unknowns of a vector of the body's rows, zero where eliminated; and back.
  void take_inner(VecRef x, VecOut all) const;
  void give_inner(VecRef all, VecOut x) const;

  const BorderedBody& body_;
  LinearSolverOptions inner_options_;
  double mass_ = 1.0;  // w_M
  std::unique_ptr<LinearSolver> inner_;
  Matrix responses_;  // inner^-1 [constant, Z]
  Matrix variable_;   // inner^-1 variable
  Matrix Y_;          // inner^-1 [border, Z]
  Matrix E_;          // [border, Z]
  Small schur_inverse_;
  BorderedBody::Border border_;
  mutable Matrix all_;  // of one solve
};

}  // namespace percuss
