// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <utility>

#include "solvers/contact/contact_solver.hpp"
#include "solvers/contact/newton_point.hpp"

namespace percuss {

/// The steps of Newton's method, whatever solves the linear equations: full ones while they lead on, then damped ones
/// from the best point. Equations offer load, size, linear, scaled, unscaled, evaluate(point), rounding(y) and
/// find_step(point).
template <class Equations>
class NewtonSteps {
 public:
  void reserve(Index rows) {
    for (auto* point : {&best_, &now_, &trial_}) point->reserve(rows);
  }
  Equations& equations() { return equations_; }
  const Equations& equations() const { return equations_; }

  Report solve(const ContactProblem& problem, VecOut x, double tolerance, int most_steps) {
    if (!equations_.load(problem))
      return Report::failure(Status::not_converged, "newton: the factors of so many coupled contacts are too large");
    const Index n = equations_.size();
    reserve(n);
    equations_.scaled(x, now_.y.head(n));
    const auto report = iterate(tolerance, most_steps);
    if (report.status != Status::not_finite) equations_.unscaled(best_.y.head(n), x);
    return report;
  }

  /// The steps alone, from the y of `now` to that of `best`, for equations that have been loaded.
  Report iterate(double tolerance, int most_steps) {
    Report report;
    equations_.evaluate(now_);
    if (!std::isfinite(now_.residual) || !std::isfinite(tolerance)) {
      report.status = Status::not_finite;
      report.residual = now_.residual;
      return report;
    }
    keep();
    int waited = 0;
    while (!converged(tolerance, report.iterations) && report.iterations < most_steps) {
      ++report.iterations;
      if (waited >= patience) {
        if (!damped_step()) break;
        continue;
      }
      if (equations_.find_step(now_)) {
        move(now_, 1.0, trial_);
        std::swap(now_, trial_);
      }
      waited = now_.residual <= 0.5 * best_.residual ? 0 : waited + 1;
      if (now_.residual < best_.residual) keep();
    }
    report.residual = best_.residual;
    if (!converged(tolerance, report.iterations)) report.status = Status::not_converged;
    return report;
  }

  NewtonPoint& now() { return now_; }
  const NewtonPoint& best() const { return best_; }

 private:
  static constexpr int patience = 10;  // full steps that need not lead to a smaller residual: they may cross a kink
  static constexpr double most_rounding = 100.0;  // tolerances: what rounding may excuse
  static constexpr int most_refinements = 3;      // of linear equations, after which rounding excuses all it leaves

  void keep() {
    const Index n = equations_.size();
    best_.y.head(n) = now_.y.head(n);
    best_.gamma.head(n) = now_.gamma.head(n);
    best_.residual = now_.residual;
  }
  bool converged(double tolerance, int steps) const {
    if (steps == 0) return best_.residual == 0.0;  // see Auto::look
    const bool excused =
        best_.residual <= most_rounding * tolerance || (equations_.linear() && steps > most_refinements);
    return best_.residual <= tolerance ||
           (excused && best_.residual <= equations_.rounding(best_.y.head(equations_.size())));
  }
  void move(const NewtonPoint& from, double share, NewtonPoint& to) {
    const Index n = equations_.size();
    to.y.head(n) = from.y.head(n) + share * equations_.step();
    equations_.evaluate(to);
  }
  /// From the best point, so far along the step as makes the residual smaller. False when no share does.
  bool damped_step() {
    if (!equations_.find_step(best_)) return false;
    for (double share = 1.0; share > 1e-3; share *= 0.5) {
      move(best_, share, trial_);
      if (trial_.residual < (1.0 - 0.01 * share) * best_.residual) {
        std::swap(best_, trial_);
        return true;
      }
    }
    return false;
  }

  Equations equations_;
  NewtonPoint best_, now_, trial_;
};

}  // namespace percuss
