// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <memory>
#include <utility>

#include "solvers/contact/block_newton.hpp"
#include "solvers/contact/newton_steps.hpp"
#include "solvers/contact/smoothed_contacts.hpp"

namespace percuss {

/// Follows the solutions (v, log t) of SmoothedContacts from a t so large that every contact is by itself to t = 0: for
/// problems with so much friction that no step from elsewhere leads on. They form a smooth curve, which may turn back
/// in t and turn again; onward is where its tangent does not turn round. Predictor along the tangent, corrector by
/// Newton steps in the plane across it, the first ones by the factors of the tangent; from time to time Newton's method
/// is let go for t = 0 from where the path is. Costs hundreds of linear solves. PathFollowing follows the pieces and
/// corners of the law itself: either comes through where the other does not, this one more often in heaps, that one
/// under mass ratios of 1e6 and more.
class SmoothedPath {
 public:
  /// Of the friction (SmoothedContacts), in an order to be tried in: another one, another path. Some lead to the
  /// solution in a hundred steps where others turn back and forth for thousands.
  static constexpr std::array<double, 4> smoothings{10.0, 1.0, 30.0, 3.0};

  /// Others may use the factor, too.
  explicit SmoothedPath(std::shared_ptr<CoupledFactor> factor = std::make_shared<CoupledFactor>())
      : equations_(std::move(factor)) {}
  /// From another x another path, too. Overwrites x with the best of the points that Newton's method has come to from
  /// the path, where one is better than x; the report has its residual. `iterations` counts linear solves, about `most`
  /// of them at most.
  Report solve(const ContactProblem& problem, VecOut x, double smoothing, double tolerance, int most);

 private:
  struct Point {
    Vector v, tangent, weights;
    double log_t = 0.0, along_t = 0.0;  // of the tangent
  };

  void reserve();
  bool begin(double log_t);
  bool find_tangent(Point& at);
  double turn_round(Point& at) const;
  bool advance();
  bool correct();
  bool move_across(bool by_old_factors);
  bool look(VecOut x, double tolerance, Report& report);

  SmoothedContacts equations_;
  NewtonSteps<BlockNewton> newton_;
  Point here_, next_;
  Vector step_, sensitivity_;
  bool factors_of_here_ = true;
  double length_ = 0.0;
  int solves_ = 0, corrections_ = 0, new_factors_ = 0;
};

}  // namespace percuss
