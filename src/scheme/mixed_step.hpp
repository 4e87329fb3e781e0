// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "scheme/consistent_acceleration.hpp"
#include "scheme/gap_drift.hpp"
#include "scheme/impact_without_collision.hpp"
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
          "initial acceleration: with the contact forces, or, as in [MIX (25)], without them")
      .choice(
          "after_impact", [](auto& o) -> auto& { return o.mixed.after_impact; },
          std::vector<std::pair<std::string, AfterImpact>>{{"consistent", AfterImpact::consistent},
                                                           {"kept", AfterImpact::kept}},
          "acceleration after an impact: consistent with the new velocities, or, as in [MIX], kept from before the "
          "impact");
}

/// What the stages of a scheme have found besides v-, q' and a'.
struct MixedStages {
  Report report;
  const ContactSet& contacts;               ///< of the stage at the end of the step
  VecView percussion;                       ///< their x = weight lambda (rows of the set)
  double weight;                            ///< [s]
  std::optional<ContactLoss> power_inside;  ///< in the middle of the step, where known [W]

  double force(Index row) const { return percussion[row] / weight; }
};

/// A base integrator and its impulsive correction [MIX, Fig. 4]: all that the mixed schemes share.
///
///   base integrator:   v-, q' and lambda, on velocity level over I1(q)                          the scheme's own
///   a gap closed:      v+ = v- + M(q')^-1 W(q') Lambda,  Newton's law on the contacts of I1(q')
///   else:              v+ = v-
///
/// The acceleration after an impact, where bodies of constant tangent have dampers, is that of an implicit Euler step
/// of h/2, (M + h/2 C) a = f + W lambda: a damper faster than the step, which the jump has set in motion, comes to rest
/// within it instead of throwing the body off by h^2 M^-1 C (v+ - v-). The change is O(h), as is what the time of the
/// impact is wrong by. So do dampers of joints that are faster than the step.
///
/// A first step (or one after `restart`) whose closed contacts still approach counts as one in which a gap closed, and
/// these contacts have no force before it. Springs of compliant joints have no percussion.
///
/// Sliding contacts for which there is no force are struck at the start of the step (ImpactWithoutCollision), which
/// then goes on from the velocity after it. That is asked, at both ends of the step, when the stages change the slip of
/// a contact by more than its acceleration had let expect, and its force has grown threefold.
///
/// When a contact comes to hold what moved before (it stops sliding, or rests after it had opened), the acceleration
/// jumps within the step; the next one begins with that of the new state, or what is left of the jump alternates from
/// step to step, for ever with an undamped base integrator.
///
/// After a kink of a motor's rate, `break_off`, likewise; after a jump of the rate it is the acceleration after an
/// impact.
///
/// A contact that pushes at both ends of the step holds its velocity, and its gap drifts by the scheme's error on a
/// curved way. That does not open it up to the way h^2 a/2 of its acceleration; from a hundredth of it on the drift is
/// taken back (GapDrift).
///
/// A step that fails may be repeated with another h.
struct MixedStep {
  MixedStep(const MechanicalSystem& system, const ContactModel& contacts, const SolverSet& solvers,
            MixedOptions options);

  /// The step. `stages(from)` are those of the scheme from the state `from`: a MixedStages, v- and q' in `s`, a' in
  /// `a_next`.
  template <class Stages>
  StepReport step(double h, State& state, Stages&& stages) {
    begin_step();
    for (const State* from = &state;; from = impacts_ > 0 ? &after_ : &state) {
      bool struck = false;
      auto report = evaluate_left_end(h, *from);
      if (report.ok()) report = look_at_start(h, *from, struck);
      if (report.ok() && !struck) {
        const MixedStages found = stages(*from);
        report = look_at_stages(h, *from, found, struck);
        if (report.ok() && !struck && !cold_) return finish(h, *from, found, state);
      }
      if (!report.ok()) return give_up(std::move(report));
    }
  }
  /// Dampers of joints are relaxed whenever the acceleration is found anew, at the start too: for base integrators that
  /// hand on what the start of a step is wrong by, as +-.
  void relax_joints() { relaxes_joints_ = true; }
  /// The stages are to be solved without the contact forces of the step before to start from.
  bool cold() const { return cold_; }
  /// `a` is new: it does not go on from the step before.
  bool fresh() const { return fresh_; }
  /// guess <- the line through the last two accelerations, at `ahead` times their distance beyond `a`.
  void guess(double ahead, Vector& guess) const;
  /// Of the contact forces x = w_v lambda at a velocity v [W].
  ContactLoss power(ContactStage& forces, double w_v, const Vector& v) const;
  void restart();
  /// See Scheme::break_off.
  void break_off(Kink kink);
  /// See Scheme::repeat: `a` is found anew, over the contacts that were closed.
  void repeat();
  void walk_memory(MemoryWalk& walk);

