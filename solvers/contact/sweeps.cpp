// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/sweeps.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "core/thread_team.hpp"
#include "solvers/contact/scaled_units.hpp"

namespace percuss {

namespace {

constexpr double unknown = std::numeric_limits<double>::infinity();
/// A look at the residual costs as much as a sweep.
constexpr int look_every = 10;
/// Looks in a row at which the residual has fallen before acceleration sets in.
constexpr int fewest_falls = 3;
/// What so many accelerated sweeps must make of the residual, for them to go on.
constexpr int sweeps_to_prove = 100;
constexpr double least_progress = 0.95;
/// Plain sweeps after acceleration has led nowhere, at most; twice as many each time.
constexpr int longest_rest = 100'000;
/// Of the change from one accelerated sweep to the next.
constexpr double most_growth = 2.0;

}  // namespace

void Sweeps::reserve(Index rows) {
  rows_.reserve(rows);
  for (auto* v : {&c_, &x_, &best_, &from_, &swept_}) workspace(*v, rows);
  if (depth_ > 0) anderson_.reserve(rows, depth_);
}

void Sweeps::load(const ContactProblem& problem) {
  G_ = &problem.G;
  contacts_ = &problem.contacts;
  size_ = problem.c.size();
  rows_.load(problem, relaxation_);
  rows_.gather(problem.c, workspace(c_, size_));
  begun_ = false;
}

Report Sweeps::run(VecOut x, double tolerance, int most) {
  Report report;
  with_team(rows_.most_threads(), [&] { report = run_in_team(x, tolerance, most); });
  return report;
}

Report Sweeps::run_in_team(VecOut x, double tolerance, int most) {
  auto now = workspace(x_, size_), best = workspace(best_, size_), given = workspace(from_, size_);
  rows_.gather(x, given);
  if (!begun_ || given != best) begin(given);
  Report report;
  report.residual = unknown;
  while (report.iterations < most) {
    ++report.iterations;
    const double change = accelerates_ ? accelerated_sweep() : rows_.sweep(c_.head(size_), now);
    const bool last = report.iterations == most;
    const bool looks = ++sweeps_ % look_every == 0 || contacts_->size() == 1;  // one is solved at once
    if (change > tolerance && !last && !looks) continue;
    const double there = rows_.residual(c_.head(size_), now);
    if (there < report.residual || !std::isfinite(there)) {
      report.residual = there;
      best = now;
    }
    if (!std::isfinite(there) || !std::isfinite(tolerance)) report.status = Status::not_finite;
    if (there <= tolerance || !report.ok()) break;
    if (depth_ > 0) look(there);
  }
  rows_.scatter(best, x);
  if (report.ok() && !(report.residual <= tolerance)) report.status = Status::not_converged;
  return report;
}

void Sweeps::begin(VecRef x) {
  x_.head(x.size()) = x;
  begun_ = true;
  accelerates_ = false;
  pace_ = {};
  sweeps_ = 0;
}

/// From what Anderson's method proposes, or from the swept point.
double Sweeps::accelerated_sweep() {
  auto x = x_.head(size_), from = workspace(from_, size_), swept = workspace(swept_, size_);
  swept = x;
  const bool proposed = anderson_.extrapolate(x);
  if (proposed) rows_.project(x);
  from = x;
  const double largest = rows_.sweep(c_.head(size_), x);
  const double change = anderson_.add(from, x), before = std::exchange(change_, change);
  if (!proposed || change <= most_growth * before) return largest;
  x = swept;
  anderson_.forget();
  return unknown;
}

/// Whether acceleration sets in, goes on or rests, by the residual where sweeps are.
void Sweeps::look(double residual) {
  auto& p = pace_;
  p.falls = residual < p.last ? p.falls + 1 : 0;
  p.last = residual;
  p.least = std::min(p.least, residual);
  if (!accelerates_) {
    if (sweeps_ < p.rests_until || p.falls < fewest_falls) return;
    start_acceleration();
  } else if (sweeps_ - p.marked < sweeps_to_prove) {
    return;
  } else if (p.least > least_progress * p.mark) {
    accelerates_ = false;
    p.rests_until = sweeps_ + p.rest;
    p.rest = std::min(2 * p.rest, longest_rest);
    p.falls = 0;
  }
  p.mark = p.least;
  p.marked = sweeps_;
}

void Sweeps::start_acceleration() {
  const auto diagonal = G_->diagonal();
  auto of_problem = workspace(from_, size_), weights = workspace(swept_, size_);
  for (Index k = 0; k < contacts_->size(); ++k)
    find_scales(*contacts_, diagonal, k, of_problem.data() + contacts_->first_row(k));
  rows_.gather(of_problem, weights);
  anderson_.start(weights, depth_);
  accelerates_ = true;
}

}  // namespace percuss
