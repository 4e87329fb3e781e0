// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/admm.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

namespace percuss {

namespace {

/// Of the diagonal of G, which is one here. With the small one the first iterations are close to Newton's; the large
/// one is for where that leads nowhere.
constexpr double small_rho = 1e-4, large_rho = 1.0;
/// Ratio of the residuals that calls for another rho, and how much it changes at most.
constexpr double unbalanced = 10.0, most_change = 10.0;
/// Iterations before rho may change; twice as many after every change.
constexpr int first_look = 10;
/// Iterations in which the residual must halve, twice as many with every new beginning, the first included.
constexpr int first_patience = 50;
/// What the merit must fall by from step to step, or the momentum starts anew.
constexpr double must_fall = 0.999;
constexpr double never_zero = std::numeric_limits<double>::min();

}  // namespace

void Admm::reserve(Index rows) const {
  G_.reserve(rows);
  factor_->reserve(rows);
  for (auto* v : {&y_, &z_, &w_, &z_before_, &w_before_, &z_ahead_, &w_ahead_, &gamma_, &judged_, &shift_, &best_})
    workspace(*v, rows);
}

Report Admm::solve(const ContactProblem& problem, VecOut x, double tolerance, int most) const {
  if (auto obstacle = load(problem); !obstacle.empty())
    return Report::failure(Status::not_converged, std::move(obstacle));
  begin(x);
  return run(x, tolerance, most);
}

std::string Admm::load(const ContactProblem& problem) const {
  G_.load(problem);
  return factor_->load(problem, G_.scale());
}

void Admm::begin(VecRef x) const {
  const Index n = G_.size();
  reserve(n);
  G_.scaled(x, best_.head(n));
  G_.project(best_.head(n));
  patience_ = first_patience;
  beginnings_ = -1;
  begin_anew();
  least_ = mark_ = milestone_ = G_.residual(gamma_.head(n), best_.head(n));
}

/// From the best z: w is what the projection of z - (gamma + shift)/rho takes away.
void Admm::start(const Way& way) const {
  const Index n = G_.size();
  auto y = y_.head(n), z = z_.head(n), w = w_.head(n), gamma = gamma_.head(n), shift = shift_.head(n);
  rho_ = way.rho;
  follows_ = way.follows;
  factorised_ = false;
  look_every_ = first_look;
  waited_ = stood_still_ = 0;
  z = best_.head(n);
  G_.velocity(z, gamma);
  judged_.head(n) = gamma;
  G_.shift(gamma, shift);
  w = z - (gamma + shift) / rho_;
  y = w;
  G_.project(y);
  w -= y;
  z_ahead_.head(n) = z_before_.head(n) = z;
  w_ahead_.head(n) = w_before_.head(n) = w;
  restart();
}

Report Admm::run(VecOut x, double tolerance, int most) const {
  const Index n = G_.size();
  auto z = z_.head(n), judged = judged_.head(n);
  Report report;
  while (report.iterations < most) {
    ++report.iterations;
    if (!factorised_) factorize();
    const auto residuals = iterate();
    G_.velocity(z, judged);
    const double residual = G_.residual(judged, z);
    if (residual < least_) {
      least_ = residual;
      best_.head(n) = z;
    }
    if (least_ <= tolerance) break;
    if (stands_still(residual)) {
      begin_anew();
      continue;
    }
    if (follows_ || G_.fixed_shift_residual(judged, shift_.head(n), z, y_.head(n)) <= settled * residual)
      G_.shift(follows_ ? gamma_.head(n) : judged, shift_.head(n));
    accelerate(residuals);
    balance(residuals, tolerance);
  }
  report.residual = least_;
  G_.unscaled(best_.head(n), x);
  if (!std::isfinite(least_)) report.status = Status::not_finite;
  if (report.ok() && !(report.residual <= tolerance)) report.status = Status::not_converged;
  return report;
}

/// Leaves gamma(y), which the solve yields without another product. It is solved for the way from the last z, whose
/// gamma is known from a product: near the goal a small one, so that the round-off of nearly singular factors is small.
Admm::Residuals Admm::iterate() const {
  const Index n = G_.size();
  auto y = y_.head(n), z = z_.head(n), w = w_.head(n), gamma = gamma_.head(n);
  const auto z_ahead = z_ahead_.head(n), w_ahead = w_ahead_.head(n), shift = shift_.head(n);
  gamma = rho_ * (z_ahead - w_ahead) - shift;
  y = gamma - judged_.head(n) - rho_ * z;
  factor_->solve_in_place(y);
  y += z;
  gamma -= rho_ * y;
  z = y + w_ahead;
  G_.project(z);
  w = w_ahead + y - z;
  return {(y - z).norm(), rho_ * (z - z_ahead).norm()};
}

void Admm::accelerate(const Residuals& residuals) const {
  const Index n = G_.size();
  const auto z = z_.head(n), w = w_.head(n);
  auto z_before = z_before_.head(n), w_before = w_before_.head(n);
  const double merit = residuals.primal * residuals.primal + residuals.dual * residuals.dual;
  if (merit < must_fall * merit_) {
    const double theta = 0.5 * (1.0 + std::sqrt(1.0 + 4.0 * theta_ * theta_)), beta = (theta_ - 1.0) / theta;
    z_ahead_.head(n) = z + beta * (z - z_before);
    w_ahead_.head(n) = w + beta * (w - w_before);
    theta_ = theta;
    merit_ = merit;
  } else {
    z_ahead_.head(n) = z_before;
    w_ahead_.head(n) = w_before;
    theta_ = 1.0;
    merit_ /= must_fall;
  }
  z_before = z;
  w_before = w;
}

/// Both residuals by the size of what they are residuals of. Where as many iterations as since the last look lead to
/// the goal, another factor would cost more than they do.
void Admm::balance(const Residuals& residuals, double tolerance) const {
  if (++waited_ < look_every_) return;
  waited_ = 0;
  const double fall = std::log(mark_ / least_);
  mark_ = least_;
  if (std::log(least_ / tolerance) <= fall) return;
  const Index n = G_.size();
  const double primal = residuals.primal / std::max({y_.head(n).norm(), z_.head(n).norm(), never_zero});
  const double dual = residuals.dual / std::max(rho_ * w_.head(n).norm(), never_zero);
  const double imbalance = std::max(primal, never_zero) / std::max(dual, never_zero);
  if (imbalance <= unbalanced && imbalance >= 1.0 / unbalanced) return;
  const double factor = std::clamp(std::sqrt(imbalance), 1.0 / most_change, most_change);
  rho_ *= factor;
  for (auto* w : {&w_, &w_before_, &w_ahead_}) w->head(n) /= factor;
  factorised_ = false;
  look_every_ *= 2;
  restart();
}

/// The residual has not halved for long, or has no end.
bool Admm::stands_still(double residual) const {
  if (least_ <= 0.5 * milestone_) {
    milestone_ = least_;
    stood_still_ = 0;
  }
  return ++stood_still_ >= patience_ || !std::isfinite(residual);
}

/// The next of four ways, and after the last the first, with more patience each time.
void Admm::begin_anew() const {
  constexpr std::array<Way, 4> ways{{{small_rho, false}, {small_rho, true}, {large_rho, true}, {large_rho, false}}};
  start(ways[static_cast<std::size_t>(++beginnings_) % ways.size()]);
  patience_ *= 2;
}

/// No momentum; whatever comes next is good.
void Admm::restart() const {
  theta_ = 1.0;
  merit_ = std::numeric_limits<double>::infinity();
}

void Admm::factorize() const {
  for (Index k = 0; k < G_.contacts().size(); ++k) {
    factor_->P(k) = {rho_, 0.0, 0.0, 0.0, rho_, 0.0, 0.0, 0.0, rho_};
    factor_->Q(k) = {1.0, 0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 1.0};
  }
  factor_->factorize();
  factorised_ = true;
}

}  // namespace percuss
