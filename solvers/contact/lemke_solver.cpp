// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/lemke_solver.hpp"

#include <cmath>

namespace percuss {

namespace {

bool has_friction_in_space(const ContactSet& contacts) {
  for (Index k = 0; k < contacts.size(); ++k) {
    const auto i = static_cast<std::size_t>(k);
    if (contacts.cone[i] == Cone::coulomb && contacts.num_rows(k) == 3 && contacts.mu[i] > 0.0) return true;
  }
  return false;
}

}  // namespace

void LemkeSolver::reserve(Index rows) const {
  newton_.reserve(rows);
  workspace(start_, rows);
  workspace(gamma_, rows);
}

Report LemkeSolver::solve(const ContactProblem& problem, VecOut x) const {
  const Index n = problem.c.size();
  if (n == 0) return {};
  if (problem.G.rows() == nullptr)
    return Report::failure(Status::not_converged, "lemke: this Delassus operator does not form its rows");
  const double tolerance = options_.tolerance(problem.c);
  auto start = workspace(start_, n), gamma = workspace(gamma_, n);
  start = x;
  problem.G.apply(x, gamma);
  gamma += problem.c;
  Report report;
  report.residual = natural_residual(problem.contacts, problem.G.diagonal(), gamma, x);
  const auto fails = [&](Status status, const char* why) {
    report.status = status;
    report.message = std::string("lemke: ") + why;
    return report;
  };
  if (!std::isfinite(report.residual) || !problem.c.allFinite())
    return fails(Status::not_finite, "the contact problem is not finite");
  if (report.residual == 0.0) return report;
  if (has_friction_in_space(problem.contacts))
    return fails(Status::not_converged, "friction in space has no finite list of modes; `auto` solves it");
  if (n > most_rows) return fails(Status::not_converged, "too many rows for a dense dictionary; `auto` solves them");
  report.iterations = lemke_.solve(problem, x);
  if (report.iterations == 0) return fails(Status::not_converged, "the pivots end on a ray: there may be no solution");
  constexpr int steps = 20;
  const auto polished = newton_.solve(problem, x, tolerance, steps);
  if (polished.residual < report.residual || polished.ok())
    report.residual = polished.residual;
  else
    x = start;
  if (!polished.ok()) return fails(polished.status, "rounding of the pivots leaves modes that do not fit");
  return report;
}

}  // namespace percuss
