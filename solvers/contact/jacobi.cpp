// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/jacobi.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "solvers/contact/prox.hpp"

namespace percuss {

Report Jacobi::solve(const ContactProblem& problem, VecOut x) const {
  const auto& contacts = problem.contacts;
  const auto diagonal = problem.G.diagonal();
  const double tolerance = options_.tolerance(problem.c);
  auto gamma = workspace(gamma_, problem.c.size()), best = workspace(best_, problem.c.size());
  best = x;
  // G scaled by its diagonal has no eigenvalue above the number of rows: from 1/rows on no relaxation is too large.
  const double least_omega = 1.0 / static_cast<double>(std::max<Index>(problem.c.size(), 1));
  double omega = 1.0, last = std::numeric_limits<double>::infinity(), least = last;
  Report report;
  for (report.iterations = 0; report.iterations <= options_.max_iterations; ++report.iterations) {
    problem.G.apply(x, gamma);
    gamma += problem.c;
    const double residual = natural_residual(contacts, diagonal, gamma, x);
    if ((!std::isfinite(residual) || !std::isfinite(tolerance)) && report.iterations == 0) {
      report.residual = residual;
      report.status = Status::not_finite;
      report.message = "jacobi: the contact problem is not finite";
      return report;
    }
    if (residual < least) {
      least = residual;
      best = x;
    }
    if (least <= tolerance) break;
    omega = residual > last ? std::max(0.5 * omega, least_omega) : std::min(1.05 * omega, 1.0);
    last = residual;
    for (Index k = 0; k < contacts.size(); ++k) {
      const Index first = contacts.first_row(k), n = contacts.num_rows(k);
      // A joint's rows are free each by itself, and may differ in unit (forces and moments): each has its own step.
      const bool joint = contacts.cone[static_cast<std::size_t>(k)] == Cone::bilateral;
      const double largest = diagonal.segment(first, n).maxCoeff();
      for (Index i = first; i < first + n; ++i) {
        const double scale = joint ? diagonal[i] : largest;
        if (scale > 0.0) x[i] -= omega / scale * gamma[i];  // a row that moves nothing has no force to find
      }
      prox_cone(contacts.cone[static_cast<std::size_t>(k)], contacts.mu[static_cast<std::size_t>(k)],
                {x.data() + first, static_cast<std::size_t>(n)});
    }
  }
  x = best;
  report.residual = least;
  report.iterations = std::min(report.iterations, options_.max_iterations);
  if (least > tolerance) {
    report.status = Status::not_converged;
    report.message = "jacobi: no convergence within max_iterations";
  }
  return report;
}

}  // namespace percuss
