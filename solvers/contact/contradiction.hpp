// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "solvers/contact/block_newton.hpp"
#include "solvers/contact/newton_steps.hpp"

namespace percuss {

/// Tells a contact problem that has no solution from one that nobody has solved yet, by a certificate: a d with
///
///   d_N >= 0 and d_T = 0 for contacts, d free for joints,   G' d = 0,   c . d < 0.
///
/// Whatever the forces, d . (G x + c) = c . d < 0, while no approach and closed joints mean d . gamma >= 0. Such are
/// two joints that are driven apart, or a wall that moves into a body held by a joint. Of a problem without friction d
/// is the direction in which the forces grow when  G + r  is solved in place of G, and r goes to zero. d is believed
/// when each sum of G' d is zero but for its own round-off, and when forces along d that would do away with the
/// contradiction are beyond what arithmetic can hold: bodies of very different masses make G' d small, not zero. Where
/// no velocity need be wrong by more than `tolerable`, |c . d| <= tolerable |d|_1, nobody minds the contradiction.
///
/// Contacts that G does not couple, through others either, are tried apart, those whose forces grow fastest first: what
/// is hard to solve elsewhere hides no contradiction.
///
/// The certificate covers everything where G is symmetric and there is no friction; with friction there are problems
/// without a solution that have none.
class Contradiction {
 public:
  /// Forces are no solution when the round-off of G x + c may be more than this share of |c|.
  static constexpr double most_round_off = 0.01;

  /// A sentence that names the contacts concerned; empty when there is no certificate.
  /// `tolerable`: residual of a solution [m/s].
  std::string find(const ContactProblem& problem, double tolerable = 0.0);

 private:
  void find_components();
  std::vector<Index> fastest_growing(VecRef now, VecRef before) const;
  bool take_component(Index component, VecOut direction) const;
  void polish(VecOut direction) const;
  bool certifies(VecRef direction);
  bool resists(const ContactProblem& problem, VecRef direction, double tolerable);
  std::string describe(VecRef direction);

  NewtonSteps<BlockNewton> newton_;
  ContactSet frictionless_;
  Vector before_, direction_, product_, terms_, unscaled_, forces_;
  std::vector<Index> component_;  // of each contact
  Index components_ = 0;
};

}  // namespace percuss
