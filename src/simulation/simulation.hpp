// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <chrono>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "contact/independent_joints.hpp"
#include "contact/joint_redundancy.hpp"
#include "io/settings.hpp"
#include "model/model.hpp"
#include "scheme/scheme_registry.hpp"
#include "simulation/dense_output.hpp"
#include "simulation/doubts.hpp"
#include "simulation/modal_residual.hpp"
#include "simulation/sample.hpp"
#include "simulation/spring_watch.hpp"
#include "simulation/step_control.hpp"
#include "simulation/step_parts.hpp"
#include "simulation/stepper.hpp"
#include "simulation/turn_watch.hpp"
#include "simulation/wobble_watch.hpp"

namespace percuss {

/// How a run ended. The command line's exit codes follow: 0, 130, 3, 4.
enum class Outcome { done, interrupted, failed, certificate_broken };

/// What a reference is known to be worth [m, rad].
struct ReferenceQuality {
  double tolerance = 0.0;   ///< asked for
  double difference = 0.0;  ///< largest of a coordinate, at the rows, to a run with larger steps and tolerances
};

struct RunResult {
  Outcome outcome = Outcome::done;
  std::string message;        ///< why it did not end well
  double t = 0.0;             ///< of the last good state [s]
  Index steps = 0;            ///< steps done
  Index impacts = 0;          ///< steps in which a contact was struck
  Index retried_steps = 0;    ///< steps that failed as a whole and were done in smaller ones
  Index smaller_steps = 0;    ///< those smaller ones
  Index taken_back = 0;       ///< steps, and parts, that the step control has taken back
  Index smallest_steps = 0;   ///< parts of the smallest size that the step control has
  Index attempts = 0;         ///< steps of the scheme, those that failed or were taken back among them
  Index loose_steps = 0;      ///< steps and parts with a contact problem that was given up near its tolerance
  Index plastic_steps = 0;    ///< likewise with an impact that took place without its restitution
  Index hasty_steps = 0;      ///< likewise, in which discs or beams may have gone through each other
  int ranks = 1;              ///< processes that ran the model together
  double loop_seconds = 0.0;  ///< wall time of the time loop, output included
  long factorisations = 0;
  long linear_solves = 0, linear_iterations = 0;  ///< of iterative solvers
  double linear_residual = 0.0;                   ///< the largest of a solve, relative to its right side [1]
  double time_limit = 0.0;                        ///< that has ended the run [s]; 0: none
  std::optional<StepProfile> profile;             ///< of the loop, where the model tells its times
  Index problems_dumped = 0;                      ///< contact problems written as fclib files
  Index events = 0;                               ///< at contacts, where somebody asked for them
  Index events_written = 0;                       ///< of them, in events.csv
  Certificates worst;                             ///< over all steps
  JointRedundancy joints;                         ///< of the initial state
  EnergyLedger ledger;
  Energy energy;                                                      ///< at the end
  double energy_made = 0.0, energy_supply = 0.0, energy_share = 0.0;  ///< as EnergyGuard has them [J], [J], [1]
  double energy_made_by_contacts = 0.0;                               ///< of energy_made [J]
  double energy_lost = 0.0, energy_lost_share = 0.0;                  ///< as EnergyGuard has them [J], [1]
  std::vector<std::string> doubts;                                    ///< of the bodies' models (doubts.hpp)
  std::vector<ReducedBody> reduced;           ///< how good bodies reduced to modes were; of `run`, with a folder
  std::string remark;                         ///< of the scheme; empty: it has nothing to say
  std::optional<ReferenceQuality> reference;  ///< of `percuss reference`
  std::vector<std::string> warnings;          ///< what puts the result in doubt, though no limit was broken
  double energy_scheme() const { return ledger.scheme(energy.total()); }
};

/// x > 0 in six digits, never above x: a limit that is printed must be accepted when it is typed in.
std::string rounded_down(double x);

/// The time loop over one scheme. Keeps references to model and settings, which must outlive it, and changes the search
/// for contacts of the model, which serves one run at a time.
class Simulation {
 public:
  /// What the loop tells the outside. Each may be empty.
  struct Hooks {
    std::function<void(const Sample&)> row;          ///< at the start and every `row_every` steps, and at the end
    std::function<void(const State&)> state;         ///< likewise every `state_every` (0: start and end only)
    std::function<void(const ContactEvent&)> event;  ///< at a contact, in the order of the steps
    std::function<void(Index, Index)> progress;      ///< (steps done, of how many), some ten times a second at most
    std::function<bool()> stop;                      ///< asked after every step: true ends the run
    /// After every step, and where the run ends before its time, before the last row: `walk_memory` may save what a run
    /// goes on from.
    std::function<void(Index steps, bool ends)> between_steps;
    /// Told of every step, or part of one, that a control has passed, and how many steps of the scheme it took.
    std::function<void(const PassedStep&, Index evaluations)> passed;
    /// The same with what quantities are computed from.
    std::function<void(const Sample&, double h)> part;
    bool parts_need_energy = false;
    /// States at the start and every `dense_every` [s], which is then above 0.
    DenseOutput::Row dense;
    double dense_every = 0.0;
    /// Like `row`, every `frame_every` steps; percussions are those since the frame before.
    std::function<void(const Sample&)> frame;
    Index frame_every = 1;
    Index row_every = 1, state_every = 0;
    bool rows_need_energy = false, rows_need_joints = false;
  };

