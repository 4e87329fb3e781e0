// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <string>

#include "io/settings.hpp"
#include "model/model.hpp"
#include "simulation/passed_step.hpp"
#include "simulation/stepper.hpp"

namespace percuss {

/// Passes the steps of a run in parts, which it may take back.
class StepControl {
 public:
  virtual ~StepControl() = default;
  /// A run begins.
  virtual void start() { taken_back = smallest_steps = 0; }
  /// From where the stepper stands over a time h [s]. False, and the stepper's message, when it could not.
  virtual bool advance(double h) = 0;
  /// What puts the result in doubt, in one sentence; empty otherwise.
  virtual std::string warning() const { return ""; }
  /// What the next step depends on, and the counts.
  virtual void walk_memory(MemoryWalk& walk) {
    walk("taken_back", taken_back);
    walk("smallest_steps", smallest_steps);
  }

  /// Told of every step, or part of one, that stays; may be empty.
  std::function<void(const PassedStep&, const PassedEnd&)> passed;
  Index taken_back = 0;      ///< steps, and parts of them, that were taken back
  Index smallest_steps = 0;  ///< parts of the smallest size that there is

 protected:
  /// Of a step that has led to where the stepper stands.
  void tell(const PassedStep& step, const Stepper& stepper) const {
    if (passed) passed(step, stepper.end());
  }
  /// Passes a step as the scheme does it, and tells of it. False when it could not.
  bool advance_and_tell(Stepper& stepper, double h) const;
};

/// The control that the settings ask for. Keeps references to all three. Throws InputError (keys from the root of the
/// model file) when its keys do not fit the step or the scheme.
std::unique_ptr<StepControl> make_step_control(const SimulationSettings& settings, Model& model, Stepper& stepper);

}  // namespace percuss
