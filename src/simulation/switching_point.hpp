// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "simulation/contact_modes.hpp"
#include "simulation/extrapolation.hpp"
#include "simulation/gap_dips.hpp"
#include "simulation/step_control.hpp"

namespace percuss {

/// Step-size adjustment and extrapolation  [SAE, Sec. 9, tables I-VI, Fig. 7]. While no contact changes its mode a step
/// of size h <= h_max, the step of the simulation, is extrapolated from 1, 3, 5, ... substeps:
///
///   |T_i,i - T_i-1,i-1| <= tolerance_absolute + tolerance_relative |v|_inf
///
/// in velocities, and h times that in positions, ends it with order i; where order_max does not meet that, or the
/// substeps would become shorter than h_min, the step is taken back and halved. A step in which some mode is another
/// than before holds a switching point: it is taken back and halved, down to h_min, and sizes do not grow before the
/// end of that step is reached (t_noInc). A step of h_min takes new modes as they are. Then sizes double again, from 3
/// h_min on.
///
/// What is not as in the paper:
/// - A slip that turns round is a switch (ContactModes), and so is a gap that is, or may be, below 0 within a step
///   (GapDips).
/// - t_noInc does not hold sizes back for ever where nothing switches on the way to it.
/// - Whether a step's end lies behind a switching point is asked at once, by a step of h_min from there that is taken
///   back, in place of keeping the last step open until the next one agrees: rows of the history need not wait.
/// - From h_min sizes grow to as many h_min as order_max has substeps, not to 3. Where that fails again and again it is
///   tried less and less often, so that a heap in which something switches all the time costs little more than steps of
///   h_min.
/// - `contact_law: at_ends` (ImpulseLaw), and a contact that has a force keeps to its law until its gap is open by what
///   the tolerances allow over a thousand of the largest steps. With the midpoint rule as it is, contacts on curved
///   ways open and close for ever.
/// - Steps end at the ends of `advance`. Ledger and percussions are extrapolated with the state; forces are those of
///   the last substep.
class SwitchingPoint final : public StepControl {
 public:
  /// For a scheme whose step follows from (q, v) alone and whose records tell modes.
  SwitchingPoint(const SimulationSettings& settings, Model& model, Stepper& stepper);
  void start() override;
  bool advance(double h) override;
  std::string warning() const override;
  void walk_memory(MemoryWalk& walk) override;

 private:
  enum class Outcome { smooth, inaccurate, switched };
  bool pass_smallest(double h);
  void pass_smooth(double h);
  void fall_back(double h, Outcome outcome);
  void set_impulse_law(bool plastic, double h);
  Outcome extrapolate(double h);
  bool substeps_are_smooth(Index n, double h);
  bool some_contact_is_entered() const;
  bool end_is_smooth(double h);
  Index substeps(Index i) const;
  double error_of(double h) const;
  void read_values();
  void take_up_extrapolated();
  /// Of velocities that are as large as `speed` [m/s].
  double tolerance(double speed) const { return options_.tolerance_absolute + options_.tolerance_relative * speed; }
  double smallest_smooth() const { return (3.0 - sliver) * h_min_; }

  static constexpr double sliver = 1e-6;  // of h_min: round-off of times

  const StepControlOptions& options_;
  double h_min_, h_max_;
  Model& model_;
  Stepper& stepper_;

  // What the next step depends on.
  ContactModes modes_;  // of the last accepted step
  bool knows_modes_ = false;
  bool switched_last_ = false;    // a contact, in the last accepted step
  double next_ = 0.0;             // size of the next step [s]
  double grows_from_ = 0.0;       // end of the last step that held a switching point (t_noInc) [s]
  Index quiet_ = 0;               // steps since something switched or was taken back
  Index failures_ = 0;            // to grow from h_min, one after another
  Index wait_ = 0;                // steps of h_min before it is tried again
  bool is_inaccurate_ = false;    // the last step that was taken back, and nothing has been good since
  double inaccurate_time_ = 0.0;  // passed in steps of h_min for that [s]
  double start_of_run_ = 0.0;     // [s]

  Extrapolation tableau_;
  double error_ = 0.0;  // of its last row
  Vector values_;       // q, v, ledger, percussions
  MemoryImage before_, end_;
  State start_;              // of the step
  std::vector<double> gap_;  // (contacts) likewise
  GapDips dips_;
};

}  // namespace percuss
