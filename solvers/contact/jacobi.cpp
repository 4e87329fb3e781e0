// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/jacobi.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/parallel.hpp"
#include "solvers/contact/prox.hpp"

namespace percuss {

namespace {

/// Every contact by its own step; contacts do not see each other.
void sweep(const ContactSet& contacts, VecRef diagonal, double omega, VecRef gamma, VecOut x) {
  parallel_for(contacts.size(), contacts.rows(), [&](Index begin, Index end) {
    for (Index k = begin; k < end; ++k) {
      const Index first = contacts.first_row(k), n = contacts.num_rows(k);
      const double scale = diagonal.segment(first, n).maxCoeff();
      if (scale > 0.0) x.segment(first, n) -= omega / scale * gamma.segment(first, n);  // else nothing moves
      prox_cone(contacts.cone[static_cast<std::size_t>(k)], contacts.mu[static_cast<std::size_t>(k)],
                {x.data() + first, static_cast<std::size_t>(n)});
    }
  });
}

}  // namespace

Report Jacobi::solve(const ContactProblem& problem, VecOut x, double tolerance, int most) const {
  const auto diagonal = problem.G.diagonal();
  auto gamma = workspace(gamma_, problem.c.size()), best = workspace(best_, problem.c.size());
  best = x;
  // G scaled by its diagonal has no eigenvalue above the number of rows: from 1/rows on no relaxation is too large.
  const double most_omega = options_.relaxation;
  const double least_omega = std::min(1.0 / static_cast<double>(problem.c.size()), most_omega);
  double omega = most_omega, last = std::numeric_limits<double>::infinity(), least = last;
  Report report;
  for (;; ++report.iterations) {
    problem.G.apply(x, gamma);
    gamma += problem.c;
    const double residual = natural_residual(problem.contacts, diagonal, gamma, x);
    if (!std::isfinite(residual) && report.iterations == 0) {
      report.residual = residual;
      report.status = Status::not_finite;
      return report;
    }
    if (residual < least) {
      least = residual;
      best = x;
    }
    if ((least <= tolerance && report.iterations > 0) || report.iterations == most) break;
    omega = residual > last ? std::max(0.5 * omega, least_omega) : std::min(1.05 * omega, most_omega);
    last = residual;
    sweep(problem.contacts, diagonal, omega, gamma, x);
  }
  x = best;
  report.residual = least;
  if (least > tolerance) report.status = Status::not_converged;
  return report;
}

}  // namespace percuss
