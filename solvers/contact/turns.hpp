// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "solvers/contact/apgd.hpp"
#include "solvers/contact/contact_solver.hpp"
#include "solvers/contact/contradiction.hpp"
#include "solvers/contact/fischer_burmeister.hpp"
#include "solvers/contact/lemke.hpp"
#include "solvers/contact/newton.hpp"
#include "solvers/contact/path_following.hpp"
#include "solvers/contact/proximal_point.hpp"
#include "solvers/contact/sweeps.hpp"

namespace percuss {

/// The search of `Auto` (docs/contact-solvers.md): sweeps, Newton steps, steps on the cones' own function and proximal
/// points take turns by what they cost and promise, with more patience in every round; gradients, complementary
/// pivoting and path following come last. What a stage costs is counted in operations, so that the same problem always
/// takes the same way. The best point of all is kept.
class Turns {
 public:
  explicit Turns(const ContactSolverOptions& options)
      : options_(options), newton_(options), cones_(options), gradients_(options) {}
  void reserve(Index rows) const;
  /// Until the goal is reached or, from the third round on, the best point is good enough to be accepted. `report`
  /// comes with the residual of x and the iterations so far, of which there may be `most_iterations`.
  void solve(const ContactProblem& problem, VecOut x, double tolerance, int most_iterations, Report& report) const;
  const Newton& newton() const { return newton_; }
  /// What the round-off of G x + c alone may leave of the residual [m/s]: bodies of very different masses make forces
  /// so large that no x does better. Not more than a hundredth of |c|: forces that grow without end are no solution.
  double rounding(const ContactProblem& problem, VecRef x) const;
  /// Whether forces have grown so large that the velocities vanish in their round-off: the residual, be it zero, says
  /// nothing then.
  bool diverges(const ContactProblem& problem, VecRef x) const;

 private:
  struct Search;
  double round_off(const ContactProblem& problem, VecRef x) const;
  bool takes(Search& search, const Report& its, const char* name) const;
  bool sweep(Search& search, double sweeps) const;
  bool sweep_while_it_pays(Search& search, double worth) const;
  bool sweep_as_long(Search& search) const;
  bool newton(Search& search) const;
  bool cones(Search& search) const;
  bool gradients_while_they_pay(Search& search, double solves) const;
  bool other_ways_in_space(Search& search) const;
  bool proximal_points(Search& search, int most) const;
  bool first_round(Search& search) const;
  bool later_round(Search& search) const;

  ContactSolverOptions options_;
  Newton newton_;
  FischerBurmeister cones_;
  Apgd gradients_;
  Lemke lemke_;
  mutable Sweeps sweeps_{1.0, 5};
  mutable Contradiction contradiction_;
  mutable ProximalPoint proximal_;
  mutable PathFollowing path_;
  mutable Vector best_, swept_;
};

}  // namespace percuss
