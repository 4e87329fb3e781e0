// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simulation/step_control.hpp"

namespace percuss {

/// Steps as they are, but those in which something is struck, or a gap closes: they are taken back and done in parts of
/// a share of the step until it has happened; what is left follows at once, or is taken back in turn  [HETS, Sec. 7.2].
class ImpactStep final : public StepControl {
 public:
  /// `part`: the size of the parts [s].
  ImpactStep(double part, const Model& model, Stepper& stepper);
  bool advance(double h) override;

 private:
  bool pass_impact(double& left);
  bool some_gap_has_closed();

  double part_;
  const Model& model_;
  Stepper& stepper_;
  MemoryImage before_;
  Vector gap_before_, gap_after_;  // (contacts)
};

}  // namespace percuss
