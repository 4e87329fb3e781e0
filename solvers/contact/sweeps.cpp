// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/sweeps.hpp"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>

#include "core/at.hpp"
#include "solvers/contact/prox.hpp"
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
  for (auto* v : {&c_, &x_, &best_, &from_, &swept_, &gamma_}) workspace(*v, rows);
  if (depth_ > 0) anderson_.reserve(rows, depth_);
}

void Sweeps::load(const ContactProblem& problem) {
  G_ = &problem.G;
  contacts_ = &problem.contacts;
  workspace(c_, problem.c.size()) = problem.c;
  rows_.load(problem, relaxation_);
  begun_ = false;
}

Report Sweeps::run(VecOut x, double tolerance, int most) {
  const Index n = x.size();
  auto now = workspace(x_, n), best = workspace(best_, n);
  if (!begun_ || x != best) begin(x);
  Report report;
  report.residual = unknown;
  while (report.iterations < most) {
    ++report.iterations;
    const double change = accelerates_ ? accelerated_sweep() : rows_.sweep(c_.head(n), now);
    const bool last = report.iterations == most;
    const bool looks = ++sweeps_ % look_every == 0 || contacts_->size() == 1;  // one is solved at once
    if (change > tolerance && !last && !looks) continue;
    const double there = residual();
    if (there < report.residual || !std::isfinite(there)) {
      report.residual = there;
      best = now;
    }
    if (!std::isfinite(there) || !std::isfinite(tolerance)) report.status = Status::not_finite;
    if (there <= tolerance || !report.ok()) break;
    if (depth_ > 0) look(there);
  }
  x = best;
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

double Sweeps::residual() {
  const Index n = contacts_->rows();
  auto gamma = workspace(gamma_, n);
  G_->apply(x_.head(n), gamma);
  gamma += c_.head(n);
  return natural_residual(*contacts_, G_->diagonal(), gamma, x_.head(n));
}

/// From what Anderson's method proposes, or from the swept point.
double Sweeps::accelerated_sweep() {
  const Index n = contacts_->rows();
  const auto& contacts = *contacts_;
  auto x = x_.head(n), from = workspace(from_, n), swept = workspace(swept_, n);
  swept = x;
  const bool proposed = anderson_.extrapolate(x);
  for (Index k = 0; proposed && k < contacts.size(); ++k)
    prox_cone(contacts.cone[at(k)], contacts.mu[at(k)],
              std::span(x.data() + contacts.first_row(k), at(contacts.num_rows(k))));
  from = x;
  const double largest = rows_.sweep(c_.head(n), x);
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
  const auto& contacts = *contacts_;
  const auto diagonal = G_->diagonal();
  auto weights = workspace(from_, contacts.rows());
  for (Index k = 0; k < contacts.size(); ++k)
    find_scales(contacts, diagonal, k, weights.data() + contacts.first_row(k));
  anderson_.start(weights, depth_);
  accelerates_ = true;
}

}  // namespace percuss
