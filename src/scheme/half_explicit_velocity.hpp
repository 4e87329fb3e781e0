// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "scheme/step_state.hpp"

namespace percuss {

/// Half-explicit time-stepping on velocity level [HETS, Fig. 9].
///
///   v_1 = v+ + h M^-1 (f + W lambda+)          contact law on What' v_1, contacts of I1(q)      start of the step
///   q'  = q + h/2 (v+ + v_1)
///   no gap closed:  v' = v+ + h/2 (M^-1 (f + W lambda+) + M'^-1 (f(q', v_1) + W' lambda-))
///                   contact law on W(q')' v', contacts of I1(q')                                end of the step
///   a gap closed:   v- = v+ + h/2 (M^-1 f + M'^-1 f(q', v_1)),  v' = v- + M'^-1 W' Lambda
///                   Newton's law on every contact of I1(q')
///
/// A first step (or one after `restart`) whose closed contacts still approach counts as one in which a gap closed.
///
/// Order 2 in q, v and lambda where no gap closes, 1 across an impact; with a fixed closed set it is velocity Verlet.
/// Forces (lambda) and percussions (Lambda) come out apart. Conditionally stable. When the forces do not depend on the
/// velocity, M'^-1 f' is the next step's M^-1 f: one solve per step.
class HalfExplicitVelocity final : public Scheme {
 public:
  HalfExplicitVelocity(const MechanicalSystem& system, const ContactModel& contacts, const SolverSet& solvers);
  StepReport step(double h, State& state) override;
  void restart() override { continues_ = false; }
  std::span<const ContactRecord> contacts() const override { return s_.records; }
  long factorisations() const override { return s_.factor.factorisations(); }

 private:
  Report evaluate_left_end(const State& state);
  bool closed_contact_approaches(const State& state);
  Report solve_contact_at_start(double h, const State& state);
  void move_positions(double h, const State& state);
  Report evaluate_right_end(double h, const State& state);
  StepReport solve_impact(double h, const State& state);
  StepReport solve_contact_at_end(double h, const State& state);
  StepReport finish(double h, State& state, StepReport report);

  StepState s_;  // gap, closed: of the right end
  ContactStage start_, end_;
  Vector gap_left_;
  std::vector<Index> closed_left_;
  Vector a_left_, a_right_;  // M^-1 f at both ends (nv)
  Vector v_1_;               // (nv) formed only when a contact or the forces need it
  Vector q_hat_;             // (nq) q + h v, for a W that depends on q
  Report start_report_;      // of the contact problem at the start of the step
  bool needs_v_1_ = false;
  bool continues_ = false;        // a_left_, gap_left_ and closed_left_ hold for the coming step
  bool struck_at_start_ = false;  // see closed_contact_approaches
};

}  // namespace percuss
