// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "core/report.hpp"
#include "io/fclib_problem.hpp"
#include "solvers/contact/contact_solver.hpp"

namespace percuss {

struct FclibSolveOptions {
  ContactSolverOptions::Name solver = ContactSolverOptions::Name::automatic;
  double tolerance = 1e-8;                                 ///< on `fclib_error`, in (0, 1)
  int max_iterations = 100000;                             ///< of all stages together, > 0
  double relaxation = ContactSolverOptions{}.relaxation;   ///< of solvers that read it, as in a model file
  int acceleration = ContactSolverOptions{}.acceleration;  ///< likewise

  std::vector<Fault> validate() const;
  /// What these say to a contact solver, but for its tolerances and iterations.
  ContactSolverOptions for_solver() const;
};

/// What came of it. The report is good exactly when the error is within the tolerance; its message names the stage that
/// finished, or says why none did.
struct FclibAnswer {
  Report report;
  double error = 0.0;    ///< by `fclib_error`
  double seconds = 0.0;  ///< wall time, without reading and without the step from global to local form
  Vector u, r;
};

/// || r - P_K(r - u_hat) ||_2 / ||q||_2  of a local problem, u = W r + q; undivided when q = 0. The judge of all files.
double fclib_error(const FclibProblem& local, VecRef r);

/// Solves a local problem from r = 0. Percuss's own residual is another measure: where it is met and the error is not,
/// the solver goes on from there with a tighter tolerance. Throws InputError when an option is out of range.
FclibAnswer solve(const FclibProblem& local, const FclibSolveOptions& options);

}  // namespace percuss
