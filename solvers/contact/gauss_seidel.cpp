// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/gauss_seidel.hpp"

#include <cmath>
#include <limits>

namespace percuss {

Report GaussSeidel::solve(const ContactProblem& problem, VecOut x, double tolerance, int most) const {
  if (problem.G.rows() == nullptr)
    return Report::failure(Status::not_converged, "this Delassus operator does not form its rows");
  rows_.load(problem, options_.relaxation);
  auto gamma = workspace(gamma_, problem.c.size()), best = workspace(best_, problem.c.size());
  constexpr int look_every = 10;  // a look at the residual costs as much as a sweep
  double least = std::numeric_limits<double>::infinity();
  Report report;
  while (report.iterations < most) {
    ++report.iterations;
    const double change = rows_.sweep(problem.c, x);
    const bool last = report.iterations == most;
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
    if (report.residual >= least) continue;
    least = report.residual;
    best = x;
  }
  x = best;
  report.residual = least;
  report.status = Status::not_converged;
  return report;
}

}  // namespace percuss