  /// Builds the scheme. Throws InputError (keys from the root of the model file, no places) when the step exceeds the
  /// scheme's stability limit, bodies overlap at the start, or the solvers do not fit together.
  Simulation(Model& model, const SimulationSettings& settings);
  Simulation(Model& model, SimulationSettings&& settings) = delete;  // it keeps references to both
  Simulation(const Simulation&) = delete;                            // parts refer to each other
  Simulation& operator=(const Simulation&) = delete;

  /// From the model's initial state to the end time; the last step is cut to end there.
  RunResult run(const Hooks& hooks);
  /// From where a run of the same model was saved, to the same numbers as that run, to the last bit. `restore` is
  /// called when all is ready for `walk_memory` to restore it.
  RunResult go_on(const std::function<void()>& restore, const Hooks& hooks);
  /// State, scheme, searches, and all that adds up over a run.
  void walk_memory(MemoryWalk& walk);
  const State& state() const { return stepper_.state; }
  Scheme& scheme() { return stepper_.scheme(); }
  /// Of the last step done.
  std::span<const ContactRecord> records() const {
    if (ended_by_jump_) return before_jump_;
    return stepper_.records();
  }
  /// Largest stable step, infinity when there is no limit [s].
  double stability_limit() const { return stability_limit_; }
  Index num_steps() const { return num_steps_; }
  const JointRedundancy& joints() const { return joints_; }

 private:
  static Index count_steps(double start, const SimulationSettings& settings);
  void check_step() const;
  void try_linear_solver(const SchemeType& type) const;
  Energy begin(const Hooks& hooks);
  RunResult loop(const Hooks& hooks);
  void settle_grid();
  double end_of_step(Index i) const;
  bool step(Index i);
  bool advance_in_parts(double h, double t_end);
  void pass(const Hooks& hooks, const PassedStep& step, const PassedEnd& end);
  void tell_part(const Hooks& hooks, const PassedEnd& end, double h);
  std::vector<ContactRecord> gaps_alone() const;
  std::vector<ContactRecord> initial_contacts() const;
  Sample sample(const PassedEnd& at, Energy energy, bool struck) const;
  void emit_first_row(const Hooks& hooks, Energy energy);
  Energy energy() const;
  void emit_frame(const Hooks& hooks, std::span<const ContactRecord> records, bool knows_modes = true);
  void emit_rest(const Hooks& hooks, bool row_written, bool state_written, bool frame_written);
  void emit_row(const Hooks& hooks, std::span<const ContactRecord> records, Energy energy);
  bool is_finite(Index i) const;
  bool look();
  RunResult finish();

  Model& model_;
  const SimulationSettings& settings_;
  double stability_limit_;
  bool springs_limit_ = false;            // it is the limit of explicit springs
  std::unique_ptr<SpringWatch> springs_;  // known once the scheme is
  std::unique_ptr<WobbleWatch> wobbles_;  // likewise
  StepParts parts_;
  Stepper stepper_;
  std::unique_ptr<StepControl> control_;  // of the stepper
  Index num_steps_;
  Index regular_from_ = 0;       // steps are on a grid that begins after so many of them,
  double regular_from_t_ = 0.0;  // at this time [s]
  JointRedundancy joints_;
  IndependentJoints independent_;
  ContactModel& held_;  // what schemes are given: the model's contacts, or `independent_` where joints are redundant
  DenseOutput dense_;
  std::function<void()> tell_last_part_;    // that is due
  double part_end_ = 0.0, due_part_ = 0.0;  // end of the part under way, size of its last step, not told yet [s]
  double told_until_ = 0.0;                 // end of the step that was passed last [s]
  Index attempts_told_ = 0;                 // of steps that were passed
  bool ended_by_jump_ = false;              // of a motor's rate: the last step done
  std::vector<ContactRecord> before_jump_;  // its records, with the forces before that
  Doubts doubts_;
  TurnWatch turns_;
  State last_good_;  // before the step under way, where `turns_` may undo it
  EnergyLedger last_good_ledger_;
  Energy energy_now_;               // at the last look
  RunResult result_;                // as it grows
  long factorisations_before_ = 0;  // of the run that this one goes on from
  double seconds_before_ = 0.0;     // likewise
  std::chrono::steady_clock::time_point loop_start_;
};

}  // namespace percuss
