// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "solvers/contact/contact_solver.hpp"

namespace percuss {

/// What the stages of a search share (Stages): each goes on from x, and the best of all points is kept. Lives as long
/// as the problem, the vectors and the report that it refers to.
struct Search {
  Search(const ContactProblem& problem, VecOut x, VecOut best, VecOut swept_x, double tolerance, int most_iterations,
         Report& report);

  const ContactProblem& problem;
  VecOut x, best, swept_x;
  double tolerance;
  int most_iterations;
  Report& report;  ///< with the residual of `best`
  bool in_space;
  int sweeps, steps, points;       ///< in one go: sweeps, Newton steps, linear solves of proximal points and of paths
  double last_rate = 1.0;          ///< residual after a sweep by that before, seen last
  double a_step = 0.0;             ///< Stages::cost_of_a_solve, where rows are not few
  int solves = 0, swept = 0;       ///< linear solves and sweeps so far
  int interior_starts = 0;         ///< that interior points have begun at
  std::size_t smoothed_paths = 0;  ///< that have been followed
  bool has_alternated = false, tried_cones = false, gradients_lead_on = true;
  double first_residual;  ///< of the x to begin with
  double swept_residual;  ///< of swept_x, where the last sweeps have come to

  bool few_rows_only() const;
  bool large() const;
  /// A residual that says much more than no forces at all do.
  bool near(double residual) const;
  bool near() const { return near(report.residual); }
  bool large_in_space() const { return large() && in_space; }
  bool large_in_plane() const { return large() && !in_space; }
  int left(int most) const { return std::min(most, most_iterations - report.iterations); }
  bool over() const { return left(1) < 1; }
  /// Of those left. A sweep costs less than a linear solve and counts as much: others are to have their turns.
  double share_of_iterations() const { return 0.25 * (most_iterations - report.iterations); }
  /// In the units of a_step.
  double cost_of_a_sweep() const;
  /// A linear solve costs less than some sweeps.
  bool cheap() const;
  /// Sweeps to the goal if each is worth as much as the last ones.
  double sweeps_to_go() const;
};

}  // namespace percuss
