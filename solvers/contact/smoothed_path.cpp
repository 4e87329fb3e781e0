// SPDX-License-Identifier: Apache-2.0
#include "solvers/contact/smoothed_path.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>

namespace percuss {

namespace {

/// tau = t / a^2 at the start, and where nothing but rounding is left of it.
constexpr double first_tau = 100.0, least_tau = 1e-14;
/// Of steps, where log t counts by itself and each contact by how much its v changes, as a share.
constexpr double first_length = 0.1, shortest = 1e-9, longest = 3.0;
constexpr double longer = 1.8, shorter = 0.7, much_shorter = 0.4;
/// Cosine between tangents: at least, or the step has led to another branch; and where steps may become longer.
constexpr double sharpest_turn = 0.9, gentle_turn = 0.97;
/// Of t^(1/2), which is the size of what is smooth: how near to the path its points are, and where no correction is
/// needed.
constexpr double near_enough = 1e-3, on_the_path = 1e-6;
/// Corrections of a step, as many as do not keep the next one from being longer, and what each must leave at most of
/// the error, or factors of its own are needed; how many of these make steps shorter.
constexpr int corrections_at_most = 10, few_corrections = 4, many_factors = 3;
constexpr double slow = 0.5;
constexpr double most_change = 1.5;  // of log t, by a correction
/// Newton's method has a try each time t has fallen by so much, from where tau is that on.
constexpr double between_looks = 10.0, first_look = 1e-2;
constexpr int most_newton_steps = 25;
/// At the start.
constexpr double near_start = 1e-6;  // of a
constexpr int most_first_steps = 50;
constexpr double least_share = 1e-4, decrease = 0.1;

}  // namespace

Report SmoothedPath::solve(const ContactProblem& problem, VecOut x, double smoothing, double tolerance, int most) {
  auto report = Report::failure(Status::not_converged, "the path ended elsewhere");
  auto& newton = newton_.equations();
  if (!equations_.load(problem, x, smoothing).empty() || !newton.load(problem)) return report;
  reserve();
  auto& now = newton_.now();
  newton.scaled(x, now.y.head(newton.size()));
  newton.evaluate(now);
  report.residual = now.residual;
  if (!(equations_.speed() > 0.0) || !std::isfinite(report.residual)) return report;
  const double unit = 2.0 * std::log(equations_.speed()), start = unit + std::log(first_tau);
  double next_look = unit + std::log(first_look);
  if (begin(start) && find_tangent(here_))
    while (solves_ < most && here_.log_t < start + 1.0 && here_.log_t > unit + std::log(least_tau) && advance()) {
      if (here_.log_t > next_look) continue;
      next_look = here_.log_t - std::log(between_looks);
      if (look(x, tolerance, report)) break;
    }
  report.iterations = solves_;
  if (report.ok()) report.message.clear();
  return report;
}

void SmoothedPath::reserve() {
  const Index n = equations_.size();
  newton_.reserve(newton_.equations().size());
  for (auto* point : {&here_, &next_})
    for (auto* vector : {&point->v, &point->tangent, &point->weights}) workspace(*vector, n);
  for (auto* vector : {&step_, &sensitivity_}) workspace(*vector, n);
}

/// Newton's method from where the path is. True where it has come to the goal.
bool SmoothedPath::look(VecOut x, double tolerance, Report& report) {
  auto& newton = newton_.equations();
  const Index n = equations_.size(), padded = newton.size();
  auto forces = step_.head(n);
  equations_.evaluate(here_.v.head(n), here_.log_t);
  equations_.forces(forces);
  newton.scaled(forces, newton_.now().y.head(padded));
  const auto last = newton_.iterate(tolerance, most_newton_steps);
  solves_ += last.iterations;
  if (last.status == Status::not_finite || !(last.ok() || last.residual < report.residual)) return false;
  newton.unscaled(newton_.best().y.head(padded), x);
  report.status = last.status;
  report.residual = last.residual;
  return last.ok();
}

/// The one solution for the largest t, from v = 0.
bool SmoothedPath::begin(double log_t) {
  const Index n = equations_.size();
  auto v = here_.v.head(n), step = step_.head(n), trial = next_.v.head(n);
  solves_ = 0;
  length_ = first_length;
  factors_of_here_ = true;
  here_.log_t = log_t;
  v.setZero();
  equations_.evaluate(v, log_t);
  double error = equations_.residual().norm();
  for (int i = 0; i < most_first_steps && error > near_start * equations_.speed(); ++i) {
    ++solves_;
    if (!equations_.factorize()) return false;
    step = equations_.residual();
    equations_.solve_in_place(step);
    for (double share = 1.0;; share *= 0.5) {
      if (!(share > least_share)) return false;
      trial = v - share * step;
      equations_.evaluate(trial, log_t);
      const double there = equations_.residual().norm();
      if (!(there <= (1.0 - decrease * share) * error)) continue;
      v = trial;
      error = there;
      break;
    }
  }
  return true;
}

/// F_v dv + F_(log t) d log t = 0, of unit length, towards smaller t.
bool SmoothedPath::find_tangent(Point& at) {
  const Index n = equations_.size();
  equations_.evaluate(at.v.head(n), at.log_t);
  ++solves_;
  if (!equations_.factorize()) return false;
  auto tangent = at.tangent.head(n), weights = at.weights.head(n);
  tangent = equations_.by_log_t();
  equations_.solve_in_place(tangent);
  equations_.weigh(at.v.head(n), at.log_t, weights);
  const double length = std::sqrt(tangent.cwiseAbs2().dot(weights) + 1.0);
  if (!std::isfinite(length)) return false;
  tangent /= length;
  at.along_t = -1.0 / length;
  return true;
}

/// The tangent there so that it points onward from here_; returns the cosine between the two.
double SmoothedPath::turn_round(Point& at) const {
  const Index n = equations_.size();
  const auto weights = at.weights.head(n);
  const auto before = here_.tangent.head(n);
  auto tangent = at.tangent.head(n);
  const double cosine = (tangent.cwiseProduct(before).dot(weights) + at.along_t * here_.along_t) /
                        std::sqrt(before.cwiseAbs2().dot(weights) + here_.along_t * here_.along_t);
  if (cosine < 0.0) {
    tangent = -tangent;
    at.along_t = -at.along_t;
  }
  return std::abs(cosine);
}

/// One step along the path, as long as it turns gently.
bool SmoothedPath::advance() {
  const Index n = equations_.size();
  double cosine = 0.0;
  for (;; length_ *= much_shorter) {
    if (length_ < shortest) return false;
    next_.v.head(n) = here_.v.head(n) + length_ * here_.tangent.head(n);
    next_.log_t = here_.log_t + length_ * here_.along_t;
    if (!correct()) continue;
    factors_of_here_ = false;
    if (find_tangent(next_) && (cosine = turn_round(next_)) > sharpest_turn) break;
  }
  std::swap(here_, next_);
  factors_of_here_ = true;
  if (new_factors_ == 0 && corrections_ <= few_corrections && cosine > gentle_turn)
    length_ = std::min(longer * length_, longest);
  if (new_factors_ >= many_factors) length_ *= shorter;
  return true;
}

/// Newton steps from next_ in the plane across the tangent of here_, by the factors of here_ as long as these lead on.
bool SmoothedPath::correct() {
  const Index n = equations_.size();
  bool by_old_factors = factors_of_here_;
  double last = std::numeric_limits<double>::infinity();
  new_factors_ = 0;
  for (corrections_ = 0; corrections_ < corrections_at_most; ++corrections_) {
    equations_.evaluate(next_.v.head(n), next_.log_t);
    const double error = equations_.residual().lpNorm<Eigen::Infinity>();
    if (!std::isfinite(error)) return false;
    if (error <= (corrections_ > 0 ? near_enough : on_the_path) * std::exp(0.5 * next_.log_t)) return true;
    if (!by_old_factors && error > last) return false;
    if (error > slow * last) by_old_factors = false;
    last = error;
    if (!move_across(by_old_factors)) return false;
  }
  return false;
}

bool SmoothedPath::move_across(bool by_old_factors) {
  const Index n = equations_.size();
  auto step = step_.head(n), sensitivity = sensitivity_.head(n);
  const auto tangent = here_.tangent.head(n), weights = here_.weights.head(n);
  step = -equations_.residual();
  double along = here_.along_t;
  if (by_old_factors) {
    sensitivity = tangent;
  } else {
    ++solves_;
    ++new_factors_;
    factors_of_here_ = false;
    if (!equations_.factorize()) return false;
    sensitivity = -equations_.by_log_t();
    equations_.solve_in_place(sensitivity);
    along = 1.0;
  }
  equations_.solve_in_place(step);
  const double change = -tangent.cwiseProduct(step).dot(weights) /
                        (tangent.cwiseProduct(sensitivity).dot(weights) + here_.along_t * along);
  if (!(std::abs(change * along) <= most_change)) return false;
  next_.v.head(n) += step + change * sensitivity;
  next_.log_t += change * along;
  return true;
}

}  // namespace percuss
