// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>

#include "simulation/passed_step.hpp"
#include "simulation/state_interpolation.hpp"

namespace percuss {

/// States at times start + k interval, whatever the steps are: between the ends of smooth steps they are interpolated
/// to the steps' order. Where inside a step a contact switches nobody knows: q goes straight from end to end of such a
/// step, v stays as it was and jumps at its end. The steps themselves are as without.
class DenseOutput {
 public:
  using Row = std::function<void(const State&)>;
  /// Keeps a reference to `system`. `most_order`: of the steps.
  DenseOutput(const MechanicalSystem& system, Index most_order) : system_(system), nodes_(system, most_order) {}

  /// A run starts here. `interval`: of the times [s]; 0: there are none.
  void start(const State& state, double interval);
  /// Or goes on from here, after a walk that has restored it.
  void go_on(const State& state);
  /// A step has led to `state`. Tells `row` the states in it; not beyond what is no longer finite.
  void take(const PassedStep& step, const State& state, const Row& row);
  /// Accelerations jump where it stands.
  void break_off();
  void walk_memory(MemoryWalk& walk) { nodes_.walk_memory(walk); }

 private:
  /// Of the times of rows about t [s].
  double round_off(double t) const;
  bool is_on() const { return interval_ > 0.0; }
  double time_of(Index row) const { return start_ + static_cast<double>(row) * interval_; }
  void state_in(const PassedStep& step, const State& after, double t);

  const MechanicalSystem& system_;
  double interval_ = 0.0, start_ = 0.0;  // [s]
  Index next_ = 0;                       // row
  StateInterpolation nodes_;
  State found_, before_;  // before_: of the last step that switched
};

}  // namespace percuss
