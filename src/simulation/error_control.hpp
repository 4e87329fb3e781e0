// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "simulation/step_control.hpp"

namespace percuss {

/// Error control by step doubling, for every scheme: a step of size h and two of h/2 from the same state differ by
///
///   e = max( |q_h - q_h/2|, penetration that is new, h |v' - v| where something is struck,
///            |q' - q (+) h (v + v')/2| ) / position_tolerance
///
/// in the coordinates and gaps, q' and v' being those of the halves; e <= 1 keeps them. Where bodies have tolerances of
/// their own, gaps have the smallest. Velocities themselves are left
/// out: across an impact they differ whatever the step. What counts is the way that an impact early or late by a step
/// makes, which both may have alike: it is told by the gap where they strike in the step that follows, by the jump of
/// the velocity where they strike too early, and by a way that the velocities do not make where positions are
/// projected. So steps shrink at impacts until it is within the tolerance, and elsewhere follow the error of the
/// scheme. The next size is
///
///   h <- h clamp(0.9 e^-0.35 e_before^0.2, 1/5, 5),   at least step_min and at most the step of the simulation
///
/// (PI controller; exponents of a scheme of order 1, so that steps of a higher order are approached more slowly). A
/// step of step_min is taken as it is, without halves.
class ErrorControl final : public StepControl {
 public:
  /// Throws InputError where the number of tolerances is not that of the bodies.
  ErrorControl(const SimulationSettings& settings, const Model& model, Stepper& stepper);
  void start() override;
  bool advance(double h) override;
  void walk_memory(MemoryWalk& walk) override;

 private:
  bool pass_smallest(double h);
  void pass(double h);
  void keep_half();
  /// Of the halves, which the stepper has just passed.
  double error(double h);
  double next_size(double h, double error) const;

  /// Bodies with one tolerance [m, rad]: their coordinates and velocities.
  struct Part {
    double tolerance;
    Index q, num_q, v, num_v;
  };
  static std::vector<Part> make_parts(const std::vector<double>& tolerances, const Model& model);

  std::vector<Part> parts_;
  double smallest_tolerance_, h_min_, h_max_;
  const Model& model_;
  Stepper& stepper_;
  double next_ = 0.0;          // size of the next step [s]
  double error_before_ = 1.0;  // of the last step that was kept
  MemoryImage before_;
  State at_start_, half_;  // of the step
  std::vector<ContactRecord> half_records_;
  EnergyLedger half_ledger_;
  bool half_struck_ = false;
  Vector whole_, trapezoid_;       // q after the whole step, and by the mean of the velocities at its ends
  Vector gap_before_, gap_after_;  // (contacts)
};

}  // namespace percuss
