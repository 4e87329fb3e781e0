// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>

#include "solvers/contact/admm.hpp"
#include "solvers/contact/apgd.hpp"
#include "solvers/contact/fischer_burmeister.hpp"
#include "solvers/contact/interior_point.hpp"
#include "solvers/contact/lemke.hpp"
#include "solvers/contact/newton.hpp"
#include "solvers/contact/path_following.hpp"
#include "solvers/contact/proximal_point.hpp"
#include "solvers/contact/search.hpp"
#include "solvers/contact/smoothed_path.hpp"
#include "solvers/contact/sweeps.hpp"
#include "solvers/contact/twin_contacts.hpp"

namespace percuss {

/// The stages of the search of `Auto`; those for problems in space alone are in stages_in_space.cpp. Each goes on from
/// the x of the search, adds its iterations to the report and returns true when it has come to the goal; else it leaves
/// its own x or the best of all.
class Stages {
 public:
  explicit Stages(const ContactSolverOptions& options)
      : options_(options),
        newton_(options),
        cones_(options, factor_),
        gradients_(options),
        alternating_(options, factor_),
        interior_(options, factor_),
        smoothed_path_(factor_) {}
  /// What a lot of iterations that is promising makes of the residual.
  static constexpr double promising_rate = 0.5;
  /// Steps along gradients in one go, before the first linear solve.
  static constexpr int lot_of_gradients = 50;
  /// Sweeps that are done whatever their pace, as long as they cost no more than some linear solves: among modes that
  /// keep changing the pace says little.
  static constexpr int sure_sweeps = 200;

  void reserve(Index rows) const;
  /// Before the first stage of a search; keeps references to its problem.
  void begin(const ContactProblem& problem) const { sweeps_.load(problem); }

  /// Gauss-Seidel sweeps (Sweeps), so many of them.
  bool sweep(Search& search, double sweeps) const;
  /// Sweeps as long as the goal is likely to be reached for `worth`, in the units of cost_of_a_solve.
  bool sweep_while_it_pays(Search& search, double worth) const;
  /// Up to `sure_sweeps`.
  bool sweep_for_sure(Search& search) const;
  /// As many sweeps as linear solves have cost so far, from where the last ones have come to.
  bool sweep_as_long(Search& search) const;
  /// Sweeps from elsewhere: the others are gone on with by themselves.
  bool sweep_aside(Search& search) const;
  bool accelerates() const { return sweeps_.accelerates(); }
  /// Most contacts have a twin, each of few others, or contacts couple like a tree: a column, whose factor costs what a
  /// sweep does.
  bool sweeps_are_slow(const Search& search) const;
  /// So many sweeps like the last ones make the residual much smaller.
  bool leads_on(const Search& search, double sweeps) const;
  bool newton(Search& search) const;
  /// Of a linear solve with factors of its own, which takes the symbolic part of a factorisation; infinite where they
  /// are too large.
  double cost_of_a_solve(const Search& search) const;
  bool cones(Search& search) const;
  /// Interior points from the next of their starts that is not far off, and Newton steps from where they have come to.
  bool interior(Search& search) const;
  bool alternate_while_it_pays(Search& search) const;
  bool gradients_while_they_pay(Search& search, double solves) const;
  bool other_ways_in_space(Search& search) const;
  bool proximal_points(Search& search, int most) const;
  /// In lots of `search.points` solves, as long as each makes the residual much smaller: what they have begun to put
  /// right would be lost to those who begin anew.
  bool proximal_points_while_they_lead_on(Search& search) const;
  /// Complementary pivoting, and Newton steps from the modes that it finds.
  bool pivot(Search& search) const;
  /// From no forces at all, with another smoothing each time, until all have been tried.
  bool follow_smoothed_path(Search& search, int most) const;
  bool follow_path(Search& search, int most) const;

  const Newton& newton() const { return newton_; }
  /// What the round-off of G x + c alone may leave of the residual [m/s]: bodies of very different masses make forces
  /// so large that no x does better. Not more than a hundredth of |c|: forces that grow without end are no solution.
  double rounding(const ContactProblem& problem, VecRef x) const;
  /// Whether forces have grown so large that the velocities vanish in their round-off: the residual, be it zero, says
  /// nothing then.
  bool diverges(const ContactProblem& problem, VecRef x) const;
  /// Of G x + c [m/s].
  double round_off(const ContactProblem& problem, VecRef x) const;

 private:
  void go_on_sweeping_or_from_best(Search& search) const;
  bool takes(Search& search, const Report& its, const char* name) const;

  ContactSolverOptions options_;
  std::shared_ptr<CoupledFactor> factor_ = std::make_shared<CoupledFactor>();  // of all that have one like it
  Newton newton_;
  FischerBurmeister cones_;
  Apgd gradients_;
  Admm alternating_;
  InteriorPoint interior_;
  Lemke lemke_;
  mutable Sweeps sweeps_{1.0, 5};
  mutable TwinContacts twins_;
  mutable ProximalPoint proximal_;
  mutable SmoothedPath smoothed_path_;
  mutable PathFollowing path_;
  mutable Vector before_path_;
};

}  // namespace percuss
