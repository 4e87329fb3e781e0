// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <optional>
#include <vector>

#include "core/contact_model.hpp"
#include "scheme/scheme.hpp"

namespace percuss {

/// A step, or what lies between two kinks of it.
struct StepPart {
  double h = 0.0, end = 0.0;   ///< [s]
  bool last = true;            ///< of its step
  bool jump = false;           ///< it is a jump of a motor's rate, as far as the steps can tell
  std::optional<Kink> kink{};  ///< where the next one is, seen from its end
};

/// Parts the steps of a run at the kinks of motors' rates, where accelerations jump: no scheme takes a jump in the
/// middle of a step to its order, and one that damps nothing alternates for ever after it. A kink at the end of a step,
/// to what numbers in a file are cut to, parts nothing. What lies between two kinks and is shorter than a step is a
/// jump when a rate is ten times as steep there as in the rest of the step. Kinks of loads that come fast are among
/// them: schemes sample forces at the ends of steps or within, and would lose a pulse that is shorter, or count it
/// twice.
class StepParts {
 public:
  StepParts() = default;
  /// Keeps a reference to `contacts`. `kinks` ascend [s]. `sees_jumps`: for schemes that know forces beside impulses.
  StepParts(const ContactModel& contacts, std::vector<double> kinks, bool sees_jumps = true);
  /// A run starts at t.
  void start(double t);
  /// The part that comes next, from t, in a step of size h that ends at t_end. The step's size is given back as it is
  /// where it is the whole.
  StepPart next(double t, double h, double t_end);
  void walk_memory(MemoryWalk& walk) {
    walk("next", next_);
    walk("last", last_);
  }

 private:
  bool is_jump(double t, double end, double h, double t_end) const;

  const ContactModel* contacts_ = nullptr;
  std::vector<double> kinks_;
  std::vector<Index> driven_;
  std::size_t next_ = 0;
  double last_ = -std::numeric_limits<double>::infinity();  // the kink before
};

}  // namespace percuss
