// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/method_solver.hpp"

#include <algorithm>
#include <cmath>
#include <string>

namespace percuss {

void MethodSolver::reserve(Index rows) const {
  for (auto* vector : {&start_, &gamma_, &reduced_}) workspace(*vector, rows);
  method_->reserve(rows);
  joints_.reserve(rows);
}

Report MethodSolver::solve(const ContactProblem& problem, VecOut x) const {
  const Index n = problem.c.size();
  if (n == 0) return {};
  const auto fails = [&](Status status, const char* why) {
    return Report::failure(status, std::string(name_) + ": " + why);
  };
  if (needs_rows() && problem.G.rows() == nullptr)
    return fails(Status::not_converged, "this Delassus operator does not form its rows");
  if (!problem.c.allFinite() || !problem.G.diagonal().allFinite())
    return fails(Status::not_finite, "the contact problem is not finite");
  const double at_start = judge(problem, x);
  if (!std::isfinite(at_start)) return fails(Status::not_finite, "the contact problem or its start is not finite");
  if (at_start == 0.0) return {};
  auto start = workspace(start_, n);
  start = x;
  const double tolerance = options_.tolerance(problem.c);
  auto report = run(problem, x, tolerance);
  if (report.status == Status::not_finite) {  // the problem is, and the start
    report.status = Status::not_converged;
    report.message = "the iteration diverges";
  }
  if (!(report.residual < at_start) && !(report.residual <= tolerance)) {
    x = start;
    report.residual = at_start;
    if (report.status == Status::ok) report.status = Status::not_converged;
  }
  if (!report.ok()) report.message = reason(report);
  return report;
}

std::string MethodSolver::reason(const Report& report) const {
  const std::string name(name_);
  if (!report.message.empty()) return name + ": " + report.message;
  return name + (report.iterations < options_.max_iterations ? ": rounding allows no smaller residual"
                                                             : ": no convergence within max_iterations");
}

double MethodSolver::judge(const ContactProblem& problem, VecRef x) const {
  auto gamma = workspace(gamma_, problem.c.size());
  problem.G.apply(x, gamma);
  gamma += problem.c;
  return natural_residual(problem.contacts, problem.G.diagonal(), gamma, x);
}

/// The iteration, the verdict being the judge's.
Report MethodSolver::run(const ContactProblem& problem, VecOut x, double tolerance) const {
  const auto& cones = problem.contacts.cone;
  if (std::find(cones.begin(), cones.end(), Cone::bilateral) != cones.end()) return run_reduced(problem, x, tolerance);
  auto report = method_->solve(problem, x, tolerance, options_.max_iterations);
  report.residual = judge(problem, x);
  const bool good = report.residual <= tolerance;
  if (good) report = {Status::ok, report.iterations, report.residual, {}, 0.0};
  if (!good && report.ok()) report.status = Status::not_converged;
  return report;
}

/// Joints eliminated. The judge of the reduced problem divides by smaller diagonals than that of the whole one: where
/// that makes a difference the iteration goes on to a smaller tolerance.
Report MethodSolver::run_reduced(const ContactProblem& problem, VecOut x, double tolerance) const {
  // Joints that miss each other by no more than what is accepted are solved as well as they can be: the judge will say.
  auto report = joints_.load(problem, std::max(options_.accepted(problem.c), options_.tolerance_in_vain(problem.c)));
  if (!report.ok()) {
    report.residual = judge(problem, x);
    return report;
  }
  const ContactProblem reduced{joints_.G(), joints_.c(), joints_.contacts()};
  auto y = workspace(reduced_, reduced.c.size());
  joints_.restrict(x, y);
  double inner = tolerance;
  constexpr int tries = 4;
  for (int attempt = 0; attempt < tries; ++attempt, inner *= 0.1) {
    const int left = options_.max_iterations - report.iterations;
    if (left <= 0) break;
    Report its{Status::ok, 1, 0.0, {}, 0.0};
    if (y.size() > 0) its = method_->solve(reduced, y, inner, left);
    its.iterations += report.iterations;
    report = std::move(its);
    joints_.expand(problem, y, x);
    report.residual = judge(problem, x);
    if (report.residual <= tolerance) return {Status::ok, report.iterations, report.residual, {}, 0.0};
    if (!report.ok()) return report;
    report.status = Status::not_converged;
    if (y.size() == 0) break;
  }
  return report;
}

}  // namespace percuss
