// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/interior_point.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>

#include "core/at.hpp"

namespace percuss {

namespace {

/// Of the diagonal of G, which is one here. The small one brings out the forces of heavy bodies at rest, unless
/// contacts depend on each other so that they are far from any solution: then q lags behind by more than so many times
/// |c^|.
constexpr std::array<double, InteriorPoint::starts> first_rhos{1e-4, 1e-2, 1.0};
constexpr double far_off = 100.0;
/// Iterations in which t must fall to a tenth, or all begins anew.
constexpr int patience = 15;
/// Rounding and contacts that are about to stick or slip keep interior points from the last digits. From here on, as a
/// share of |c|, steps on the cones' own function may find these, so many at most.
constexpr double near_the_goal = 1e-3;
constexpr int most_last_steps = 10, few_last_steps = 4;
constexpr double far_below = 1e-3;  // of the tolerance, where that is reached
/// Of t: what the next step aims at, at least.
constexpr double least_aim = 1e-3;
/// Steps shorter than that have another aim tried; and what is no step at all.
constexpr double short_step = 0.3, very_short_step = 0.1, no_step = 1e-10;

}  // namespace

void InteriorPoint::reserve(Index rows) const {
  G_.reserve(rows);
  factor_->reserve(rows);
  last_steps_.reserve(rows);
  for (auto* v : {&y_, &gamma_, &side_, &best_}) workspace(*v, rows);
  pairs_.reserve(rows);
  for (auto* steps : {&trial_, &chosen_})
    if (steps->size() < at(rows)) steps->resize(at(rows));
}

/// From near a solution, as steps of a simulation often begin, the last steps alone may do.
Report InteriorPoint::solve(const ContactProblem& problem, VecOut x, double tolerance, int most) const {
  Report report;
  if (auto obstacle = load(problem, x); !obstacle.empty())
    return Report::failure(Status::not_converged, std::move(obstacle));
  report.residual = residual_;
  finish(problem, x, tolerance, most, report);
  for (int start = 0; start < starts && report.iterations < most && !(report.residual <= tolerance); ++start)
    go(start, problem, x, tolerance, most, report);
  if (report.residual <= tolerance) return report;
  report.status = Status::not_converged;
  if (report.iterations < most) report.message = "no step leads on";
  return report;
}

Report InteriorPoint::solve_from(int start, const ContactProblem& problem, VecOut x, double tolerance, int most) const {
  if (auto obstacle = load(problem, x); !obstacle.empty())
    return Report::failure(Status::not_converged, std::move(obstacle));
  Report report;
  report.residual = residual_;
  go(start, problem, x, tolerance, most, report);
  if (!(report.residual <= tolerance)) report.status = Status::not_converged;
  return report;
}

/// From one beginning, and from where that has led by the last steps; x stays the best of all.
void InteriorPoint::go(int start, const ContactProblem& problem, VecOut x, double tolerance, int most,
                       Report& report) const {
  if (begin(start)) run(report, tolerance, most);
  if (!(residual_ < report.residual)) return;
  report.residual = residual_;
  G_.unscaled(best_.head(x.size()), x);
  finish(problem, x, tolerance, most, report);
}

/// Why there will be no factor, or nothing; x is the best so far.
std::string InteriorPoint::load(const ContactProblem& problem, VecRef x) const {
  const Index n = problem.c.size();
  G_.load(problem);
  reserve(n);
  pairs_.load(G_.contacts());
  auto best = best_.head(n), gamma = gamma_.head(n);
  G_.scaled(x, best);
  G_.velocity(best, gamma);
  residual_ = G_.residual(gamma, best);
  return factor_->load(problem, G_.scale());
}

/// Not only to the tolerance: interior points come there from the same side each time, and a body at rest would creep.
void InteriorPoint::finish(const ContactProblem& problem, VecOut x, double tolerance, int most, Report& report) const {
  const bool reached = report.residual <= tolerance;
  const int left = reached ? few_last_steps : std::min(most - report.iterations, most_last_steps);
  if (left < 1 || !(reached || report.residual <= near_the_goal * problem.c.lpNorm<Eigen::Infinity>())) return;
  auto before = y_.head(x.size());
  before = x;
  const auto its = last_steps_.solve(problem, x, reached ? far_below * tolerance : tolerance, left);
  report.iterations += its.iterations;
  if (its.residual < report.residual)
    report.residual = its.residual;
  else
    x = before;
}

/// p and q around the forces of G^ + rho 1 with every contact sticking. False where that is far from any solution, but
/// for the last start, and where there is nothing to do: no velocity, no force.
bool InteriorPoint::begin(int start) const {
  const double rho = first_rhos[at(start)];
  auto y = y_.head(G_.size());
  pairs_.without_missing_rows(G_.c(), y);
  const double size = pairs_.size_of_velocities(y);
  if (!(size > 0.0)) {
    best_.head(G_.size()).setZero();
    residual_ = G_.residual(G_.c(), best_.head(G_.size()));
    return false;
  }
  for (Index k = 0; k < G_.contacts().size(); ++k) {
    pairs_.find_blocks(k, false, factor_->P(k), factor_->Q(k));
    for (std::size_t i = 0; i < 9; ++i)  // rows that the contact does not have keep their one
      factor_->P(k)[i] = i % 4 != 0 ? 0.0 : factor_->Q(k)[i] > 0.0 ? rho : 1.0;
  }
  if (!factor_->factorize()) return false;
  y = -y;
  factor_->solve_in_place(y);
  if (!y.allFinite()) return false;
  pairs_.place(y, size * size);
  look();
  return start + 1 == starts || pairs_.lag() <= far_off * size;
}

/// Until the goal is reached, or t has not fallen to a tenth for long.
void InteriorPoint::run(Report& report, double tolerance, int most) const {
  double mark = pairs_.product();
  for (int waited = 0; waited < patience && report.iterations < most; ++waited) {
    ++report.iterations;
    if (!step()) return;
    look();
    keep_best();
    if (residual_ <= tolerance) return;
    if (pairs_.product() > 0.1 * mark) continue;
    mark = pairs_.product();
    waited = 0;
  }
}

void InteriorPoint::look() const {
  auto y = y_.head(G_.size()), gamma = gamma_.head(G_.size());
  pairs_.forces(y);
  G_.velocity(y, gamma);
  pairs_.look(gamma);
}

bool InteriorPoint::factorize(bool with_derivative) const {
  for (Index k = 0; k < G_.contacts().size(); ++k) pairs_.find_blocks(k, with_derivative, factor_->P(k), factor_->Q(k));
  return factor_->factorize();
}

/// How far the step to this aim leads; kept as `chosen_` where that is `better` times as far as the best so far.
void InteriorPoint::attempt(const Aim& aim, double better, double& longest) const {
  auto side = side_.head(G_.size());
  pairs_.find_right_side(aim.product, aim.share, aim.corrected, aim.with_derivative, side);
  factor_->solve_in_place(side);
  if (!side.allFinite()) return;
  pairs_.find_step(side, trial_);
  const double length = pairs_.length(trial_);
  if (!(length > better * longest)) return;
  longest = length;
  std::swap(trial_, chosen_);
}

/// Mehrotra's step; where it is short, aims nearer to where we are. False when none leads anywhere.
bool InteriorPoint::step() const {
  const double t = pairs_.product();
  auto side = side_.head(G_.size());
  if (!factorize(true)) return false;
  pairs_.find_right_side(0.0, 1.0, false, true, side);
  factor_->solve_in_place(side);
  if (!side.allFinite()) return false;
  pairs_.find_step(side, trial_);
  const double reach = std::min(1.0, pairs_.reach(trial_));
  pairs_.correct(trial_, reach);
  const double aim = std::max(least_aim, std::pow(1.0 - reach, 3.0)) * t;
  double longest = 0.0;
  attempt({aim, 1.0, true, true}, 1.0, longest);
  if (longest < short_step) attempt({aim, 1.0, false, true}, 1.5, longest);
  if (longest < short_step) attempt({t, 0.5, false, true}, 1.0, longest);
  if (longest < very_short_step && factorize(false)) attempt({std::max(aim, 0.5 * t), 1.0, false, false}, 1.5, longest);
  if (longest < no_step) return false;
  pairs_.move(chosen_, longest);
  return true;
}

void InteriorPoint::keep_best() const {
  const Index n = G_.size();
  auto y = y_.head(n);
  const double there = G_.offer(y, gamma_.head(n), side_.head(n));
  if (!(there < residual_)) return;
  residual_ = there;
  best_.head(n) = y;
}

}  // namespace percuss
