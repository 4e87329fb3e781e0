// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "solvers/contact/block_newton.hpp"
#include "solvers/contact/newton_steps.hpp"
#include "solvers/contact/piecewise_path.hpp"

namespace percuss {

/// Proximal points (Rockafellar 1976): in place of the problem, in scaled units, one after the other of
///
///   -(G^ y + c^ + t (y - y_k)) in N_C(y),
///
/// each by Newton's method from the y_k that the one before has left. t > 0 takes the dependence from equations that
/// have many solutions and keeps y near y_k; where the solutions of these problems settle, t (y - y_k) vanishes and the
/// problem itself is solved. t begins at 1e-2, falls by 3 where that succeeds and rises by 10 where it does not.
/// In the plane Newton's method has one step, then a path from piece to piece leads on (piecewise_path.hpp). Large t
/// always has an answer, so that there is a point to go on from whatever the friction.
class ProximalPoint {
 public:
  /// From x to the best point seen, whose residual the report has; x stays where none is better. Ends where the
  /// residual stagnates, sooner where it is at most `content`. `iterations` counts linear solves, about `most` of them
  /// at most.
  Report solve(const ContactProblem& problem, VecOut x, double tolerance, double content, int most);

 private:
  Report solve_shifted(VecRef centre, double t, double tolerance, int most);
  double residual(VecRef y);

  NewtonSteps<BlockNewton> newton_;
  PiecewisePath path_;
  NewtonPoint point_;
  Vector centre_, best_;
};

}  // namespace percuss
