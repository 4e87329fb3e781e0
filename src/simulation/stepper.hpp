// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "contact/independent_joints.hpp"
#include "core/memory_walk.hpp"
#include "core/solve_tally.hpp"
#include "model/model.hpp"
#include "scheme/scheme.hpp"
#include "simulation/certificates.hpp"
#include "simulation/energy_guard.hpp"
#include "simulation/event_recorder.hpp"
#include "simulation/passed_step.hpp"
#include "simulation/sample.hpp"

namespace percuss {

/// Steps of a scheme and their book-keeping: the state of a run, and all that adds up from step to step. What a step,
/// or a part of one, has changed is walked, so that a step control may take it back.
class Stepper {
 public:
  /// Keeps a reference to `model`, whose search for contacts it changes. `retries`: times that a step that fails is
  /// halved.
  Stepper(Model& model, Index retries);
  /// `may_fail_late`: the scheme's linear solver is iterative, and tells of a failed solve in `linear_solves` alone.
  void use(std::unique_ptr<Scheme> scheme, bool may_fail_late) {
    scheme_ = std::move(scheme);
    may_fail_late_ = may_fail_late;
  }
  /// The scheme has these in place of the model's contacts: their search is changed, their forces are shared out. Must
  /// outlive the steps.
  void hold_by(IndependentJoints& independent) {
    contacts_ = &independent;
    independent_ = &independent;
  }
  /// At the initial state, with nothing done, in steps of h [s].
  void start(double h);
  /// What of its book-keeping somebody asks for: reactions of joints, events.
  struct Wanted {
    bool joints = false, events = false;
  };
  /// The same of the book-keeping.
  void start_sums(double h, const Energy& energy, const Wanted& wanted);

  /// Moves the state on by h: in one step or, when that fails, by its two halves, which may be halved in turn. So the
  /// times of the whole steps stay. False, with the state of the last good step and the message of the last attempt,
  /// when the smallest step fails.
  bool advance(double h) { return advance(h, 0); }
  /// One step of the scheme; false, and the message, when it fails, and the scheme expects a step of another size.
  bool try_step(double h);
  /// What a step changes, to go back to.
  void save(MemoryImage& image);
  void take_up(const MemoryImage& image);
  /// Where it stands.
  PassedEnd end() const { return {state, records(), ledger}; }
  /// A jump of a motor's rate has been passed in a time h: the impulses of its forces are percussions, and `told`,
  /// records from before it, get the percussions of the step and keep their forces.
  void take_jump(double h, std::span<ContactRecord> told);
  /// The last step has been corrected to what state, ledger and sums now are: `records` tell its gaps.
  void corrected();
  /// A row has been written.
  void clear_row();
  /// A picture has.
  void clear_frame();

  /// Of the last step done.
  std::span<const ContactRecord> records() const;
  /// Forces and axes of the joints at q.
  void sample_joints(std::span<const ContactRecord> records, VecRef q);
  Scheme& scheme() { return *scheme_; }
  const Scheme& scheme() const { return *scheme_; }
  void walk_memory(MemoryWalk& walk);

  State state;
  EnergyLedger ledger;
  EnergyGuard energy;
  CertificateKeeper certificates;
  EventRecorder events;                                     // those of steps that stay are to be told in time
  std::vector<std::array<double, 3>> percussions;           // since the last row
  std::vector<std::array<double, 3>> percussions_of_frame;  // since the last picture
  std::vector<char> struck_of_frame;                        // likewise, per contact
  std::vector<JointSample> joints;                          // per contact; empty: no row needs them
  bool struck = false;                                      // a contact, since somebody said it is not
  bool moved = false;                                       // the state is not that of the last whole step
  Index smaller_steps = 0;                                  // that steps which failed were done in
  Index loose_steps = 0;     // with a contact problem that was given up near its tolerance
  Index plastic_steps = 0;   // with an impact that took place without its restitution
  Index hasty_steps = 0;     // in which things may have gone through each other
  Index attempts = 0;        // steps of the scheme, those that failed or were taken back too
  SolveTally linear_solves;  // by iterative solvers; a step in which one fails has failed
  std::string message;       // of the last attempt that failed

 private:
  bool advance(double h, Index halvings);
  bool step(double h);
  /// Of the last step of the scheme, with the forces of each joint.
  std::span<const ContactRecord> contacts() const;
  void share_out();
  void add_percussion(std::size_t k, const std::array<double, 3>& percussion);

  Model& model_;
  Index retries_;
  std::unique_ptr<Scheme> scheme_;
  ContactModel* contacts_;                          // as the scheme has them
  const IndependentJoints* independent_ = nullptr;  // where joints are redundant
  std::vector<ContactRecord> shared_out_;           // likewise: of the last step done
  std::vector<JointPart> joint_parts_;              // as `joints`
  bool may_fail_late_ = false;
  MemoryImage before_step_;  // where it may
  bool is_corrected_ = false;
  std::vector<ContactRecord> corrected_;
  Vector gap_;  // (contacts) workspace
};

}  // namespace percuss
