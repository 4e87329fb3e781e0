// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "solvers/contact/block_newton.hpp"
#include "solvers/contact/newton_steps.hpp"

namespace percuss {

/// Follows the solutions of the problem with  G^ + t  in place of G^ (scaled units) from a t so large that every
/// contact is by itself and there is one solution to t = 0: for problems with so much friction that no step from
/// elsewhere leads on. G^ y + t (y - y_0) + c  it is, with y_0 from the x given: another start, another path. The
/// solutions form a curve (y, log t) of smooth pieces. It may turn back in t, at corners between pieces as well: which
/// way is onward the sign of the Jacobian's determinant says, as in complementary pivoting. Predictor along the
/// tangent, corrector by Newton steps in the plane across it; from time to time Newton's method is let go for t = 0
/// from where the path is. Costs hundreds of Newton steps.
class PathFollowing {
 public:
  /// Overwrites x with the best of the points that Newton's method has come to from the path, where one is better than
  /// x; the report has its residual. `iterations` counts linear solves, about `most` of them at most.
  Report solve(const ContactProblem& problem, VecOut x, double tolerance, int most);

 private:
  double largest_shift();
  void begin(double log_t);
  bool find_tangent();
  bool advance(double tolerance);
  bool correct(double tolerance);
  void evaluate(NewtonPoint& point, double log_t);

  NewtonSteps<BlockNewton> newton_;
  NewtonPoint here_, trial_;
  Vector centre_, tangent_, sensitivity_;
  double log_t_ = 0.0, trial_log_t_ = 0.0;  // of here_ and trial_
  double tangent_log_t_ = 0.0, weight_ = 1.0, length_ = 0.1;
  int solves_ = 0, corrections_ = 0;
};

}  // namespace percuss
