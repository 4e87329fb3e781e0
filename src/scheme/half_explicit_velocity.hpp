// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <vector>

#include "core/parameters.hpp"
#include "scheme/trapezoidal_step.hpp"

namespace percuss {

struct HalfExplicitVelocityOptions {
  /// Reading of the contact conditions: Fig. 9 (standard), Sec. 5.2 or Fig. 24 of [HETS].
  enum class Variant { fig9, hem, mbsim };
  Variant variant = Variant::fig9;
  /// What an impact asks of the other closed contacts.
  TrapezoidalStep::Impact impact = TrapezoidalStep::Impact::struck;

  static const ParameterTable<HalfExplicitVelocityOptions>& parameters();
  std::vector<Fault> validate() const { return parameters().validate(*this); }
};

/// Half-explicit time-stepping on velocity level [HETS, Fig. 9].
///
///   v_1 = v+ + h M^-1 (f + W lambda+)          contact law on What' v_1, contacts of I1(q)      start of the step
///   q'  = q + h/2 (v+ + v_1)                   What = W(q^), q^ = q + h v+
///   v-  = v+ + h/2 (M^-1 (f + W lambda+) + M'^-1 (f(q', v_1) + W' lambda-))
///         contact law on W(q')' v-, contacts of I1(q) and I1(q')                                end of the step
///   no gap closed:  v' = v-
///   a gap closed:   v' = v- + M'^-1 W' Lambda,  Newton's law on every contact of I1(q')
///
/// So what rests keeps its force while something is struck elsewhere. The option `impact: all` is the reading of Fig. 9
/// for a step in which a gap closed: it is without lambda+ and lambda-, and restitution acts on every contact, also on
/// those that rest, with gamma- = -h (their acceleration without force)  (scheme/trapezoidal_step.hpp).
///
/// `hem`, the reading of half-explicit methods [HETS (119)-(131)], where q^ is the first stage itself: a gap has closed
/// already when it is closed at q^. `mbsim` [HETS, Fig. 24] decides at q^ too, and takes lambda+ over I1(q^); when a
/// gap closes it goes on by h/10 (in the paper without lambda+, lambda-), then by what is left of h, so that an impact
/// is found within h/10. In both a gap closed at q' but not yet at q^ counts as closed: else lambda- would stop it
/// without restitution.
///
/// A contact that slides where no force lets it slide on (Painleve's paradox) is stopped by a percussion at the start
/// of the step: x = h lambda+ then acts whole, and is reported as a percussion.
///
/// A first step (or one after `restart`) whose closed contacts still approach counts as one in which a gap closed.
///
/// Order 2 in q, v and lambda where no gap closes, 1 across an impact and with compliant joints, whose springs are
/// taken implicitly; with a fixed closed set it is velocity Verlet. Forces (lambda) and percussions (Lambda) come out
/// apart; a force is the mean of lambda- and of the lambda+ that the coming step begins with, each of which is of order
/// 1 where W depends on q (`mbsim` tells lambda- alone). Conditionally stable. When the forces do not depend on the
/// velocity, M'^-1 f' is the next step's M^-1 f: one solve per step.
class HalfExplicitVelocity final : public Scheme {
 public:
  HalfExplicitVelocity(const MechanicalSystem& system, const ContactModel& contacts, const SolverSet& solvers,
                       HalfExplicitVelocityOptions options = {});
  StepReport step(double h, State& state) override;
  void restart() override {
    begun_for_ = 0.0;
    rule_.restart();
  }
  void repeat() override {
    if (options_.variant == Variant::mbsim) return restart();  // which has gone on in parts
    begun_for_ = 0.0;
    rule_.repeat();
  }
  void break_off(Kink kink) override;
  void walk_memory(MemoryWalk& walk) override;
  std::span<const ContactRecord> contacts() const override { return rule_.s.records; }
  std::span<const ContactImpact> impacts() const override { return rule_.s.impacts.all(); }
  VecView velocity_before() const override { return rule_.s.velocity_before(); }
  long factorisations() const override { return rule_.s.factor.factorisations(); }

 private:
  using Variant = HalfExplicitVelocityOptions::Variant;

  StepReport step_in_parts(double h, State& state);
  Report begin(double h, const State& state);
  StepReport complete(double h, State& state);
  void look_ahead(double h, const State& state);
  Report take_up_start(const State& state);
  void assemble_start(double h, const State& state, const std::vector<Index>& closed);
  void predict_contacts(double h, const State& state);
  Report solve_contact_at_start(double h, const State& state, const std::vector<Index>& closed);
  StepReport solve_contact_at_end(double h, const State& state);
  void keep_at_start();
  void add_part(const StepReport& part, StepReport& sum);

  HalfExplicitVelocityOptions options_;
  TrapezoidalStep rule_;
  Vector q_hat_;              // (nq) q + h v, for a W that depends on q and for the variants
  bool looks_ahead_ = false;  // lambda+ of the coming step is found at the end of this one, for its forces
  bool smooth_ = true;        // no impact in the last step
  double begun_for_ = 0.0;    // step size for which the coming step has its lambda+; 0: it has none yet

  // What the variants need besides.
  Vector gap_hat_;                 // at q^
  std::vector<Index> closed_hat_;  // I1(q^)
  bool closes_at_q_hat_ = false;
  State saved_;                                    // the start of a step in parts
  std::vector<std::array<double, 3>> percussion_;  // of a step in parts, by contact number
  ImpactList impacts_;                             // likewise
};

}  // namespace percuss
