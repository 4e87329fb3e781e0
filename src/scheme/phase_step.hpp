// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "core/state.hpp"
#include "core/turning_body.hpp"
#include "scheme/smooth_phase.hpp"

namespace percuss {

/// One step of a smooth phase by the pair of Dormand and Prince, of order 5 with an error estimate (Boost.Odeint). The
/// unknowns are the displacement x from the start, q = q_0 (+) x, the velocity, and the works of loads, dampers and
/// friction. A step may be taken again with another size from the same start: so roots within a step are found on
/// values as good as those at its end.
class PhaseStep {
 public:
  /// Keeps references to both.
  PhaseStep(const MechanicalSystem& system, SmoothPhase& phase);
  ~PhaseStep();

  /// The start of the step. `span`: a time within which loads do not change [s].
  Report start(const State& from, double span);
  /// The step with size h. `look(s, q, v)`, unless empty, is called at each stage inside the step, with the phase's
  /// accelerations at that stage, which lies within an error of the second order of the motion.
  using Look = std::function<void(double s, VecRef q, VecRef v)>;
  /// The size that was taken last is not taken again, unless there is a look.
  Report take(double h, const Look& look = {});
  const State& end() const { return end_; }
  double size() const { return size_; }  ///< that was taken last [s]
  /// Since the start [J].
  SmoothPhase::Power work() const;
  /// The larger of  |e_x| / tolerance  and  |e_v| span / tolerance,  e being the error estimate of the last step.
  double error(double tolerance, double span) const;

 private:
  using Unknowns = std::vector<double>;
  void rates(const Unknowns& y, Unknowns& rate, double s);

  const MechanicalSystem& system_;
  SmoothPhase& phase_;
  std::vector<TurningPart> turning_;
  struct Method;  // of the library
  std::unique_ptr<Method> method_;
  Unknowns y_, rate_, y_end_, rate_end_, error_;
  State from_, end_;
  Vector q_, turn_;
  double span_ = 0.0, size_ = 0.0;
  const Look* look_ = nullptr;
  Report failure_;
};

}  // namespace percuss
