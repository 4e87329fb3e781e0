// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/parameters.hpp"
#include "scheme/trapezoidal_step.hpp"

namespace percuss {

struct ExplicitVelocityOptions {
  /// f~ of [HETS (100)]: what moves the contacts on within the step besides their own forces. `forces`: f~ = f;
  /// `zero`: f~ = 0, the contact forces answer the velocity of the instant only.
  enum class Forecast { forces, zero };
  Forecast forecast = Forecast::forces;
  /// What an impact asks of the other closed contacts.
  TrapezoidalStep::Impact impact = TrapezoidalStep::Impact::struck;

  static const ParameterTable<ExplicitVelocityOptions>& parameters();
  std::vector<Fault> validate() const { return parameters().validate(*this); }
};

/// Explicit time-stepping on velocity level [HETS, Sec. 4, Fig. 7]: both contact forces are those that would bring the
/// contacts' velocities of their instant into the law within one step h, W and M as they stand there.
///
///   lambda+:  contact law on W' (v+ + h M^-1 (f~ + W lambda+)), contacts of I1(q)                          (98), (99)
///   v_1 = v+ + h M^-1 (f + W lambda+),  q' = q + h/2 (v+ + v_1)
///   lambda-:  contact law on W(q')' (v_1 + h M'^-1 (f~(q', v_1) + W' lambda-)), contacts of I1(q) and I1(q')
///   v- = v+ + h/2 (M^-1 (f + W lambda+) + M'^-1 (f(q', v_1) + W' lambda-))
///   no gap closed:  v' = v-
///   a gap closed:   v' = v- + M'^-1 W' Lambda,  Newton's law on every contact of I1(q')
///
/// The option `impact: all` is the reading of the paper for a step in which a gap closed: it is without lambda+ and
/// lambda-, and restitution acts on every contact (scheme/trapezoidal_step.hpp).
///
/// The velocity that the step ends with meets no law, so gaps drift, and stronger than in any other scheme: with
/// `zero` a contact that carries a load sinks at the speed h (load / mass). A stage on the way to
/// half_explicit_velocity, kept for comparison. Order 2 where no contact acts. Conditionally stable.
class ExplicitVelocity final : public Scheme {
 public:
  ExplicitVelocity(const MechanicalSystem& system, const ContactModel& contacts, const SolverSet& solvers,
                   ExplicitVelocityOptions options = {});
  StepReport step(double h, State& state) override;
  void restart() override { rule_.restart(); }
  void repeat() override { rule_.repeat(); }
  void walk_memory(MemoryWalk& walk) override { walk("rule", rule_); }
  std::span<const ContactRecord> contacts() const override { return rule_.s.records; }
  std::span<const ContactImpact> impacts() const override { return rule_.s.impacts.all(); }
  VecView velocity_before() const override { return rule_.s.velocity_before(); }
  long factorisations() const override { return rule_.s.factor.factorisations(); }

 private:
  bool forecasts_forces() const { return options_.forecast == ExplicitVelocityOptions::Forecast::forces; }
  Report solve_contact_at_start(double h, const State& state);
  StepReport solve_contact_at_end(double h, const State& state);

  ExplicitVelocityOptions options_;
  TrapezoidalStep rule_;
  Vector v_free_;  // (nv) v_1 + h M'^-1 f~
};

}  // namespace percuss
