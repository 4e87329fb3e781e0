// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "solvers/contact/active_set.hpp"
#include "solvers/contact/contact_solver.hpp"
#include "solvers/contact/joint_elimination.hpp"
#include "solvers/contact/turns.hpp"

namespace percuss {

/// The standard: looks at the warm start; sweeps, Newton steps, steps on the cones' own function and proximal points
/// then take turns by what they cost and promise (`Turns`, docs/contact-solvers.md). A problem without a solution is
/// recognised where there is a certificate. Problems with joints, and those of some hundred rows with a warm start, go
/// to Newton at once: as long as no contact changes its mode one step solves them; what follows sees the contacts
/// alone, the joints being eliminated. Where the operator has put off forming its rows, the active set method goes
/// first, and the rows are formed where it does not lead to the goal. The message of a good report names who finished,
/// `iterations` counts sweeps and Newton steps together.
class Auto final : public ContactSolver {
 public:
  explicit Auto(ContactSolverOptions options) : options_(options), turns_(options), active_set_(options) {}
  Report solve(const ContactProblem& problem, VecOut x) const override;
  bool needs_rows() const override { return true; }
  void reserve(Index rows) const override;

 private:
  Report solve_without_rows(const ContactProblem& problem, VecOut x) const;
  Report look(const ContactProblem& problem, VecRef x, double tolerance) const;
  void look_behind_round_off(const ContactProblem& problem, VecRef x, Report& report) const;
  void take_turns_without_joints(const ContactProblem& problem, VecOut x, double tolerance, Report& report) const;

  ContactSolverOptions options_;
  Turns turns_;
  ActiveSet active_set_;
  mutable JointElimination joints_;
  mutable Contradiction contradiction_;
  mutable Vector gamma_, start_, reduced_;
};

}  // namespace percuss
