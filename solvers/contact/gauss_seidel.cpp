// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/gauss_seidel.hpp"

#include <cmath>

namespace percuss {

Report GaussSeidel::solve(const ContactProblem& problem, VecOut x) const {
  const double tolerance = options_.tolerance(problem.c);
  auto report = solve(problem, x, tolerance, options_.max_iterations);
  if (report.status == Status::not_finite) report.message = "gauss_seidel: the contact problem is not finite";
  if (report.status == Status::not_converged && report.message.empty())
    report.message = "gauss_seidel: no convergence within max_iterations";
  return report;
}

Report GaussSeidel::solve(const ContactProblem& problem, VecOut x, double tolerance, int most_sweeps) const {
  if (problem.G.rows() == nullptr)
    return Report::failure(Status::not_converged, "gauss_seidel: this Delassus operator does not form its rows");
  rows_.load(problem);
  auto gamma = workspace(gamma_, problem.c.size());
  constexpr int look_every = 10;  // a look at the residual costs as much as a sweep
  Report report;
  while (report.iterations < most_sweeps) {
    ++report.iterations;
    const double change = rows_.sweep(problem.c, x);
    const bool last = report.iterations == most_sweeps;
    const bool looks = report.iterations % look_every == 0 || problem.contacts.size() == 1;  // one is solved at once
    if (change > tolerance && !last && !looks) continue;
    problem.G.apply(x, gamma);
    gamma += problem.c;
    report.residual = natural_residual(problem.contacts, problem.G.diagonal(), gamma, x);
    if (!std::isfinite(report.residual) || !std::isfinite(tolerance)) {
      report.status = Status::not_finite;
      return report;
    }
    if (report.residual <= tolerance) return report;
  }
  report.status = Status::not_converged;
  return report;
}

}  // namespace percuss
