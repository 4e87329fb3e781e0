// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/proximal_point.hpp"

#include <algorithm>
#include <limits>

namespace percuss {

namespace {

constexpr double first_shift = 1e-2, least_shift = 1e-14, largest_shift = 1e3;
constexpr int most_steps = 1;            // of Newton's method on one proximal problem, where a path leads on
constexpr int most_steps_in_space = 8;   // where none does
constexpr int most_pieces = 60;          // of a path
constexpr int patience = 60;             // proximal problems that need not halve the residual
constexpr int content_patience = 2;      // the same where the residual is small enough to be content with
constexpr double most_rounding = 100.0;  // tolerances: what rounding may excuse

}  // namespace

Report ProximalPoint::solve(const ContactProblem& problem, VecOut x, double tolerance, double content, int most) {
  auto report = Report::failure(Status::not_converged, {});
  report.residual = std::numeric_limits<double>::infinity();
  auto& equations = newton_.equations();
  if (!equations.load(problem)) return report;
  const Index n = equations.size();
  newton_.reserve(n);
  point_.reserve(n);
  auto centre = workspace(centre_, n), best = workspace(best_, n);
  equations.scaled(x, centre);
  best = centre;
  double least = residual(centre), halved = least, t = first_shift;
  int waited = 0;
  while (report.iterations < most && t <= largest_shift && waited < patience) {
    const auto inner = solve_shifted(centre, t, 0.1 * tolerance, most - report.iterations);
    if (inner.status == Status::not_finite) break;
    report.iterations += std::max(inner.iterations, 1);
    const auto now = point_.y.head(n);
    if (const double left = residual(now); left < least) {
      least = left;
      best = now;
    }
    if (least <= tolerance) break;
    waited = least < 0.5 * halved ? 0 : waited + 1;
    if (waited == 0) halved = least;
    if (least <= content && waited >= content_patience) break;
    if (inner.ok()) centre = now;
    t *= inner.ok() ? 0.3 : 10.0;
    t = std::max(t, least_shift);
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
