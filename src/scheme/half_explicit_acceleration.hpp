// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "scheme/trapezoidal_step.hpp"

namespace percuss {

/// Half-explicit time-stepping on acceleration level, without friction [HETS, Sec. 3, Fig. 4].
///
///   lambda+:  0 <= gamma'  _|_  lambda+ >= 0,  gamma' = W'dot v+ + W' M^-1 (f + W lambda+)      contacts of I2(q, v+)
///   v_1 = v+ + h M^-1 (f + W lambda+),  q' = q + h/2 (v+ + v_1)
///   no gap closed:  lambda- in the same way at (q', v_1), contacts of I2(q', v_1)
///                   v' = v+ + h/2 (M^-1 (f + W lambda+) + M'^-1 (f(q', v_1) + W' lambda-))
///   a gap closed:   v- = v+ + h/2 (M^-1 f + M'^-1 f(q', v_1)),  v' = v- + M'^-1 W' Lambda
///                   Newton's law on every contact of I1(q')
///
/// Joints are in every set. Order 2 in free motion and with joints, 1 across an impact; with a fixed closed set and a
/// constant W it is velocity Verlet. Conditionally stable. The forces hold the acceleration of a gap, not its velocity:
/// what an impact, truncation or round-off leaves of gamma stays, and the gap drifts with it, as t^2 where W turns at a
/// constant rate. I2 has no tolerance: a contact whose gamma comes out above 0 by the least is let go for one step, and
/// then sinks at (h/2) (its acceleration without force).
class HalfExplicitAcceleration final : public Scheme {
 public:
  /// Throws InputError when a contact has friction: its laws are laws of velocities.
  HalfExplicitAcceleration(const MechanicalSystem& system, const ContactModel& contacts, const SolverSet& solvers);
  StepReport step(double h, State& state) override;
  void restart() override { rule_.restart(); }
  std::span<const ContactRecord> contacts() const override { return rule_.s.records; }
  long factorisations() const override { return rule_.s.factor.factorisations(); }

 private:
  Report solve_contact_at_start(double h, const State& state);
  StepReport solve_contact_at_end(double h, const State& state);
  /// Assembles `stage` over I2(q, v) and solves for  x = h lambda.
  Report hold_acceleration(ContactStage& stage, double t, double h, VecRef gap, VecRef q, VecRef v, VecRef a);

  TrapezoidalStep rule_;
  std::vector<Index> staying_;  // I2
  Vector bias_;                 // W'dot v of its rows
};

}  // namespace percuss
