// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/auto.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace percuss {

namespace {

/// Rows up to which a warm start goes to Newton at once.
constexpr Index few_rows = 600;
/// Iterations on the contacts alone before the joints come back in.
constexpr int most_reduced = 2000;
bool is_joint(Cone cone) { return cone == Cone::bilateral; }

}  // namespace

void Auto::reserve(Index rows) const {
  turns_.reserve(rows);
  workspace(gamma_, rows);
  for (auto* vector : {&start_, &reduced_}) workspace(*vector, rows);
  joints_.reserve(rows);
}

Report Auto::solve(const ContactProblem& problem, VecOut x) const {
  if (problem.c.size() == 0) return {};
  if (problem.G.rows() == nullptr) return solve_without_rows(problem, x);
  const double tolerance = options_.tolerance(problem.c);
  const Index n = problem.c.size();
  const auto& cones = problem.contacts.cone;
  const bool joints = std::any_of(cones.begin(), cones.end(), is_joint);
  const bool nothing_else = joints && std::all_of(cones.begin(), cones.end(), is_joint);
  const bool followed = n <= few_rows && problem.contacts.size() > 1 && !x.isZero(0.0);
  const int first_steps = std::min(followed && !nothing_else ? 4 : 10, options_.max_iterations);
  Report report = joints || followed ? turns_.stages().newton().solve(problem, x, tolerance, first_steps)
                                     : look(problem, x, tolerance);
  if (report.ok() && turns_.stages().diverges(problem, x)) {
    x.setZero();
    const int spent = report.iterations;
    report = look(problem, x, tolerance);
    report.iterations = spent;
  }
  if (report.iterations > 0) report.stages.add("newton", report.iterations);
  if (report.ok() && report.iterations > 0) report.message = "newton";
  if (report.status == Status::not_converged) {
    if (joints && !nothing_else)
      take_turns_without_joints(problem, x, tolerance, report);
    else
      turns_.solve(problem, x, tolerance, options_.max_iterations, report);
  }
  if (report.status == Status::not_converged && report.residual <= turns_.stages().rounding(problem, x)) {
    report.status = Status::ok;
    report.loose = report.residual > options_.tolerance_in_vain(problem.c);
    report.message = "rounding";
  }
  if (report.ok()) look_behind_round_off(problem, x, report);
  if (report.status == Status::not_finite) report.message = "auto: the contact problem is not finite";
  if (report.status == Status::not_converged && report.message.empty())
    report.message = "auto: no convergence within max_iterations";
  return report;
}

/// Forces so large that the round-off of G x is more than what is accepted may hide a contradiction: the residual, be
/// it zero, says nothing. Where there is none, the answer is as loose as that.
void Auto::look_behind_round_off(const ContactProblem& problem, VecRef x, Report& report) const {
  const double accepted = options_.accepted(problem.c);
  constexpr double epsilon = std::numeric_limits<double>::epsilon(), coupled = 100.0;
  const double forces = problem.G.diagonal().cwiseAbs().cwiseProduct(x.cwiseAbs()).maxCoeff();
  if (!(accepted > 0.0) || !(coupled * epsilon * forces > accepted)) return;
  const double round_off = turns_.stages().round_off(problem, x);
  if (!(round_off > accepted)) return;
  report.residual = std::max(report.residual, round_off);
  if (const auto contradicts = contradiction_.find(problem, accepted); !contradicts.empty()) {
    report.status = Status::singular;
    report.message = "auto: the contact problem has no solution; " + contradicts;
  } else {
    report.loose = true;
  }
}

Report Auto::solve_without_rows(const ContactProblem& problem, VecOut x) const {
  Report report;
  if (problem.G.global() != nullptr) {
    report = active_set_.solve(problem, x);
    if (report.iterations > 0) report.stages.add("active_set", report.iterations);
    if (report.status == Status::not_finite) report.message = "auto: the contact problem is not finite";
    if (report.ok() || report.status == Status::not_finite) return report;
  }
  if (problem.G.form_rows() == nullptr) {
    if (!report.ok()) {  // with the residual of its best point, by which it may still be accepted
      report.message += "; too many contacts to form the rows of G";
      return report;
    }
    report = Report::failure(Status::not_converged, "auto: this Delassus operator does not form its rows");
    report.residual = std::numeric_limits<double>::infinity();
    return report;
  }
  auto again = solve(problem, x);
  again.iterations += report.iterations;
  if (report.iterations > 0) again.stages.add("active_set", report.iterations);
  return again;
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

/// The turns on what the joints leave free to move, which never sweep a joint. Where joints cannot be eliminated (too
/// many, or contradicting each other) or that does not lead on soon, the turns take the whole problem. The judge of the
/// reduced problem divides by smaller diagonals than that of the whole one: where that makes a difference the turns go
/// on to a smaller tolerance.
void Auto::take_turns_without_joints(const ContactProblem& problem, VecOut x, double tolerance, Report& report) const {
  auto start = workspace(start_, x.size());
  start = x;
  const double at_start = report.residual;
  const int most = std::min(report.iterations + most_reduced, options_.max_iterations);
  if (joints_.load(problem, tolerance).ok()) {
    const ContactProblem reduced{joints_.G(), joints_.c(), joints_.contacts()};
    auto y = workspace(reduced_, reduced.c.size());
    joints_.restrict(x, y);
    constexpr int tries = 4;
    double inner = tolerance;
    for (int attempt = 0; attempt < tries && report.iterations < most; ++attempt, inner *= 0.1) {
      auto its = look(reduced, y, inner);
      its.iterations = report.iterations;
      its.stages = report.stages;
      if (its.status == Status::not_converged) turns_.solve(reduced, y, inner, most, its);
      joints_.expand(problem, y, x);
      report = its;
      report.residual = look(problem, x, tolerance).residual;
      if (report.residual <= tolerance) {
        report.status = Status::ok;
        return;
      }
      if (!its.ok()) break;
    }
    if (!(report.residual < at_start)) {
      x = start;
      report.residual = at_start;
    }
  }
  report.status = Status::not_converged;
  turns_.solve(problem, x, tolerance, options_.max_iterations, report);
}

}  // namespace percuss
