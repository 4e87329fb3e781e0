// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "solvers/contact/contact_solver.hpp"

namespace percuss {

/// The oracle (Enumerate) as a solver of its own: every combination of modes of up to 10 contacts without friction in
/// space. `iterations` counts combinations. For checks: it forms dense matrices and allocates.
class EnumerateSolver final : public ContactSolver {
 public:
  explicit EnumerateSolver(const ContactSolverOptions& options) : options_(options) {}
  Report solve(const ContactProblem& problem, VecOut x) const override;
  bool needs_rows() const override { return true; }
  void reserve(Index) const override {}

 private:
  ContactSolverOptions options_;
};

}  // namespace percuss
