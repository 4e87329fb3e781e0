// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/proximal_point.hpp"

#include <algorithm>

namespace percuss {

namespace {

constexpr double first_shift = 1e-2, least_shift = 1e-14, largest_shift = 1e3;
constexpr int most_steps = 1;            // of Newton's method on one proximal problem, where a path leads on
constexpr int most_steps_in_space = 8;   // where none does
constexpr int most_pieces = 60;          // of a path
constexpr int patience = 60;             // proximal problems that need not halve the residual
constexpr int content_patience = 2;      // the same where the residual is small enough to be content with
constexpr double comes_nearer = 0.9;     // of the residual: a point worth going on from, solved or not
constexpr double most_rounding = 100.0;  // tolerances: what rounding may excuse

}  // namespace

Report ProximalPoint::solve(const ContactProblem& problem, VecOut x, double tolerance, double content, int most) {
  // The best point is that whose residual is least as far as it can be known: where forces grow without end it is none
  // of those whose rounding hides that.
  auto report = Report::failure(Status::not_converged, {});
  auto& equations = newton_.equations();
  if (!equations.load(problem)) return report;
  const Index n = equations.size();
  newton_.reserve(n);
  point_.reserve(n);
  auto centre = workspace(centre_, n), best = workspace(best_, n);
  equations.scaled(x, centre);
  best = centre;
  double at_centre = residual(centre), least = at_centre, halved = least, t = first_shift;
  double least_bound = least + equations.rounding(centre);
  int waited = 0;
  while (report.iterations < most && t <= largest_shift && waited < patience) {
    const double inner_tolerance = std::max(0.1 * tolerance, equations.rounding(centre));
    const auto inner = solve_shifted(centre, t, inner_tolerance, most - report.iterations);
    if (inner.status == Status::not_finite) break;
    report.iterations += std::max(inner.iterations, 1);
    const auto now = point_.y.head(n);
    const double left = residual(now);
    if (const double bound = left + equations.rounding(now); left <= tolerance || bound < least_bound) {
      least = left;
      least_bound = bound;
      best = now;
    }
    if (least <= tolerance) break;
    waited = least < 0.5 * halved ? 0 : waited + 1;
    if (waited == 0) halved = least;
    if (least <= content && waited >= content_patience) break;
    const bool nearer = left < comes_nearer * at_centre;
    if (inner.ok() || nearer) {
      centre = now;
      at_centre = left;
    }
    if (inner.ok() || !nearer) t = std::max(t * (inner.ok() ? 0.3 : 10.0), least_shift);
  }
  equations.unscaled(best, x);
  report.residual = least;
  if (least <= tolerance || (least <= most_rounding * tolerance && least <= equations.rounding(best)))
    report.status = Status::ok;
  return report;
}

/// From the centre to the solution, or the best of Newton's points, in point_.
Report ProximalPoint::solve_shifted(VecRef centre, double t, double tolerance, int most) {
  auto& equations = newton_.equations();
  const Index n = equations.size();
  newton_.now().y.head(n) = centre;
  equations.shift(t, centre);
  const bool in_space = equations.contacts().width() > 2;
  auto report = newton_.iterate(tolerance, std::min(in_space ? most_steps_in_space : most_steps, most));
  const auto best = newton_.best().y.head(n);
  point_.y.head(n) = best;
  if (report.status != Status::not_converged || in_space) return report;
  const double rounding = equations.rounding(best);
  const auto path = path_.follow(equations, point_, std::max(tolerance, rounding), std::min(most_pieces, most));
  report.status = path.status;
  report.iterations += path.iterations;
  if (!path.ok()) point_.y.head(n) = best;
  return report;
}

/// Of the problem itself.
double ProximalPoint::residual(VecRef y) {
  auto& equations = newton_.equations();
  point_.y.head(equations.size()) = y;
  equations.shift(0.0, y);
  equations.evaluate(point_);
  return point_.residual;
}

}  // namespace percuss
