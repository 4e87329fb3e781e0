// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "scheme/mixed_step.hpp"

namespace percuss {

struct BatheOptions {
  MixedOptions mixed;

  static const ParameterTable<BatheOptions>& parameters();
  std::vector<Fault> validate() const { return parameters().validate(*this); }
};

/// Mixed time-stepping with the method of Bathe as base integrator [MIX, Sec. 2.6]: half a step by the trapezoidal
/// rule, then the backward difference over three points, equilibrium and contact law at the end of each half.
///
///   M a_h = f(t + h/2, q_h, v_h) + W(q_h) lambda_h     v_h = v + h/4 (a + a_h),       q_h = q (+) h/4 (v + v_h)
///   M a'  = f(t', q', v-) + W(q') lambda               v-  = (4 v_h - v + h a')/3
///   q' = q_h (+) h/12 (v + v_h + 4 v-)                 contact law on W' v_h and on W' v-
///   a gap closed:  v' = v- + M'^-1 W' Lambda,  Newton's law on every contact of I1(q');   else v' = v-
///
/// Contacts of I1(q) in both halves: those of I1(q_h) would stop a contact that has just closed, and leave nothing to
/// restitution.
///
/// Where q is the integral of v, q' = (4 q_h - q + h v-)/3 is this same equation. Order 2 in smooth motion, 1 across an
/// impact; stable at any step for linear systems, infinitely fast oscillations end within a step. Two factors.
class MixedBathe final : public Scheme {
 public:
  MixedBathe(const MechanicalSystem& system, const ContactModel& contacts, const SolverSet& solvers,
             const BatheOptions& options);
  StepReport step(double h, State& state) override;
  void restart() override;
  void repeat() override;
  void break_off(Kink kink) override { rule_.break_off(kink); }
  std::span<const ContactRecord> contacts() const override { return rule_.s.records; }
  std::span<const ContactImpact> impacts() const override { return rule_.s.impacts.all(); }
  VecView velocity_before() const override { return rule_.s.velocity_before(); }
  long factorisations() const override {
    return rule_.s.factor.factorisations() + first_.factorisations() + second_.factorisations();
  }
  void walk_memory(MemoryWalk& walk) override {
    walk("rule", rule_);
    walk("first", first_);
    walk("second", second_);
  }

 private:
  Report first_half(double h, const State& state);
  Report second_half(double h, const State& state);

  MixedStep rule_;
  ImplicitStage first_, second_;
  Vector q_half_;           // (nq)
  Vector a_half_, v_half_;  // (nv)
};

}  // namespace percuss
