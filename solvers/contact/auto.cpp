// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/auto.hpp"

#include <algorithm>
#include <cmath>

namespace percuss {

namespace {

/// Rows up to which a warm start goes to Newton at once, and up to which Newton is tried at all (n^3/3 per step).
constexpr Index few_rows = 60, most_rows = 600;

bool only_joints(const ContactSet& contacts) {
  return std::all_of(contacts.cone.begin(), contacts.cone.end(), [](Cone cone) { return cone == Cone::bilateral; });
}

}  // namespace

Report Auto::solve(const ContactProblem& problem, VecOut x) const {
  Report report;
  if (problem.c.size() == 0) return report;
  if (problem.G.rows() == nullptr)
    return Report::failure(Status::not_converged, "auto: this Delassus operator does not form its rows");
  const double tolerance =
      options_.tolerance_absolute + options_.tolerance_relative * problem.c.lpNorm<Eigen::Infinity>();
  const Index n = problem.c.size();
  auto gamma = workspace(gamma_, n), best = workspace(best_, n);
  problem.G.apply(x, gamma);
  gamma += problem.c;
  report.residual = natural_residual(problem.contacts, problem.G.diagonal(), gamma, x);
  if (!std::isfinite(report.residual) || !std::isfinite(tolerance)) {
    report.status = Status::not_finite;
    report.message = "auto: the contact problem is not finite";
    return report;
  }
  if (report.residual <= tolerance) return report;
  best = x;

  // Runs one of the two; true when it has finished.
  const auto run = [&](const auto& solver, const char* name, int most) {
    auto its = solver.solve(problem, x, tolerance, std::min(most, options_.max_iterations - report.iterations));
    report.iterations += its.iterations;
    if (its.residual < report.residual) {
      report.residual = its.residual;
      best = x;
    }
    if (its.ok()) {
      report.residual = its.residual;
      report.message = name;
    }
    return its.ok();
  };
  if (n <= few_rows && problem.contacts.size() > 1 && !x.isZero(0.0) && run(newton_, "newton", 4)) return report;
  if (n <= most_rows && only_joints(problem.contacts) && run(newton_, "newton", 10)) return report;
  int sweeps = n <= few_rows ? 2 : 50;
  for (int steps = 10; report.iterations < options_.max_iterations; steps = std::min(2 * steps, 80)) {
    if (run(gauss_seidel_, "gauss_seidel", sweeps)) return report;
    if (report.iterations >= options_.max_iterations) break;
    if (n <= most_rows && run(newton_, "newton", steps)) return report;
    sweeps = std::min(4 * sweeps, 1000);
  }
  x = best;
  report.status = Status::not_converged;
  report.message = "auto: no convergence within max_iterations";
  return report;
}

}  // namespace percuss
