// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "solvers/contact/block_newton.hpp"
#include "solvers/contact/dense_newton.hpp"
#include "solvers/contact/newton_steps.hpp"

namespace percuss {

/// Semi-smooth Newton on the natural map  F(x) = x - prox(x - (G x + c)/G_kk) = 0  (Alart and Curnier 1991).
/// One step solves, contact by contact,
///
///   joint, closed, stick:  gamma + G dx = 0                                 open:  x + dx = 0
///   slip:  x_T + dx_T = mu (x_N + dx_N) e + mu z_N P (dx_T - G_T dx)/|z_T|,   e = z_T/|z_T|,  P = 1 - e e'
///
/// with the state that z = x - gamma falls into; in the plane P = 0, the pieces are linear and the last step is exact.
/// G need not be symmetric. Where the equations depend on each other (two corners on one wall, redundant joints) they
/// are solved with 1e-9 (few rows) or a share of the residual, 1e-7 in the end (many), added to the scaled diagonal:
/// forces stay near the ones given, and a step or two more removes what that changes of gamma. Full steps while they
/// lead on, then damped ones from the best point. Few rows make one dense matrix, many are solved as sparse blocks, as
/// long as each couples to few: the factors may take 3 GB.
class Newton final : public ContactSolver {
 public:
  explicit Newton(ContactSolverOptions options) : options_(options) {}
  /// Converged below the tolerance, or below what rounding leaves of G x + c where that is within 100 tolerances.
  Report solve(const ContactProblem& problem, VecOut x) const override;
  bool needs_rows() const override { return true; }
  void reserve(Index rows) const override;
  /// The same with at most so many steps, which `Auto` gives out.
  Report solve(const ContactProblem& problem, VecOut x, double tolerance, int most_steps) const;
  /// What one step costs, in multiplications of a product with G; infinite where the factors are too large.
  double cost(const ContactProblem& problem) const;

 private:
  ContactSolverOptions options_;
  mutable NewtonSteps<DenseNewton> dense_;
  mutable NewtonSteps<BlockNewton> blocks_;
};

}  // namespace percuss
