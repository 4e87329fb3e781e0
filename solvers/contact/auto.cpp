// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/auto.hpp"

#include <algorithm>
#include <cmath>
#include <limits>

namespace percuss {

namespace {

/// Rows up to which a warm start goes to Newton at once.
constexpr Index few_rows = 600;
/// Rows up to which Newton steps are cheap, so that few sweeps come before.
constexpr Index few_sweeps_rows = 60;
/// Iterations on the contacts alone before the joints come back in.
constexpr int most_reduced = 2000;
/// The round after which it is asked whether there is a solution at all, where what there is is not good enough.
constexpr int contradiction_round = 1;
/// The round from which a path is followed, the first from no forces, others from where we are; and how far.
constexpr int path_round = 4, most_path_solves = 600;
/// The round after which complementary pivoting is tried, and up to how many rows.
constexpr int pivoting_round = 3;
constexpr Index most_pivoting_rows = 150;
/// Linear solves that proximal points get in the first round; later rounds twice as many each, at most four times. In
/// the plane a path leads on, and starting again is what costs.
constexpr int first_points = 600, first_points_in_space = 150;
/// Where Newton's method has failed first, sweeps go on while each lot of them makes the residual so much smaller, so
/// many at most: what they put right costs proximal points a linear solve per contact.
constexpr double promising = 0.5;
constexpr int most_promising_sweeps = 320;
/// The round after which a point that is good enough ends the search.
constexpr int content_round = 3;
/// What rounding may leave of the residual, as a share of |c|.
constexpr double most_round_off = 0.01;

bool is_joint(Cone cone) { return cone == Cone::bilateral; }

bool in_space(const ContactSet& contacts) {
  for (Index k = 0; k < contacts.size(); ++k)
    if (contacts.num_rows(k) > 2) return true;
  return false;
}

}  // namespace

void Auto::reserve(Index rows) const {
  gauss_seidel_.reserve(rows);
  newton_.reserve(rows);
  workspace(gamma_, rows);
  for (auto* vector : {&best_, &start_, &reduced_}) workspace(*vector, rows);
  joints_.reserve(rows);
}

Report Auto::solve(const ContactProblem& problem, VecOut x) const {
  if (problem.c.size() == 0) return {};
  if (problem.G.rows() == nullptr)
    return Report::failure(Status::not_converged, "auto: this Delassus operator does not form its rows");
  const double tolerance = options_.tolerance(problem.c);
  const Index n = problem.c.size();
  const auto& cones = problem.contacts.cone;
  const bool joints = std::any_of(cones.begin(), cones.end(), is_joint);
  const bool nothing_else = joints && std::all_of(cones.begin(), cones.end(), is_joint);
  const bool followed = n <= few_rows && problem.contacts.size() > 1 && !x.isZero(0.0);
  const int first_steps = std::min(followed && !nothing_else ? 4 : 10, options_.max_iterations);
  Report report = joints || followed ? newton_.solve(problem, x, tolerance, first_steps) : look(problem, x, tolerance);
  if (report.ok() && diverges(problem, x)) {
    x.setZero();
    const int spent = report.iterations;
    report = look(problem, x, tolerance);
    report.iterations = spent;
  }
  if (report.ok() && report.iterations > 0) report.message = "newton";
  if (report.status == Status::not_converged) {
    if (joints && !nothing_else)
      take_turns_without_joints(problem, x, tolerance, report);
    else
      take_turns(problem, x, tolerance, options_.max_iterations, report);
  }
  if (report.status == Status::not_converged && report.residual <= rounding(problem, x)) {
    report.status = Status::ok;
    report.loose = report.residual > options_.tolerance_in_vain(problem.c);
    report.message = "rounding";
  }
  if (report.status == Status::not_finite) report.message = "auto: the contact problem is not finite";
  if (report.status == Status::not_converged) report.message = "auto: no convergence within max_iterations";
  return report;
}

/// What the round-off of G x + c alone may leave of the residual [m/s]: bodies of very different masses make forces so
/// large that no x does better. Not more than a hundredth of |c|: forces that grow without end are no solution.
double Auto::rounding(const ContactProblem& problem, VecRef x) const {
  const double worst = round_off(problem, x);
  return worst <= most_round_off * problem.c.lpNorm<Eigen::Infinity>() ? worst : 0.0;
}

/// Whether forces have grown so large that the velocities vanish in their round-off: the residual, be it zero, says
/// nothing then.
bool Auto::diverges(const ContactProblem& problem, VecRef x) const {
  return round_off(problem, x) >
         std::max(most_round_off * problem.c.lpNorm<Eigen::Infinity>(), options_.tolerance_in_vain(problem.c));
}

double Auto::round_off(const ContactProblem& problem, VecRef x) const {
  const auto& G = *problem.G.rows();
  double worst = 0.0;
  for (Index i = 0; i < x.size(); ++i) {
    double sum = std::abs(problem.c[i]);
    for (Index e = G.start[static_cast<std::size_t>(i)]; e < G.start[static_cast<std::size_t>(i) + 1]; ++e)
      sum += std::abs(G.value[static_cast<std::size_t>(e)] * x[G.col[static_cast<std::size_t>(e)]]);
    worst = std::max(worst, sum);
  }
  return 4.0 * std::numeric_limits<double>::epsilon() * worst;
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
      if (its.status == Status::not_converged) take_turns(reduced, y, inner, most, its);
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
  take_turns(problem, x, tolerance, options_.max_iterations, report);
}

/// Sweeps, Newton steps and proximal points in turn, with more patience in every round, until the goal is reached or,
/// from `content_round` on, the best point is good enough to be accepted. `report` comes with the residual of x.
void Auto::take_turns(const ContactProblem& problem, VecOut x, double tolerance, int most_iterations,
                      Report& report) const {
  const Index n = problem.c.size();
  // Who asks for a tolerance outside of a simulation gets the whole search.
  const double good_enough = options_.velocity_scale > 0.0 ? options_.accepted(problem.c) : tolerance;
  const double in_vain = options_.tolerance_in_vain(problem.c);
  auto best = workspace(best_, n);
  best = x;
  const auto left = [&](int most) { return std::min(most, most_iterations - report.iterations); };
  const auto finished = [&](const Report& its, const char* name) {
    report.iterations += its.iterations;
    const bool better = its.residual < report.residual || its.ok();
    if (better && diverges(problem, x)) {
      x = best;
      return false;
    }
    if (better) {
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
  const int first = in_space(problem.contacts) ? first_points_in_space : first_points;
  int sweeps = n <= few_sweeps_rows ? 2 : 20, steps = n <= few_sweeps_rows ? 20 : 10, points = first;
  const auto sweep_while_it_pays = [&] {
    double before = std::numeric_limits<double>::infinity();
    for (int more = 0; more < most_promising_sweeps && report.residual < promising * before; more += sweeps) {
      before = report.residual;
      if (finished(gauss_seidel_.solve(problem, x, tolerance, left(sweeps)), "gauss_seidel")) return true;
      if (left(1) < 1) break;
    }
    return false;
  };
  for (int round = 1; report.iterations < most_iterations; ++round) {
    if (round == 2 || round == 3) x.setZero();  // another start may lead elsewhere
    if (finished(gauss_seidel_.solve(problem, x, tolerance, left(sweeps)), "gauss_seidel")) return;
    if (left(1) < 1) break;
    if (finished(newton_.solve(problem, x, tolerance, left(steps)), "newton")) return;
    if (left(1) < 1) break;
    if (round == 1 && n > few_sweeps_rows && sweep_while_it_pays()) return;
    if (left(1) < 1) break;
    if (finished(proximal_.solve(problem, x, tolerance, in_vain, left(points)), "proximal_point")) return;
    if (report.residual <= in_vain) break;
    points = std::min(2 * points, 4 * first);
    if (round == pivoting_round && n <= most_pivoting_rows) {
      report.iterations += lemke_.solve(problem, x);
      if (left(1) < 1) break;
      if (finished(newton_.solve(problem, x, tolerance, left(steps)), "lemke")) return;
    }
    if (round >= content_round && (report.residual <= good_enough || report.residual <= rounding(problem, best))) break;
    if (left(1) < 1) break;
    if (round >= path_round) {
      if (round == path_round) x.setZero();
      if (finished(path_.solve(problem, x, tolerance, left(most_path_solves)), "path_following")) return;
    }
    if (round == contradiction_round && report.residual > good_enough &&
        !(contradicts = contradiction_.find(problem)).empty())
      break;
    sweeps = std::min(4 * sweeps, 1000);
    steps = std::min(2 * steps, 80);
  }
  x = best;
  if (report.residual > good_enough && report.residual > rounding(problem, best) && contradicts.empty())
    contradicts = contradiction_.find(problem);
  if (!contradicts.empty()) {
    report.status = Status::singular;
    report.message = "auto: the contact problem has no solution; " + contradicts;
  }
  report.iterations = std::min(report.iterations, most_iterations);
}

}  // namespace percuss
