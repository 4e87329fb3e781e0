// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/path_following.hpp"

#include <algorithm>
#include <cmath>
#include <utility>

namespace percuss {

namespace {

constexpr double least_length = 1e-5, most_length = 3.0;
constexpr int most_corrections = 8;
constexpr double look_ratio = 10.0;      // Newton's method has a try each time t has fallen by so much
constexpr double path_tolerance = 1e-9;  // of |c|: how near to the path its points are

}  // namespace

Report PathFollowing::solve(const ContactProblem& problem, VecOut x, double tolerance, int most) {
  auto report = Report::failure(Status::not_converged, "the path ended elsewhere");
  auto& equations = newton_.equations();
  if (!equations.load(problem)) return report;
  const Index n = equations.size();
  newton_.reserve(n);
  for (auto* point : {&here_, &trial_}) point->reserve(n);
  const double start = std::log(largest_shift()), near = path_tolerance * problem.c.lpNorm<Eigen::Infinity>();
  workspace(tangent_, n).setZero();
  workspace(sensitivity_, n).setZero();
  auto centre = workspace(centre_, n);
  equations.scaled(x, centre);
  trial_.y.head(n) = centre;
  equations.shift(0.0, centre);
  equations.evaluate(trial_);
  report.residual = trial_.residual;
  begin(start);
  double next_look = start - std::log(look_ratio);
  while (solves_ < most && log_t_ < start + 1.0 && log_t_ > std::log(1e-12)) {
    if (!find_tangent() || !advance(near)) break;
    if (log_t_ > next_look) continue;
    next_look = log_t_ - std::log(look_ratio);
    newton_.now().y.head(n) = here_.y.head(n);
    equations.shift(0.0, centre_.head(n));
    const auto last = newton_.iterate(tolerance, 25);
    solves_ += last.iterations;
    if (last.status == Status::not_finite || !(last.ok() || last.residual < report.residual)) continue;
    equations.unscaled(newton_.best().y.head(n), x);
    report.status = last.status;
    report.residual = last.residual;
    if (last.ok()) break;
  }
  report.iterations = solves_;
  if (report.ok()) report.message.clear();
  return report;
}

/// From where no contact feels another much: a bound for the rows of G^, more with friction that couples N and T.
double PathFollowing::largest_shift() {
  const auto& contacts = newton_.equations().contacts();
  const auto& pattern = contacts.pattern();
  double largest = 1.0, mu = 0.0;
  for (Index k = 0; k < contacts.contacts(); ++k) {
    mu = std::max(mu, contacts.set().mu[static_cast<std::size_t>(k)]);
    for (Index r = 0; r < contacts.width(); ++r) {
      double sum = 0.0;
      for (auto e = pattern.start[static_cast<std::size_t>(k)]; e < pattern.start[static_cast<std::size_t>(k) + 1]; ++e)
        for (Index j = 0; j < contacts.width(); ++j)
          sum += std::abs(contacts.block(e)[r * block_row_stride(contacts.width()) + j]);
      largest = std::max(largest, sum);
    }
  }
  return 2.0 * largest * (1.0 + mu);
}

/// The one solution for the largest t.
void PathFollowing::begin(double log_t) {
  auto& equations = newton_.equations();
  const Index n = equations.size();
  log_t_ = log_t;
  length_ = 0.1;
  equations.shift(std::exp(log_t), centre_.head(n));
  newton_.now().y.head(n) = centre_.head(n);
  const auto report = newton_.iterate(0.0, 50);
  solves_ = report.iterations;
  here_.y.head(n) = newton_.best().y.head(n);
  evaluate(here_, log_t_);
}

void PathFollowing::evaluate(NewtonPoint& point, double log_t) {
  auto& equations = newton_.equations();
  equations.shift(std::exp(log_t), centre_.head(equations.size()));
  equations.evaluate(point);
}

/// J dy + (dF / d log t) d log t = 0, of unit length where y is measured by its own size. det J > 0 at the start, where
/// log t falls.
bool PathFollowing::find_tangent() {
  auto& equations = newton_.equations();
  const Index n = equations.size();
  evaluate(here_, log_t_);
  ++solves_;
  if (!equations.find_step(here_)) return false;
  auto tangent = tangent_.head(n);
  const int sign = equations.follow(here_, tangent);
  weight_ = 1.0 / std::max(here_.y.head(n).squaredNorm(), 1e-300);
  const double length = std::sqrt(weight_ * tangent.squaredNorm() + 1.0);
  if (!std::isfinite(length)) return false;
  tangent_log_t_ = -static_cast<double>(sign) / length;
  tangent *= tangent_log_t_;
  return true;
}

/// One step along the path, as long as the corrector allows. Where it allows none there is a corner: then a bit along
/// the tangent, and on in the piece that begins there.
bool PathFollowing::advance(double tolerance) {
  const Index n = newton_.equations().size();
  for (;; length_ *= 0.3) {
    const bool corner = length_ < least_length;
    if (corner) length_ = 10.0 * least_length;
    trial_.y.head(n) = here_.y.head(n) + length_ * tangent_.head(n);
    trial_log_t_ = log_t_ + length_ * tangent_log_t_;
    if (corner) {
      std::swap(here_, trial_);
      log_t_ = trial_log_t_;
      if (!find_tangent()) return false;
      trial_.y.head(n) = here_.y.head(n) + length_ * tangent_.head(n);
      trial_log_t_ = log_t_ + length_ * tangent_log_t_;
    }
    if (correct(tolerance)) break;
    if (corner) return false;
  }
  std::swap(here_, trial_);
  log_t_ = trial_log_t_;
  if (corrections_ <= 3) length_ = std::min(2.0 * length_, most_length);
  if (corrections_ >= 6) length_ *= 0.7;
  return true;
}

/// Newton steps from trial_ in the plane across the tangent.
bool PathFollowing::correct(double tolerance) {
  auto& equations = newton_.equations();
  const Index n = equations.size();
  const auto tangent = tangent_.head(n);
  auto sensitivity = sensitivity_.head(n);
  for (corrections_ = 0; corrections_ <= most_corrections; ++corrections_) {
    evaluate(trial_, trial_log_t_);
    if (!std::isfinite(trial_.residual)) return false;
    if (trial_.residual <= tolerance) return true;
    if (corrections_ == most_corrections) return false;
    ++solves_;
    if (!equations.find_step(trial_)) return false;
    equations.follow(trial_, sensitivity);
    const double across = weight_ * tangent.dot(equations.step()),
                 along = weight_ * tangent.dot(sensitivity) + tangent_log_t_;
    const double change = -across / along;
    if (!(std::abs(change) <= 2.0)) return false;
    trial_.y.head(n) += equations.step() + change * sensitivity;
    trial_log_t_ += change;
  }
  return false;
}

}  // namespace percuss
