// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/fischer_burmeister.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

#include "solvers/contact/cone_function.hpp"
#include "solvers/contact/second_order_cone.hpp"

namespace percuss {

namespace {

constexpr double first_regularisation = 1e-2, least_regularisation = 1e-12, most_regularisation = 1e3;
constexpr double least_share = 1e-4, descent = 1e-4;

}  // namespace

void FischerBurmeister::reserve(Index rows) const {
  G_.reserve(rows);
  factor_->reserve(rows);
  for (auto* v : {&y_, &gamma_, &phi_, &step_, &trial_, &trial_gamma_, &trial_phi_, &best_}) workspace(*v, rows);
}

Report FischerBurmeister::solve(const ContactProblem& problem, VecOut x, double tolerance, int most) const {
  const Index n = problem.c.size();
  G_.load(problem);
  reserve(n);
  if (auto obstacle = factor_->load(problem, G_.scale()); !obstacle.empty())
    return Report::failure(Status::not_converged, std::move(obstacle));
  auto y = y_.head(n), gamma = gamma_.head(n);
  G_.scaled(x, y);
  double merit = evaluate(y, gamma, phi_.head(n));
  best_.head(n) = y;
  Report report;
  report.residual = G_.residual(gamma, y);
  const double size = std::sqrt(merit) + G_.c().norm();
  double regularisation = first_regularisation, boost = 1.0;  // falling with every step; rising where none leads on
  merits_.fill(merit);
  while (report.iterations < most && !(report.iterations > 0 && report.residual <= tolerance)) {
    const double r =
        boost * std::clamp(first_regularisation * std::sqrt(merit) / size, least_regularisation, regularisation);
    merits_[static_cast<std::size_t>(report.iterations++) % merits_.size()] = merit;
    if (!find_step(r) || !search(merit)) {
      if (r > most_regularisation) {
        report.message = "no step leads on";
        break;
      }
      boost *= 10.0;
      continue;
    }
    boost = std::max(0.1 * boost, 1.0);
    regularisation = std::max(0.1 * regularisation, least_regularisation);
    keep_best(report.residual);
  }
  G_.unscaled(best_.head(n), x);
  if (!(report.residual <= tolerance)) report.status = Status::not_converged;
  return report;
}

/// gamma^ and phi at y; returns |phi|^2.
double FischerBurmeister::evaluate(VecRef y, VecOut gamma, VecOut phi) const {
  G_.velocity(y, gamma);
  const auto& contacts = G_.contacts();
  for (Index k = 0; k < contacts.size(); ++k) {
    const Index first = contacts.first_row(k), rows = contacts.num_rows(k);
    const ConeFunction f(cone_slope(contacts, k), y.data() + first, gamma.data() + first, rows);
    for (Index i = 0; i < rows; ++i) phi[first + i] = f.phi[static_cast<std::size_t>(i)];
  }
  return phi.squaredNorm();
}

/// step_ from  (by_force + by_velocity (G^ + r 1)) dy = -phi; false when that has no solution.
bool FischerBurmeister::find_step(double regularisation) const {
  const auto& contacts = G_.contacts();
  for (Index k = 0; k < contacts.size(); ++k) {
    const Index first = contacts.first_row(k);
    const ConeFunction f(cone_slope(contacts, k), y_.data() + first, gamma_.data() + first, contacts.num_rows(k));
    for (std::size_t i = 0; i < 9; ++i) factor_->P(k)[i] = f.by_force[i] + regularisation * f.by_velocity[i];
    factor_->Q(k) = f.by_velocity;
  }
  if (!factor_->factorize()) return false;
  auto step = step_.head(G_.size());
  step = -phi_.head(G_.size());
  factor_->solve_in_place(step);
  return step.allFinite();
}

/// Goes so far along the step as |phi|^2 sinks below the largest of the last few; false when no share of it does.
bool FischerBurmeister::search(double& merit) const {
  const Index n = G_.size();
  auto trial = trial_.head(n), gamma = trial_gamma_.head(n), phi = trial_phi_.head(n);
  const double reference = *std::max_element(merits_.begin(), merits_.end());
  for (double share = 1.0; share > least_share; share *= 0.5) {
    trial = y_.head(n) + share * step_.head(n);
    const double there = evaluate(trial, gamma, phi);
    if (!(there <= (1.0 - descent * share) * reference)) continue;
    y_.head(n) = trial;
    gamma_.head(n) = gamma;
    phi_.head(n) = phi;
    merit = there;
    return true;
  }
  return false;
}

void FischerBurmeister::keep_best(double& residual) const {
  const Index n = G_.size();
  auto offer = trial_.head(n), gamma = trial_gamma_.head(n);
  offer = y_.head(n);
  gamma = gamma_.head(n);
  const double there = G_.offer(offer, gamma, trial_phi_.head(n));
  if (!(there < residual)) return;
  residual = there;
  best_.head(n) = offer;
}

}  // namespace percuss
