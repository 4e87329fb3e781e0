// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "scheme/consistent_acceleration.hpp"
#include "scheme/implicit_stage.hpp"
#include "scheme/step_state.hpp"

namespace percuss {

struct MixedOptions {
  /// a_0 with the contact forces lambda_0, or without them [MIX (25)].
  enum class Start { consistent, paper };
  /// After an impact: the acceleration of the new velocities, or the one before it, as in [MIX].
  enum class AfterImpact { consistent, kept };
  ImplicitStageOptions stage;
  Start start = Start::consistent;
  AfterImpact after_impact = AfterImpact::consistent;
};

/// Adds the keys of a struct that has its MixedOptions as `mixed`.
template <class Options>
ParameterTable<Options>& add_mixed_keys(ParameterTable<Options>& table) {
  using Start = MixedOptions::Start;
  using AfterImpact = MixedOptions::AfterImpact;
  return add_stage_keys(
             table, [](auto& o) -> auto& { return o.mixed.stage; })
      .choice(
          "start", [](auto& o) -> auto& { return o.mixed.start; },
          std::vector<std::pair<std::string, Start>>{{"consistent", Start::consistent}, {"paper", Start::paper}},
          "acceleration at the start: with the contact forces, or, as [MIX (25)] has it, without")
      .choice(
          "after_impact", [](auto& o) -> auto& { return o.mixed.after_impact; },
          std::vector<std::pair<std::string, AfterImpact>>{{"consistent", AfterImpact::consistent},
                                                           {"kept", AfterImpact::kept}},
          "acceleration after an impact: that of the new velocities, or, as in [MIX], the one before it");
}

/// A base integrator and its impulsive correction [MIX, Fig. 4]: all that the mixed schemes share.
///
///   base integrator:   v-, q' and lambda, on velocity level over I1(q)                          the scheme's own
///   a gap closed:      v+ = v- + M(q')^-1 W(q') Lambda,  Newton's law on every contact of I1(q')
///   else:              v+ = v-
///
/// The acceleration after an impact, where bodies of constant tangent have dampers, is that of an implicit Euler step
/// of h/2, (M + h/2 C) a = f + W lambda: a damper faster than the step, which the jump has set in motion, comes to rest
/// within it instead of throwing the body off by h^2 M^-1 C (v+ - v-). The change is O(h), as is what the time of the
/// impact is wrong by.
///
/// A first step (or one after `restart`) whose closed contacts still approach counts as one in which a gap closed, and
/// these contacts have no force before it. Springs of compliant joints have no percussion.
///
/// A scheme calls, in this order: evaluate_left_end; guess; its stages, which leave v- and q' in `s`, a' in `a_next`;
/// finish. A step that fails may be repeated with another h.
struct MixedStep {
  MixedStep(const MechanicalSystem& system, const ContactModel& contacts, const SolverSet& solvers,
            MixedOptions options);

  /// Gaps, I1 and a at the start of the step, as far as they are not carried over.
  Report evaluate_left_end(double h, const State& state);
  /// `a` is new: it does not go on from the step before.
  bool fresh() const { return fresh_; }
  /// guess <- the line through the last two accelerations, at `ahead` times their distance beyond `a`.
  void guess(double ahead, Vector& guess) const;
  /// Of the contact forces x = w_v lambda at a velocity v [W].
  double friction_power(ContactStage& forces, double w_v, const Vector& v) const;
  /// Impulsive correction, records and losses; a good step moves on to the new state. `forces`: of the stage at the
  /// end of the step, `of_stages` their report. `power_inside`: of friction in the middle of the step, where known.
  StepReport finish(double h, State& state, ContactStage& forces, double w_v, Report of_stages,
                    std::optional<double> power_inside = std::nullopt);
  /// The same with contact forces lambda [N] (rows of the set) from elsewhere.
  StepReport finish(double h, State& state, const ContactSet& set, VecRef lambda, Report of_stages,
                    std::optional<double> power_inside = std::nullopt);
  void restart();

  StepState s;                     // factor: of M; gap, closed: of the right end
  Vector a_before, a, a_next;      // (nv) a_before: at the stage before a
  std::vector<Index> closed_left;  // I1(q) without what still approaches at the very start

 private:
  void find_struck(const State& state);
  /// What divides the forces at the start of the step.
  Report update_factors(double h, const State& state);
  StepReport correct(double t);

  MixedOptions options_;
  BlockFactor relaxed_;  // of M + h/2 C
  const bool relaxes_;
  ConsistentAcceleration acceleration_;
  ContactStage impact_;
  Vector gap_left_, lambda_;
  std::vector<Index> rigid_;
  double power_left_ = 0.0;  // of friction at the start of the step [W]
  bool continues_ = false, fresh_ = true, jumped_ = false, struck_at_start_ = false;
};

}  // namespace percuss
