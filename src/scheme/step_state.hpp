// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <span>
#include <vector>

#include "core/mechanical_system.hpp"
#include "scheme/contact_stage.hpp"
#include "scheme/impact_list.hpp"
#include "solvers/linear/block_factor.hpp"

namespace percuss {

/// What every scheme carries from step to step: the system, the factor it owns, double buffers of q and v (so that a
/// failed step leaves the state untouched and nothing is copied back), and the records of the contacts.
struct StepState {
  /// Of a contact in a sequence of strikes: the square of the fastest approach [m^2/s^2], and the share 1 - eps_n^2 of
  /// its energy that restitution takes.
  struct Strikes {
    double hardest = 0.0, share = 0.0;
  };
  StepState(const MechanicalSystem& system_, const ContactModel& contacts_, const LinearSolverOptions& linear);

  /// The step is good: state <- (t + h, q_next, v_next), and `gap_end` goes into the records.
  void accept(double h, State& state, VecRef gap_end);
  /// v at the start of the step that was accepted last.
  VecView velocity_before() const { return {v_next.data(), v_next.size()}; }
  /// Of loads and dampers in a step of size h from `from` to q_next, v_next.
  Work work(double h, const State& from) const;
  /// What the dampers of joints take of it.
  double joint_damping(double h, const State& from) const {
    return damped_.empty() ? 0.0 : contacts.damping_work(from.t, h, from.q, q_next, damped_);
  }
  void walk_memory(MemoryWalk& walk) {
    walk("closed", closed);
    walk("records", records);
    walk("t_last", t_last_);
    walk("h_last", h_last_);
  }
  /// gap <- 0 of the contacts of the last step that `law` holds closed.
  void close_drifted(VecRef q);
  /// All records open, no force, and no impacts.
  void clear_records();
  /// Of schemes that hold contacts in the middle of a step: velocities follow a turning W from middle to middle, over
  /// the mean of the last step and this one, or over half of it at the start of a motion. What h is of that time;
  /// 1 but for round-off.
  double share_of_turning(double h, const State& state) const;

  const MechanicalSystem& system;
  const ContactModel& contacts;
  BlockFactor factor;
  Vector q_next, v_next;         // (nq), (nv)
  Vector gap, gap_rate;          // (contacts of the model)
  Vector before;                 // workspace: gap velocities of a stage before its percussions act
  std::vector<Index> closed;     // contact numbers, ascending; before the first step all, which round-off may hold open
  Vector shift;                  // workspace: what a law adds to the gap velocities
  ImpulseLaw law;                // of impulse schemes
  std::vector<Index> struck;     // workspace: those that an impact is about
  std::vector<Strikes> strikes;  // workspace: of each contact in an impact
  std::vector<ContactRecord> records;
  ImpactList impacts;             // of the step
  std::vector<Index> hits;        // workspace: of a stage's contacts, those that are struck
  std::vector<char> were_closed;  // workspace: by contact number, in the step before

 private:
  std::vector<Index> damped_;                                                // joints with dampers
  double t_last_ = std::numeric_limits<double>::quiet_NaN(), h_last_ = 0.0;  // the last good step and its end
};

/// Puts a failed solver's report into a step report.
StepReport failed(Report report);

/// A step of an impulse scheme.
struct ImpulseStep {
  double h;           ///< [s]
  const State& from;  ///< where it began
  double ahead;       ///< from where W is taken to the end of the step [s]
  /// h/h' for a joint's percussion whose part that turns the velocity along belongs to a time h': that part counts as a
  /// force over h'.
  double share_of_turning = 1.0;
};

/// The contact problem of an impulse scheme (Moreau-Jean, midpoint): Newton's law over the stage's contacts. On entry
/// `s.v_next` is the free velocity, on return the velocity after the percussions; `before` holds gamma-, which the call
/// reads before it changes any velocity. Fills records and losses. `impact`: some contact that was open in the step
/// before was struck.
/// Forces are percussions over h. `s.law` may have other laws for contacts.
StepReport solve_impulse(StepState& s, ContactStage& stage, const ImpulseStep& impulse, VecRef before);

/// The end of `solve_impulse`, for a stage solved already whose percussions are in s.v_next and whose modes are found:
/// records, losses, `impact`. Losses are taken by the mean of `lossy` and gamma+, which need not be gamma-.
StepReport record_impulse(StepState& s, ContactStage& stage, double h, VecRef before, VecRef lossy);

/// The impulsive correction of every scheme that splits percussions from forces:  v+ = v- + A^-1 W Lambda  with
/// Newton's law over those of the contacts `closed` at (t, s.q_next) that do not separate,
///   0 <= gamma_N+ + eps_n gamma_N-  _|_  Lambda_N >= 0   where  gamma_N- <= 0.
/// A contact that separates has no part in what strikes others; when that makes it approach it is struck in turn, until
/// no closed contact approaches by more than the solver leaves open. Without friction no strike adds energy. From the
/// tenth strike on a plastic one ends the sequence where it takes at most 1e-4 of what restitution has taken at each
/// contact that approaches; from the fiftieth on, of what restitution would have taken there from the fastest approach
/// of all. A sequence that does not end (three bodies may collide ever faster, or two between walls) is cut so after
/// 1000, and the step is loose; one that has made energy, as Newton's law with friction may, is cut so with the next
/// strike, and the step is plastic.
/// s.factor is that of A; on entry `s.v_next` is v-, on return v+. Fills records and losses. `impact`: some contact was
/// struck that the records do not call closed on entry, or that a strike has made approach.
StepReport correct_by_impact(StepState& s, ContactStage& stage, double t, std::span<const Index> closed);

/// The same in a step that has its contact forces already: records and losses come on top of those of `step`. The
/// contacts `holding` (ascending) have been closed all along: in the first strike they react, to gamma_N+ >= 0, and
/// what forces or the scheme's error leave of their approach is no impact. Those that a strike makes approach are
/// struck.
void add_impact(StepState& s, ContactStage& stage, double t, std::span<const Index> closed,
                std::span<const Index> holding, StepReport& step);

/// The modes of the stage's contacts, found before, go into the records.
void write_modes(StepState& s, const ContactStage& stage);

/// An impact without collision: all contacts of the stage that have a percussion and change their velocity are struck,
/// from gap velocities `before` to `after`, into `impacts`.
void add_impacts_without_collision(ContactStage& stage, VecRef before, VecRef after, ImpactList& impacts);

/// A contact with a percussion, whose normal velocity `before` is made of `size` (rest_judge.hpp), was struck: it
/// approached, beyond round-off and what solvers leave.
bool is_struck(double before, double size);

}  // namespace percuss
