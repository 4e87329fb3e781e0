// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "solvers/contact/contradiction.hpp"
#include "solvers/contact/gauss_seidel.hpp"
#include "solvers/contact/joint_elimination.hpp"
#include "solvers/contact/lemke.hpp"
#include "solvers/contact/newton.hpp"
#include "solvers/contact/path_following.hpp"
#include "solvers/contact/proximal_point.hpp"

namespace percuss {

/// The standard: looks at the warm start, sweeps while that pays (Gauss-Seidel), hands over to Newton when it does not,
/// and goes back with more patience when Newton is stuck. After three such rounds complementary pivoting (Lemke) says
/// from which modes to go on where rows are few, and after four a path is followed from an easier problem.
/// A problem without a solution is recognised where there is a certificate. Problems with joints, and those of some
/// hundred rows with a warm start, go to Newton at once: as long as no contact changes its mode one step solves them;
/// what follows sees the contacts alone, the joints being eliminated. The message of a good report names who finished,
/// `iterations` counts sweeps and Newton steps together.
class Auto final : public ContactSolver {
 public:
  explicit Auto(ContactSolverOptions options) : options_(options), gauss_seidel_(options), newton_(options) {}
  Report solve(const ContactProblem& problem, VecOut x) const override;
  bool needs_rows() const override { return true; }
  void reserve(Index rows) const override;

 private:
  double rounding(const ContactProblem& problem, VecRef x) const;
  bool diverges(const ContactProblem& problem, VecRef x) const;
  double round_off(const ContactProblem& problem, VecRef x) const;
  Report look(const ContactProblem& problem, VecRef x, double tolerance) const;
  void take_turns_without_joints(const ContactProblem& problem, VecOut x, double tolerance, Report& report) const;
  void take_turns(const ContactProblem& problem, VecOut x, double tolerance, int most_iterations, Report& report) const;

  ContactSolverOptions options_;
  GaussSeidel gauss_seidel_;
  Newton newton_;
  Lemke lemke_;
  mutable Contradiction contradiction_;
  mutable ProximalPoint proximal_;
  mutable PathFollowing path_;
  mutable JointElimination joints_;
  mutable Vector gamma_, best_, start_, reduced_;
};

}  // namespace percuss
