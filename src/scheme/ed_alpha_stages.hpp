// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "core/state.hpp"
#include "scheme/contraction.hpp"
#include "scheme/inertia.hpp"
#include "scheme/paired_contacts.hpp"
#include "scheme/scheme.hpp"
#include "solvers/linear/complex_factor.hpp"

namespace percuss {

/// The two stages of the ED-alpha method [MIX (77)-(82)], j just right of t and 1 at t + h, found together:
///
///   M(q_s) a_s = f(t_s, q_s, v_s) + W(q_s) lambda_s,  s = j, 1,   contact law on v_j and v_1, contacts as given
///   v_s = v + h alpha_AR (1 - alpha) a delta_sj + h sum_r B_sr a_r,   B = [alpha_AR alpha, -alpha_AR; 1/2, 1/2]
///   q_j = q + h alpha_AR (alpha (v_j - v) - v_1 + v),   q_1 = q + h/2 (v_j + v_1)
///
/// The matrix of both, M x I + h C x B + h^2 K x B^2, has twice the size of M. But B = T diag(mu, mu*) T^-1 has a
/// complex pair of eigenvalues, and one complex system of the size of M is left,
///   S z = p_j r_j + p_1 r_1,   S = M + h mu C + h^2 mu^2 K,   a_s = 2 Re T_s z,   p = first row of T^-1.
/// Loads over time count at both stages less h^2/12 of their second derivative: with the weights 1/2 of the stages that
/// makes Simpson's rule and keeps order 3 for linear systems. In steps with contacts or joints they count as they are,
/// so that forces are those that balance them. Where f is affine and W constant that is the solution. Else it is a
/// correction: r_s = f - M a_s at an iterate, S at the start of the step, until the error that the observed contraction
/// lets expect is below the tolerance.
class EdAlphaStages {
 public:
  struct Options {
    double alpha = 0.0, alpha_ar = 0.0;  ///< alpha_ar > 1/8, where mu is complex whatever alpha in [0, 1] is
    double tolerance = 1e-10;            ///< on v_j and v_1, relative
    int max_iterations = 50;
  };

  /// Keeps references to `system` and `contacts`.
  EdAlphaStages(const MechanicalSystem& system, const ContactModel& contacts, const SolverSet& solvers,
                const Options& options);

  /// From `state` and its acceleration `a`: a_1 (on entry a guess, where it counts), v_1 and q_1.
  Report solve(double h, const State& state, std::span<const Index> closed, const Vector& a, Vector& a_1, Vector& v_1,
               Vector& q_1);
  /// The guess counts: the stages are iterated.
  bool iterates(std::span<const Index> closed) const;
  /// Contacts of the last stage and their forces as percussions h lambda_1.
  const ContactSet& set() const { return contacts_.set(1); }
  VecView percussion() const { return contacts_.percussion(1); }
  long factorisations() const { return factor_.factorisations(); }
  /// The motion does not go on from the step before: what was wrong with its guesses says nothing.
  void start_anew();
  void restart();
  void walk_memory(MemoryWalk& walk) {
    walk("contacts", contacts_);
    walk("guess_j", guess_j_);
    walk("guess_1", guess_1_);
    walk("contraction", contraction_);
  }
  /// Forgets the contact forces to start from.
  void restart_contacts() { contacts_.restart(); }

 private:
  Report solve_at_once(double h, const State& state, std::span<const Index> closed, const Vector& a, Vector& a_1,
                       Vector& v_1, Vector& q_1);
  Report iterate(double h, const State& state, std::span<const Index> closed, const Vector& a, Vector& a_1, Vector& v_1,
                 Vector& q_1);
  void correct_loads(double h, const State& state);
  /// v_s and q_s of the iterate a_s.
  void move(double h, const State& state, const Vector& a, const Vector& a_1, Vector& v_1, Vector& q_1);
  /// z <- S^-1 (p_j r_j + p_1 r_1)
  void solve_stages();
  /// v_s += 2 Re(h mu T_s z)
  void add_to_velocities(double h, Vector& v_1);

  const MechanicalSystem& system_;
  Options options_;
  StagePair pair_;
  ComplexFactor factor_;
  PairedContacts contacts_;
  bool affine_, constant_jacobian_;
  Inertia inertia_{system_};
  GuessCorrection guess_j_, guess_1_;
  Contraction contraction_;
  ComplexColumn z_;  // (nv)
  Vector a_j_, v_j_, q_j_, r_j_, r_1_, load_, bend_;
};

}  // namespace percuss
