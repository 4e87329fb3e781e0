// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/auto.hpp"

#include <algorithm>
#include <cmath>

namespace percuss {

namespace {

/// Rows up to which a warm start goes to Newton at once.
constexpr Index few_rows = 600;
/// The round after which it is asked whether there is a solution at all.
constexpr int contradiction_round = 2;
/// The round from which a path is followed, the first from no forces, others from where we are; and how far.
constexpr int path_round = 4, most_path_solves = 600;
/// The round after which complementary pivoting is tried, and up to how many rows.
constexpr int pivoting_round = 3;
constexpr Index most_pivoting_rows = 150;

bool only_joints(const ContactSet& contacts) {
  return std::all_of(contacts.cone.begin(), contacts.cone.end(), [](Cone cone) { return cone == Cone::bilateral; });
}

}  // namespace

void Auto::reserve(Index rows) const {
  gauss_seidel_.reserve(rows);
  newton_.reserve(rows);
  workspace(gamma_, rows);
  workspace(best_, rows);
}

Report Auto::solve(const ContactProblem& problem, VecOut x) const {
  if (problem.c.size() == 0) return {};
  if (problem.G.rows() == nullptr)
    return Report::failure(Status::not_converged, "auto: this Delassus operator does not form its rows");
  const double tolerance = options_.tolerance(problem.c);
  const Index n = problem.c.size();
  const bool joints = only_joints(problem.contacts);
  const bool followed = n <= few_rows && problem.contacts.size() > 1 && !x.isZero(0.0);
  Report report = joints || followed
                      ? newton_.solve(problem, x, tolerance, std::min(joints ? 10 : 4, options_.max_iterations))
                      : look(problem, x, tolerance);
  if (report.ok() && report.iterations > 0) report.message = "newton";
  if (report.status == Status::not_converged) take_turns(problem, x, tolerance, report);
  if (report.status == Status::not_finite) report.message = "auto: the contact problem is not finite";
  if (report.status == Status::not_converged) report.message = "auto: no convergence within max_iterations";
  return report;
}

/// The residual of the start. Only an exact one is taken as it stands: what is merely within the tolerance would be
/// handed on from step to step, and a body at rest would creep.
Report Auto::look(const ContactProblem& problem, VecRef x, double tolerance) const {
  auto gamma = workspace(gamma_, problem.c.size());
  problem.G.apply(x, gamma);
  gamma += problem.c;
  Report report;
  report.residual = natural_residual(problem.contacts, problem.G.diagonal(), gamma, x);
  if (!std::isfinite(report.residual) || !std::isfinite(tolerance))
    report.status = Status::not_finite;
  else if (report.residual > 0.0)
    report.status = Status::not_converged;
  return report;
}

/// Sweeps and Newton steps in turn, with more patience in every round. `report` comes with the residual of x.
void Auto::take_turns(const ContactProblem& problem, VecOut x, double tolerance, Report& report) const {
  const Index n = problem.c.size();
  auto best = workspace(best_, n);
  best = x;
  const auto finishes = [&](const auto& solver, const char* name, int most) {
    const int left = options_.max_iterations - report.iterations;
    if (left <= 0) return false;
    auto its = solver.solve(problem, x, tolerance, std::min(most, left));
    report.iterations += its.iterations;
    if (its.residual < report.residual || its.ok()) {
      report.residual = its.residual;
      best = x;
    }
    if (its.status == Status::not_finite) x = best;  // start again from what there is
    if (!its.ok()) return false;
    report.status = Status::ok;
    report.message = name;
    return true;
  };
  std::string contradicts;
  int sweeps = n <= 60 ? 2 : 20, steps = 20;
  for (int round = 1; report.iterations < options_.max_iterations; ++round) {
    if (finishes(gauss_seidel_, "gauss_seidel", sweeps)) return;
    if (finishes(newton_, "newton", steps)) return;
    if (round == pivoting_round && n <= most_pivoting_rows) {
      report.iterations += lemke_.solve(problem, x);
      if (finishes(newton_, "lemke", steps)) return;
    }
    if (round >= path_round) {
      if (round == path_round) x.setZero();
      const auto its =
          path_.solve(problem, x, tolerance, std::min(most_path_solves, options_.max_iterations - report.iterations));
      report.iterations += its.iterations;
      if (its.ok()) {
        report.status = Status::ok;
        report.residual = its.residual;
        report.message = "path_following";
        return;
      }
    }
    if (round == contradiction_round && !(contradicts = contradiction_.find(problem)).empty()) break;
    sweeps = std::min(4 * sweeps, 1000);
    steps = std::min(2 * steps, 80);
  }
  x = best;
  if (contradicts.empty()) contradicts = contradiction_.find(problem);
  if (!contradicts.empty()) {
    report.status = Status::singular;
    report.message = "auto: the contact problem has no solution; " + contradicts;
  }
  report.iterations = std::min(report.iterations, options_.max_iterations);
}

}  // namespace percuss
