// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "core/parameters.hpp"
#include "scheme/trapezoidal_step.hpp"

namespace percuss {

struct HalfExplicitAccelerationOptions {
  /// What an impact asks of the other closed contacts.
  TrapezoidalStep::Impact impact = TrapezoidalStep::Impact::struck;

  static const ParameterTable<HalfExplicitAccelerationOptions>& parameters();
  std::vector<Fault> validate() const { return parameters().validate(*this); }
};

/// Half-explicit time-stepping on acceleration level, without friction [HETS, Sec. 3, Fig. 4].
///
///   lambda+:  0 <= gamma'  _|_  lambda+ >= 0,  gamma' = W'dot v+ + W' M^-1 (f + W lambda+)      contacts of I2(q, v+)
///   v_1 = v+ + h M^-1 (f + W lambda+),  q' = q + h/2 (v+ + v_1)
///   lambda- in the same way at (q', v_1), contacts of I2(q', v_1) and I1(q)
///   v- = v+ + h/2 (M^-1 (f + W lambda+) + M'^-1 (f(q', v_1) + W' lambda-))
///   no closed contact approaches:       v' = v-
///   a gap closed, or one approaches:    v' = v- + M'^-1 W' Lambda,  Newton's law on every contact of I1(q')
///
/// Joints are in every set. Order 2 in free motion and with joints, 1 across an impact; with a fixed closed set and a
/// constant W it is velocity Verlet. Conditionally stable. The forces hold the acceleration of a gap, not its velocity:
/// what truncation leaves of an opening gamma stays, and the gap drifts with it; what it leaves of an approach is taken
/// out at the end of the step by percussions, without restitution where the contact was closed before. A contact of I2
/// is one that does not open beyond round-off (RestJudge).
///
/// `impact: all` is the reading of the paper: only a gap that closed is an impact, the step in which it happens is
/// without lambda+ and lambda-, and restitution acts on every closed contact (scheme/trapezoidal_step.hpp). There an
/// approach left over stays, and the contact sinks.
class HalfExplicitAcceleration final : public Scheme {
 public:
  /// Throws InputError when a contact has friction: its laws are laws of velocities.
  HalfExplicitAcceleration(const MechanicalSystem& system, const ContactModel& contacts, const SolverSet& solvers,
                           HalfExplicitAccelerationOptions options = {});
  StepReport step(double h, State& state) override;
  void restart() override { rule_.restart(); }
  void repeat() override { rule_.repeat(); }
  void walk_memory(MemoryWalk& walk) override { walk("rule", rule_); }
  std::span<const ContactRecord> contacts() const override { return rule_.s.records; }
  std::span<const ContactImpact> impacts() const override { return rule_.s.impacts.all(); }
  VecView velocity_before() const override { return rule_.s.velocity_before(); }
  long factorisations() const override { return rule_.s.factor.factorisations(); }

 private:
  Report solve_contact_at_start(double h, const State& state);
  StepReport solve_contact_at_end(double h, const State& state);
  /// Assembles `stage` over I2(q, v) and solves for  x = h lambda.
  Report hold_acceleration(ContactStage& stage, std::span<const Index> closed, const RestJudge::Instant& at);

  TrapezoidalStep rule_;
  std::vector<Index> staying_;  // I2
  Vector bias_;                 // W'dot v of its rows
};

}  // namespace percuss
