// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "simulation/step_control.hpp"

namespace percuss {

/// Steps as they are, but those in which something is struck, or a gap closes: they are taken back and done in parts of
/// a share of the step. In [HETS, Sec. 7.2] what is left follows at once when it has happened: a long step from behind
/// an impact holds what bounces in it for a part of it alone, and a ball never comes to rest.
class ImpactStep final : public StepControl {
 public:
  /// `part`: the size of the parts [s].
  ImpactStep(double part, const Model& model, Stepper& stepper);
  bool advance(double h) override;

 private:
  bool pass(double h, double sliver);
  bool some_gap_has_closed();

  double part_;
  const Model& model_;
  Stepper& stepper_;
  MemoryImage before_;
  Vector gap_before_, gap_after_;  // (contacts)
};

}  // namespace percuss
