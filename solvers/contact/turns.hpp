// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "solvers/contact/contradiction.hpp"
#include "solvers/contact/stages.hpp"

namespace percuss {

/// The search of `Auto` (docs/contact-solvers.md): sweeps, alternating directions, gradients, Newton steps, steps on
/// the cones' own function and proximal points take turns by what they cost and promise, with more patience in every
/// round; complementary pivoting and path following come last. What a stage costs is counted in operations, so that the
/// same problem always takes the same way. The best point of all is kept.
class Turns {
 public:
  explicit Turns(const ContactSolverOptions& options) : options_(options), stages_(options) {}
  void reserve(Index rows) const;
  /// Until the goal is reached or, from the third round on, the best point is good enough to be accepted. `report`
  /// comes with the residual of x and the iterations so far, of which there may be `most_iterations`.
  void solve(const ContactProblem& problem, VecOut x, double tolerance, int most_iterations, Report& report) const;
  const Stages& stages() const { return stages_; }

 private:
  bool first_round(Search& search) const;
  bool large_in_space(Search& search) const;
  static bool few_are_wrong(const Search& search);
  bool proximal_points(Search& search, int round) const;
  bool later_round(Search& search) const;

  ContactSolverOptions options_;
  Stages stages_;
  mutable Contradiction contradiction_;
  mutable Vector best_, swept_;
};

}  // namespace percuss
