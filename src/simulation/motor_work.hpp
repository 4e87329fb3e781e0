// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <vector>

#include "core/contact_model.hpp"
#include "scheme/scheme.hpp"

namespace percuss {

/// What the motors of a model do, summed step by step: the integral of lambda s'(t), s' being the rate of the motor.
class MotorWork {
 public:
  /// Keeps a reference to `contacts`. `forces`: the scheme's records tell forces at the end of a step, beside
  /// percussions; else a force is the mean over the step.
  MotorWork(const ContactModel& contacts, bool forces);
  /// Of the step of size h from t whose records these are [J]: by the trapezoidal rule, but for the first step, whose
  /// first force nobody has told; percussions at the rate of the end.
  double work(double t, double h, std::span<const ContactRecord> records);
  /// Another motion begins.
  void start() { known_ = false; }

 private:
  const ContactModel* contacts_;
  bool forces_, known_ = false;
  std::vector<Index> driven_;
  std::vector<double> force_;  // at the end of the last step
};

}  // namespace percuss
