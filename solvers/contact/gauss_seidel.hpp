// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "solvers/contact/contact_method.hpp"
#include "solvers/contact/sweeps.hpp"

namespace percuss {

/// Projected Gauss-Seidel, block by block: each contact's small problem is solved with the others held, scaled by that
/// contact's own G_kk, until the natural residual is small; with `relaxation`, each goes on by that share of its change
/// (PSOR); with `acceleration`, sweeps are combined (Anderson). Deterministic. Slow on long chains of coupled contacts.
class GaussSeidel final : public ContactMethod {
 public:
  static constexpr const char* name = "gauss_seidel";
  explicit GaussSeidel(const ContactSolverOptions& options) : sweeps_(options.relaxation, options.acceleration) {}
  Report solve(const ContactProblem& problem, VecOut x, double tolerance, int most) const override;
  bool needs_rows() const override { return true; }
  void reserve(Index rows) const override { sweeps_.reserve(rows); }

 private:
  mutable Sweeps sweeps_;
};

}  // namespace percuss
