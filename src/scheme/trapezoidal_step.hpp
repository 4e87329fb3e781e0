// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <utility>
#include <vector>

#include "core/parameters.hpp"
#include "scheme/rest_judge.hpp"
#include "scheme/step_state.hpp"

namespace percuss {

/// The forecasting trapezoidal rule that the schemes of [HETS] share [Figs. 4, 7, 9]: everything but the way in which
/// lambda+ and lambda- are found, which is the scheme's own.
///
///   v_1 = v+ + h M^-1 (f + W lambda+),  q' = q + h/2 (v+ + v_1)                                 start of the step
///   v- = v+ + h/2 (M^-1 (f + W lambda+) + M'^-1 (f(q', v_1) + W' lambda-))                      end of the step
///   no gap closed:  v' = v-
///   a gap closed:   v' = v- + M'^-1 W' Lambda,  Newton's law on every contact of I1(q')
///
/// lambda- acts at the contacts that are closed at both ends of the step, `holding`: what rests keeps its force while
/// something is struck elsewhere, and jumps only if it has to react. Restitution is for what is struck: a contact that
/// was closed before comes to gamma+ >= 0. With `Impact::all`, as [HETS] has it, a step in which a gap closed is
/// without any contact force, and Newton's law with restitution acts on all closed contacts alike:
///
///   a gap closed:   v- = v+ + h/2 (M^-1 f + M'^-1 f(q', v_1)),  v' = v- + M'^-1 W' Lambda
///
/// A first step (or one after `restart`) whose closed contacts still approach counts as one in which a gap closed, and
/// they have no force in it. When the forces do not depend on the velocity, M'^-1 f' is the next step's M^-1 f: one
/// solve per step.
///
/// A scheme calls, in this order: evaluate_left_end; forecast_velocity and its own solution of `start`; move_positions;
/// evaluate_right_end; complete, with its own solution of `end` over `holding`, which ends in take_contact_forces.
struct TrapezoidalStep {
  /// What an impact asks of the other closed contacts.
  enum class Impact {
    struck,  ///< they keep their forces, and react
    all      ///< they are struck as well [HETS]
  };
  template <class Options>
  static ParameterTable<Options> with_impact(ParameterTable<Options> table) {
    return std::move(table).choice(
        "impact", [](auto& o) -> auto& { return o.impact; },
        std::vector<std::pair<std::string, Impact>>{{"struck", Impact::struck}, {"all", Impact::all}},
        "what happens in a step with an impact: contacts that stay closed keep their forces and jump only if they have "
        "to, restitution is for what is struck; or all closed contacts lose their forces and are struck alike, as in "
        "the paper");
  }

  /// Keeps references to `system` and `contacts`.
  TrapezoidalStep(const MechanicalSystem& system, const ContactModel& contacts, const SolverSet& solvers,
                  Impact reading = Impact::struck);

  /// M, f, gaps and I1 at the start of the step, as far as they are not carried over.
  Report evaluate_left_end(double h, const State& state);
  /// v_1 <- v+ + h M^-1 f. Leaving it out says that neither contacts nor forces ask for v_1: move_positions then does
  /// with one pass less.
  void forecast_velocity(double h, const State& state);
  /// q_next <- q + h/2 (v+ + v_1)
  void move_positions(double h, const State& state);
  /// M', f(q', v_1), gaps and I1 at the end of the step; v_next <- v+ + h/2 (M^-1 f + M'^-1 f'), a_right <- M'^-1 f'.
  Report evaluate_right_end(double h, const State& state);
  /// A gap closed in this step, or the motion began with one that closes.
  bool gap_closed() const { return struck_at_start_ || some_gap_closed(gap_left, s.gap); }
  /// A closed contact approaches at the very start of the motion.
  bool struck_at_start() const { return struck_at_start_; }
  /// Some contact of I1(q') approaches by v_next, beyond round-off.
  bool closed_contact_approaches(double h, const State& state);
  /// From both ends to the new state. `solve_end` solves `end`; `strikes` says whether there is an impact: before `end`
  /// is solved in `Impact::all`, which then has no contact forces, else by the velocities after it.
  template <class Strikes, class SolveEnd>
  StepReport complete(double h, State& state, Strikes&& strikes, SolveEnd&& solve_end) {
    const bool all = reading == Impact::all;
    if (all && strikes()) return finish(h, state, solve_impact(h, state));
    StepReport step = solve_end();
    if (!all && step.ok() && strikes()) step = add_impact(h, state, std::move(step));
    return finish(h, state, std::move(step));
  }
  /// `Impact::all`: the correction of v_next over I1(q') in a step without contact forces, its records and losses.
  StepReport solve_impact(double h, const State& state);
  /// The impulsive correction of v_next over I1(q'), on top of the contact forces of `step`: records and losses.
  StepReport add_impact(double h, const State& state, StepReport step);
  /// The step got `start_share()` of the contact percussions of `start` and `end_share` of those of `end`: records and
  /// losses. `of_end` is the report on `end`.
  StepReport take_contact_forces(double h, const State& state, double end_share, Report of_end);
  /// To be asked when `start` is solved and v_1 holds what it has done. Some contact loses or turns a tenth of its slip
  /// at once, by far more than the smooth forces do in the step and with a force that it did not have before: no force
  /// lets it slide on (Painleve), and it is struck without collision.
  void judge_start(double h, const State& state) { jumps_at_start_ = slip_jumps_at_start(h, state); }
  /// `start` is an impact without collision.
  bool jumps_at_start() const { return jumps_at_start_; }
  /// What v_next gets of the percussions of `start`: half of x = h lambda+, the whole of an impact without collision.
  double start_share() const { return jumps_at_start_ ? 1.0 : 0.5; }
  /// A good step moves on to the new state; the certificates of the start go into the report.
  StepReport finish(double h, State& state, StepReport report);
  void restart() {
    continues_ = knows_contacts_ = false;
    s.clear_records();
    start.restart();
    end.restart();
  }
  /// See Scheme::repeat.
  void repeat() {
    continues_ = false;
    start.restart();
    end.restart();
  }
  void walk_memory(MemoryWalk& walk);
  /// The last walk has restored, and what follows from the state (s.factor, `start`) has not been made anew yet.
  bool restored() const { return restored_; }
  /// s.factor <- that of M at the start of the step.
  Report factor_mass(const State& state);

  StepState s;  // gap, closed: of the right end
  ContactStage start, end;
  const Impact reading;
  Vector gap_left;                 // (contacts of the model)
  std::vector<Index> closed_left;  // I1(q); without what is struck at the start, unless `Impact::all`
  std::vector<Index> holding;      // of I1(q'): closed at both ends
  RestJudge judge;
  Vector a_left, a_right;  // M^-1 f at both ends (nv); a_left is used up by evaluate_right_end
  Vector v_1;              // (nv)
  Report start_report;     // of the contact problem at the start of the step

 private:
  bool slip_jumps_at_start(double h, const State& state) const;
  void close_drift_of_pushing(double h);
  void find_struck(double h, const State& state);

  ContactStage impact_;       // Newton's law
  std::vector<Index> rigid_;  // of I1(q'): without springs
  bool needs_v_1_ = false;
  bool continues_ = false;        // a_left, gap_left and closed_left hold for the coming step
  bool knows_contacts_ = false;   // gap_left and closed_left, and struck_at_start_, are those of the state
  bool struck_at_start_ = false;  // see find_struck
  bool jumps_at_start_ = false;   // see judge_start
  bool restored_ = false;         // s.factor may be that of another state
};

}  // namespace percuss
