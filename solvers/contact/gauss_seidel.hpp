// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "solvers/contact/contact_solver.hpp"
#include "solvers/contact/sweep_rows.hpp"

namespace percuss {

/// Projected Gauss-Seidel, block by block: each contact's small problem is solved with the others held, scaled by that
/// contact's own G_kk, until the natural residual is small. Deterministic. Slow on long chains of coupled contacts.
class GaussSeidel final : public ContactSolver {
 public:
  explicit GaussSeidel(ContactSolverOptions options) : options_(options) {}
  Report solve(const ContactProblem& problem, VecOut x) const override;
  bool needs_rows() const override { return true; }
  void reserve(Index rows) const override {
    workspace(gamma_, rows);
    rows_.reserve(rows);
  }
  /// The same with a tolerance [m/s] and a number of sweeps that `Auto` gives out.
  Report solve(const ContactProblem& problem, VecOut x, double tolerance, int most_sweeps) const;

 private:
  ContactSolverOptions options_;
  mutable SweepRows rows_;
  mutable Vector gamma_;
};

}  // namespace percuss
