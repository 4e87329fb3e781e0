// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/admm.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace percuss {

namespace {

constexpr double over_relaxation = 1.6;
constexpr double unbalanced = 10.0;  // ratio of the residuals that calls for another rho
constexpr double most_change = 10.0;
constexpr int first_look = 10;  // iterations before rho may change; twice as many after every change
constexpr double least = std::numeric_limits<double>::min();

}  // namespace

void Admm::reserve(Index rows) const {
  G_.reserve(rows);
  factor_.reserve(rows);
  for (auto* v : {&y_, &z_, &w_, &gamma_, &shift_, &best_, &work_}) workspace(*v, rows);
}

Report Admm::solve(const ContactProblem& problem, VecOut x, double tolerance, int most) const {
  Report report;
  const Index n = problem.c.size();
  G_.load(problem);
  reserve(n);
  if (auto obstacle = factor_.load(problem, G_.scale()); !obstacle.empty())
    return Report::failure(Status::not_converged, std::move(obstacle));
  auto z = z_.head(n), gamma = gamma_.head(n), shift = shift_.head(n), best = best_.head(n), work = work_.head(n);
  start(x);
  best = z;
  report.residual = G_.residual(gamma, z);
  int look_every = first_look, waited = 0;
  while (report.iterations < most && !(report.iterations > 0 && report.residual <= tolerance)) {
    ++report.iterations;
    const double imbalance = iterate();
    G_.product(z, gamma);
    gamma += G_.c();
    const double residual = G_.residual(gamma, z);
    if (!std::isfinite(residual)) {
      report.status = Status::not_finite;
      break;
    }
    if (residual < report.residual) {
      report.residual = residual;
      best = z;
    }
    if (G_.fixed_shift_residual(gamma, shift, z, work) <= settled * residual) G_.shift(gamma, shift);
    if (++waited < look_every) continue;
    waited = 0;
    if (imbalance <= unbalanced && imbalance >= 1.0 / unbalanced) continue;
    rebalance(std::sqrt(imbalance));
    look_every *= 2;
  }
  G_.unscaled(best, x);
  if (report.ok() && !(report.residual <= tolerance)) report.status = Status::not_converged;
  return report;
}

/// z and w of the x given: w is what the projection of z - (gamma + shift)/rho takes away.
void Admm::start(VecRef x) const {
  const Index n = G_.size();
  auto z = z_.head(n), w = w_.head(n), gamma = gamma_.head(n), shift = shift_.head(n), work = work_.head(n);
  rho_ = 1.0;
  G_.scaled(x, z);
  G_.project(z);
  G_.product(z, gamma);
  gamma += G_.c();
  G_.shift(gamma, shift);
  work = z - (gamma + shift) / rho_;
  w = work;
  G_.project(work);
  w -= work;
  factorize();
}

/// One iteration; the ratio of the two relative residuals, y against z and z against its last value.
double Admm::iterate() const {
  const Index n = G_.size();
  auto y = y_.head(n), z = z_.head(n), w = w_.head(n), before = work_.head(n);
  y = rho_ * (z - w) - G_.c() - shift_.head(n);
  factor_.solve_in_place(y);
  before = z;
  y = over_relaxation * y + (1.0 - over_relaxation) * z;
  z = y + w;
  G_.project(z);
  w += y - z;
  const double primal = (y - z).norm() / std::max({y.norm(), z.norm(), least});
  const double dual = (z - before).norm() / std::max(w.norm(), least);
  return std::max(primal, least) / std::max(dual, least);
}

void Admm::rebalance(double factor) const {
  factor = std::clamp(factor, 1.0 / most_change, most_change);
  rho_ *= factor;
  w_.head(G_.size()) /= factor;
  factorize();
}

void Admm::factorize() const {
  for (Index k = 0; k < G_.contacts().size(); ++k) {
    factor_.P(k) = {rho_, 0.0, 0.0, 0.0, rho_, 0.0, 0.0, 0.0, rho_};
    factor_.Q(k) = {1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0};
  }
  factor_.factorize();
}

}  // namespace percuss
