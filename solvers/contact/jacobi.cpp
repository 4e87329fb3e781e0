// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/jacobi.hpp"

#include <cmath>
#include <limits>

#include "core/parallel.hpp"
#include "solvers/contact/jacobi_pace.hpp"
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
  JacobiPace pace(options_.relaxation, problem.c.size());
  double least = std::numeric_limits<double>::infinity();
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
    sweep(problem.contacts, diagonal, pace.next(residual), gamma, x);
  }
  x = best;
  report.residual = least;
  if (least > tolerance) report.status = Status::not_converged;
  return report;
}

}  // namespace percuss
