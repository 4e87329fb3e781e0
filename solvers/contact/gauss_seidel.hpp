// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "solvers/contact/contact_method.hpp"
#include "solvers/contact/sweep_rows.hpp"

namespace percuss {

/// Projected Gauss-Seidel, block by block: each contact's small problem is solved with the others held, scaled by that
/// contact's own G_kk, until the natural residual is small; with `relaxation`, each goes on by that share of its change
/// (PSOR). Deterministic. Slow on long chains of coupled contacts.
class GaussSeidel final : public ContactMethod {
 public:
  static constexpr const char* name = "gauss_seidel";
  explicit GaussSeidel(ContactSolverOptions options) : options_(options) {}
  Report solve(const ContactProblem& problem, VecOut x, double tolerance, int most) const override;
  bool needs_rows() const override { return true; }
  void reserve(Index rows) const override {
    workspace(gamma_, rows);
    workspace(best_, rows);
    rows_.reserve(rows);
  }

 private:
  ContactSolverOptions options_;
  mutable SweepRows rows_;
  mutable Vector gamma_, best_;
};

}  // namespace percuss