  StepState s;                     // factor: of M; gap, closed: of the right end
  Vector a_before, a, a_next;      // (nv) a_before: at the stage before a
  std::vector<Index> closed_left;  // I1(q) without what still approaches at the very start

 private:
  void begin_step();
  /// Gaps, I1 and a at the start of the step, as far as they are not carried over.
  Report evaluate_left_end(double h, const State& state);
  void find_struck(const State& state);
  /// What divides the forces at the start of the step.
  Report update_factors(double h, const State& state);
  /// `struck`: there is an impact without collision, and after_ is the state after it.
  Report look_at_start(double h, const State& from, bool& struck);
  Report look_at_stages(double h, const State& from, const MixedStages& found, bool& struck);
  /// Of a contact whose force (times `share`) has grown, by more than `expected` accelerations let expect; empty: by
  /// any.
  bool some_slip_stops(double h, const ContactSet& set, VecRef force, double share, const Vector& before,
                       const Vector& after, std::span<const Vector* const> expected) const;
  void find_pushing(double h, const State& from, const ContactSet& set, VecRef force);
  /// Of the contacts `closed` at (t, q), with the velocity of `from`.
  Report look(double h, double t, const Vector& q, const State& from, std::span<const Index> closed, bool& struck);
  void note_modes(const ContactSet& set, VecRef force, std::vector<ContactMode>& modes) const;
  void note_modes_at_start(double h, const Vector& v);
  /// Impulsive correction, records and losses; a good step moves on to the new state.
  /// Work of the step by its mean velocity (q' - q)/h: what stiff dampers take out of a velocity that has jumped, they
  /// take on the way that it still goes, and h v'Cv of the jump would be many times that.
  Work work_of_way(double h, const State& from);
  StepReport finish(double h, const State& from, const MixedStages& found, State& state);
  /// Of the forces at the end of the step [W].
  ContactLoss power_at_end(const MixedStages& found) const;
  /// I1(q'), and what of it has drifted apart.
  void find_closed_right(double h, const ContactSet& set);
  void take_back_drift(double h, double t);
  /// After an impact: contacts that it has thrown apart do not push at the start of the next step.
  void forget_modes_of_what_parts(double h, const ContactSet& set);
  bool some_contact_holds_anew(double h, const ContactSet& set, const Vector& v) const;
  void write_records(double h, const MixedStages& found);
  bool slips(const ContactSet& set, Index k, double rest) const;
  StepReport correct(double t);
  StepReport give_up(Report report);
  void add_impacts(StepReport& step);

  MixedOptions options_;
  BlockFactor relaxed_;  // of M + h/2 C
  const bool relaxes_, has_friction_, has_motors_;
  bool relaxes_joints_ = false;
  ConsistentAcceleration acceleration_, relaxed_acceleration_;
  ConsistentAcceleration* found_by_ = &acceleration_;  // the one that has given a
  ImpactWithoutCollision without_collision_;
  ContactStage impact_;
  GapDrift gap_drift_;
  Vector gap_left_, mean_v_, way_;  // way_: of each contact that pushes, by its acceleration in a step [m]
  std::vector<Index> rigid_, pushing_, drifted_;
  std::vector<char> at_rest_;  // by contact number
  std::vector<ContactMode> modes_, modes_next_;
  ContactLoss power_left_;  // at the start of the step [W]
  bool continues_ = false, fresh_ = true, jumped_ = false, held_anew_ = false, struck_at_start_ = false;
  // Of the impacts without collision in this step.
  State after_, probe_;
  int impacts_ = 0;
  bool cold_ = false;
  Vector a_right_, a_end_;  // just right of the start, and at the end of the step, with the velocity of its start
  StepReport impact_report_;
  std::vector<std::array<double, 3>> percussion_;
  ImpactList struck_without_collision_;
};

}  // namespace percuss
