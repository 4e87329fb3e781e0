// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/apgd.hpp"

#include <cmath>

namespace percuss {

namespace {

constexpr double rounding = 1e-7;  // of the curvature's comparison
constexpr double sinking = 0.98;   // of L per step: the largest curvature may have been elsewhere

}  // namespace

void Apgd::reserve(Index rows) const {
  G_.reserve(rows);
  for (auto* v : {&y_, &before_, &z_, &next_, &Gy_, &Gbefore_, &Gz_, &Gnext_, &gamma_, &shift_, &best_})
    workspace(*v, rows);
}

Report Apgd::solve(const ContactProblem& problem, VecOut x, double tolerance, int most) const {
  begin(problem, x);
  return run(x, tolerance, most);
}

void Apgd::begin(const ContactProblem& problem, VecRef x) const {
  G_.load(problem);
  const Index n = G_.size();
  reserve(n);
  auto y = y_.head(n), gamma = gamma_.head(n);
  G_.scaled(x, y);
  G_.project(y);
  G_.product(y, Gy_.head(n));
  gamma = Gy_.head(n) + G_.c();
  G_.shift(gamma, shift_.head(n));
  restart();
  L_ = 1.0;
  best_.head(n) = y;
  least_ = G_.residual(gamma, y);
}

Report Apgd::run(VecOut x, double tolerance, int most) const {
  const Index n = G_.size();
  auto y = y_.head(n), gamma = gamma_.head(n), shift = shift_.head(n);
  Report report;
  while (report.iterations < most && !(report.iterations > 0 && least_ <= tolerance)) {
    ++report.iterations;
    step();
    gamma = Gy_.head(n) + G_.c();
    const double residual = G_.residual(gamma, y);
    if (!std::isfinite(residual)) {
      report.status = Status::not_finite;
      break;
    }
    if (residual < least_) {
      least_ = residual;
      best_.head(n) = y;
    }
    if (G_.fixed_shift_residual(gamma, shift, y, next_.head(n)) <= settled * residual) G_.shift(gamma, shift);
  }
  report.residual = least_;
  G_.unscaled(best_.head(n), x);
  if (report.ok() && !(report.residual <= tolerance)) report.status = Status::not_converged;
  return report;
}

/// No momentum.
void Apgd::restart() const {
  const Index n = G_.size();
  theta_ = 1.0;
  before_.head(n) = y_.head(n);
  Gbefore_.head(n) = Gy_.head(n);
}

void Apgd::step() const {
  const Index n = G_.size();
  auto y = y_.head(n), z = z_.head(n), next = next_.head(n), Gz = Gz_.head(n), Gnext = Gnext_.head(n);
  const double theta = 0.5 * theta_ * (std::sqrt(theta_ * theta_ + 4.0) - theta_);
  const double beta = theta_ * (1.0 - theta_) / (theta_ * theta_ + theta);
  z = y + beta * (y - before_.head(n));
  Gz = Gy_.head(n) + beta * (Gy_.head(n) - Gbefore_.head(n));
  for (;; L_ *= 2.0) {
    next = z - (Gz + G_.c() + shift_.head(n)) / L_;
    G_.project(next);
    G_.product(next, Gnext);
    const double curvature = (next - z).dot(Gnext - Gz), squared = (next - z).squaredNorm();
    if (!(curvature > (1.0 + rounding) * L_ * squared)) break;
  }
  const bool uphill = (z - next).dot(next - y) > 0.0;
  before_.head(n) = y;
  Gbefore_.head(n) = Gy_.head(n);
  y = next;
  Gy_.head(n) = Gnext;
  theta_ = theta;
  L_ *= sinking;
  if (uphill) restart();
}

}  // namespace percuss
