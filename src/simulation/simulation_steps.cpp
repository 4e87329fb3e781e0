// SPDX-License-Identifier: Apache-2.0
// A step of the time loop: its parts, halves where it fails, and its book-keeping.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "simulation/simulation.hpp"

namespace percuss {

namespace {

/// Velocities that are looked through after every step [1].
constexpr Index most_velocities = 1 << 16;

}  // namespace

double Simulation::end_of_step(Index i) const {
  if (i + 1 == num_steps_) return settings_.end_time;
  return regular_from_t_ + static_cast<double>(i + 1 - regular_from_) * settings_.step;
}

/// One step and its book-keeping; false when the run cannot go on.
bool Simulation::step(Index i) {
  const bool last = i + 1 == num_steps_;
  const double t_end = end_of_step(i);
  // Only a last step that is really shorter differs, and what is left of a step that failed in part: t_end - t would
  // differ from `step` by round-off in every step and make implicit schemes refactor.
  const double rest = t_end - stepper_.state.t;
  const bool is_part = stepper_.moved || (last && std::abs(rest - settings_.step) > 1e-6 * settings_.step);
  const double h = is_part ? rest : settings_.step;
  const auto smaller_before = stepper_.smaller_steps;
  const double start_of_step = stepper_.state.t;
  stepper_.struck = false;
  if (!turns_.empty()) {
    last_good_ = stepper_.state;
    last_good_ledger_ = stepper_.ledger;
  }
  if (!advance_in_parts(h, t_end)) {
    if (stepper_.state.t > told_until_)  // halves of a part that failed
      control_->passed({stepper_.state.t, stepper_.state.t - told_until_, 1, stepper_.struck}, stepper_.end());
    tell_last_part_();
    parts_.start(stepper_.state.t);
    result_.outcome = Outcome::failed;
    result_.message = fmt::format("step {} at t = {} s failed: {}", i + 1, stepper_.state.t, stepper_.message);
    if (settings_.retries > 0)
      result_.message += fmt::format("; halving the step {} time{} did not help", settings_.retries,
                                     settings_.retries == 1 ? "" : "s");
    return false;
  }
  stepper_.moved = false;
  if (!is_finite(i)) {
    result_.outcome = Outcome::failed;
    result_.message = fmt::format(
        "step {} at t = {} s failed: the velocities are no longer finite; the step is too large for this model", i + 1,
        start_of_step);
    stepper_.state.t = start_of_step;
    return false;
  }
  if (!turns_.look(stepper_.state, result_.message)) {
    stepper_.state = last_good_;
    stepper_.ledger = last_good_ledger_;
    stepper_.scheme().restart();
    result_.outcome = Outcome::failed;
    result_.message = fmt::format("step {} at t = {} s failed: {}", i + 1, start_of_step, result_.message);
    return false;
  }
  result_.message.clear();  // of attempts that were repeated in smaller steps
  result_.steps = i + 1;
  result_.impacts += stepper_.struck ? 1 : 0;
  result_.retried_steps += stepper_.smaller_steps > smaller_before ? 1 : 0;
  return true;
}

/// A step, in parts where rates of motors have kinks.
bool Simulation::advance_in_parts(double h, double t_end) {
  StepPart part;
  do {
    part = parts_.next(stepper_.state.t, h, t_end);
    part_end_ = part.end;
    if (part.jump && !ended_by_jump_) before_jump_.assign(stepper_.records().begin(), stepper_.records().end());
    if (!(part.jump ? stepper_.advance(part.h) : control_->advance(part.h))) return false;
    if (part.jump) control_->passed({stepper_.state.t, part.h, 1, true}, stepper_.end());
    stepper_.state.t = part.end;
    if (part.kink) {
      stepper_.scheme().break_off(*part.kink);
      if (*part.kink != Kink::ahead) dense_.break_off();
    }
    if (part.jump) stepper_.take_jump(part.h, before_jump_);
    ended_by_jump_ = part.jump;
    tell_last_part_();
  } while (!part.last);
  return true;
}

/// After step i. Of many velocities a part in every step, in turn: what is not finite spreads in a step or two, and is
/// found at once wherever a row or a state is written.
bool Simulation::is_finite(Index i) const {
  const Index n = stepper_.state.v.size();
  if (n <= most_velocities) return std::isfinite(stepper_.state.v.sum());
  const Index parts = (n + most_velocities - 1) / most_velocities, first = i % parts * most_velocities;
  return std::isfinite(stepper_.state.v.segment(first, std::min(most_velocities, n - first)).sum());
}

/// Takes the energy for the row and the guard; false, and the message, when it is no longer finite.
bool Simulation::look() {
  energy_now_ = energy();
  stepper_.energy.look(stepper_.state.t, energy_now_, stepper_.ledger);
  doubts_.look(stepper_.state);
  wobbles_->look(stepper_.state);
  if (std::isfinite(stepper_.ledger.scheme(energy_now_.total()))) return true;
  result_.outcome = Outcome::failed;
  result_.message =
      fmt::format("step {} at t = {} s failed: the energy is not finite; the step is too large for this model",
                  result_.steps, stepper_.state.t);
  return false;
}

}  // namespace percuss
