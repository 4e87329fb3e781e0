// SPDX-License-Identifier: Apache-2.0
#include "simulation/simulation.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <utility>

#include "core/denormals.hpp"

namespace percuss {

namespace {

using Clock = std::chrono::steady_clock;

/// Steps between looks at the energy where rows do not need it: it takes as long as a small part of a step.
constexpr Index look_every = 256;

double seconds_since(Clock::time_point start) { return std::chrono::duration<double>(Clock::now() - start).count(); }

/// Calls `progress` some ten times a second, without a look at the clock in every short step.
class Pacer {
 public:
  bool due(Index steps) {
    if (steps < next_) return false;
    const double now = seconds_since(start_);
    if (now - last_look_ < 0.02) stride_ = std::min<Index>(2 * stride_, 1 << 16);
    if (now - last_look_ > 0.1) stride_ = std::max<Index>(stride_ / 2, 1);
    last_look_ = now;
    next_ = steps + stride_;
    if (now - last_call_ < 0.1) return false;
    last_call_ = now;
    return true;
  }

 private:
  Clock::time_point start_ = Clock::now();
  double last_look_ = 0.0, last_call_ = 0.0;
  Index stride_ = 1, next_ = 0;
};

}  // namespace

RunResult Simulation::run(const Hooks& hooks) {
  const FlushDenormals no_denormals;
  const auto first = begin(hooks);
  if (!std::isfinite(first.total())) {
    result_.outcome = Outcome::failed;
    finish();
    result_.message = fmt::format("the energy is not finite at the start: {} J", first.total());
    return result_;
  }
  emit_first_row(hooks, first);
  if (hooks.frame) emit_frame(hooks, initial_contacts(), /*knows_modes=*/false);
  if (hooks.state) hooks.state(stepper_.state);
  if (hooks.dense) hooks.dense(stepper_.state);
  return loop(hooks);
}

RunResult Simulation::go_on(const std::function<void()>& restore, const Hooks& hooks) {
  const FlushDenormals no_denormals;
  begin(hooks);
  restore();
  settle_grid();
  dense_.go_on(stepper_.state);
  told_until_ = stepper_.state.t;
  return loop(hooks);
}

/// At the initial state, with nothing done; returns its energy.
Energy Simulation::begin(const Hooks& hooks) {
  result_ = {};
  regular_from_ = 0;
  regular_from_t_ = settings_.start_time;
  stepper_.start(settings_.step);
  control_->start();
  control_->passed = [this, &hooks](const PassedStep& step, const PassedEnd& end) { pass(hooks, step, end); };
  due_part_ = 0.0;
  tell_last_part_ = [this, &hooks] {
    if (due_part_ > 0.0) tell_part(hooks, {stepper_.state, records(), stepper_.ledger}, std::exchange(due_part_, 0.0));
  };
  dense_.start(stepper_.state, hooks.dense ? hooks.dense_every : 0.0);
  attempts_told_ = 0;
  told_until_ = stepper_.state.t;
  const auto& state = stepper_.state;
  const auto first = energy();
  stepper_.start_sums(settings_.step, first, {hooks.rows_need_joints, hooks.event != nullptr});
  parts_.start(state.t);
  ended_by_jump_ = false;
  result_.joints = joints_;
  doubts_.forget();
  turns_.start(state);
  doubts_.look(state);
  springs_->forget();
  wobbles_->start(state);
  factorisations_before_ = -stepper_.scheme().factorisations();
  seconds_before_ = 0.0;
  return first;
}

void Simulation::walk_memory(MemoryWalk& walk) {
  walk("steps_of_scheme", stepper_);
  walk("control", *control_);
  walk("parts", parts_);
  walk("energy_now", energy_now_);
  walk("dense", dense_);
  walk("attempts_told", attempts_told_);
  walk("ended_by_jump", ended_by_jump_);
  walk("before_jump", before_jump_);
  walk("doubts", doubts_);
  walk("turns", turns_);
  walk("springs", *springs_);
  walk("wobbles", *wobbles_);
  walk("linear_solves", stepper_.linear_solves);
  walk("grid_steps", regular_from_);
  walk("grid_start", regular_from_t_);
  for (auto [name, count] :
       {std::pair{"steps", &result_.steps}, std::pair{"impacts", &result_.impacts},
        std::pair{"retried_steps", &result_.retried_steps}, std::pair{"attempts", &stepper_.attempts}})
    walk(name, *count);
  long factorisations = factorisations_before_ + stepper_.scheme().factorisations();
  double seconds = seconds_before_ + seconds_since(loop_start_);
  walk("factorisations", factorisations);
  walk("loop_seconds", seconds);
  if (!walk.restores()) return;
  factorisations_before_ = factorisations - stepper_.scheme().factorisations();
  seconds_before_ = seconds;
}

/// A run that goes on with another step, or beyond the end for which a last step was cut, has a grid of its own from
/// here on.
void Simulation::settle_grid() {
  if (!(settings_.end_time > stepper_.state.t)) {  // it has come to its end, and was killed before it could say so
    num_steps_ = result_.steps;
    return;
  }
  const double on_grid = regular_from_t_ + static_cast<double>(result_.steps - regular_from_) * settings_.step;
  if (!stepper_.moved && std::abs(on_grid - stepper_.state.t) > 1e-6 * settings_.step) {
    regular_from_ = result_.steps;
    regular_from_t_ = stepper_.state.t;
  } else if (!stepper_.moved) {
    stepper_.state.t = on_grid;  // an end time as it was typed in differs by round-off
  }
  num_steps_ = regular_from_ + count_steps(regular_from_t_, settings_);
}

void Simulation::pass(const Hooks& hooks, const PassedStep& step, const PassedEnd& end) {
  const TimedCost timed(model_.system.profile(), StepCost::output);
  if (hooks.event) stepper_.events.tell(hooks.event);
  if (hooks.passed) hooks.passed(step, stepper_.attempts - attempts_told_);
  attempts_told_ = stepper_.attempts;
  told_until_ = step.t;
  constexpr double sliver = 1e-9;  // of the step
  if (hooks.part && step.t >= part_end_ - sliver * settings_.step)
    due_part_ += step.h;
  else if (hooks.part)
    tell_part(hooks, end, step.h);
  dense_.take(step, end.state, hooks.dense);
}

/// At the end of a part, where a kink of a motor may be, forces are known once the scheme has looked behind it.
void Simulation::tell_part(const Hooks& hooks, const PassedEnd& end, double h) {
  stepper_.sample_joints(end.records, end.state.q);
  const auto energy = hooks.parts_need_energy ? energy_of(model_.system, model_.contacts, end.state) : Energy{};
  hooks.part(sample(end, energy, stepper_.struck), h);
}

RunResult Simulation::loop(const Hooks& hooks) {
  auto* profile = model_.system.profile();
  if (profile != nullptr) profile->clear();
  loop_start_ = Clock::now();
  Pacer pacer;
  const Index before = result_.steps;  // of a run that goes on, at whose end a last row may be missing
  bool row_written = before % hooks.row_every == 0;
  bool state_written = before == 0 || (hooks.state_every > 0 && before % hooks.state_every == 0);
  bool frame_written = before % hooks.frame_every == 0;
  const auto between_steps = [&](bool ends) {
    if (!hooks.between_steps) return;
    if (!ends) {
      const TimedCost timed(profile, StepCost::output);
      return hooks.between_steps(result_.steps, false);
    }
    const auto end = Clock::now();  // of the loop's time
    hooks.between_steps(result_.steps, true);
    loop_start_ += Clock::now() - end;
  };
  while (result_.steps < num_steps_) {
    if (!step(result_.steps)) {
      const bool lost = !stepper_.state.v.allFinite();  // nothing of what is no longer finite is written
      row_written = lost || (row_written && !stepper_.moved);
      state_written = lost || (state_written && !stepper_.moved);
      frame_written = lost || (frame_written && !stepper_.moved);
      if (!lost) between_steps(true);
      break;
    }
    const Index done = result_.steps;
    springs_->look(done, done == num_steps_, stepper_.state);
    row_written = done % hooks.row_every == 0;
    state_written = hooks.state_every > 0 && done % hooks.state_every == 0;
    frame_written = done % hooks.frame_every == 0;
    const bool row_with_energy = row_written && hooks.row && hooks.rows_need_energy;
    {
      const TimedCost timed(profile, StepCost::output);
      if ((row_with_energy || state_written || done % look_every == 0 || done == num_steps_) && !look()) {
        row_written = state_written = frame_written = true;
        break;
      }
      if (row_written) emit_row(hooks, records(), energy_now_);
      if (state_written && hooks.state) hooks.state(stepper_.state);
      if (frame_written && hooks.frame) emit_frame(hooks, records());
    }
    const bool asked = hooks.stop && hooks.stop(), stops = asked && done < num_steps_;
    between_steps(stops);
    if (stops) {
      result_.outcome = Outcome::interrupted;
      result_.message = fmt::format("interrupted at t = {} s after {} of {} steps", stepper_.state.t, done, num_steps_);
      break;
    }
    if (hooks.progress && pacer.due(done)) hooks.progress(done, num_steps_);
  }
  {
    const TimedCost timed(profile, StepCost::output);
    emit_rest(hooks, row_written, state_written, frame_written);
  }
  result_.loop_seconds = seconds_before_ + seconds_since(loop_start_);
  if (profile != nullptr) {
    profile->set_total(result_.loop_seconds - seconds_before_);
    result_.profile = *profile;
  }
  return finish();
}

/// What is not written yet of the state in which the loop has ended.
void Simulation::emit_rest(const Hooks& hooks, bool row_written, bool state_written, bool frame_written) {
  const auto left = result_.outcome == Outcome::failed ? gaps_alone() : std::vector<ContactRecord>{};
  const auto at_end = left.empty() ? records() : std::span<const ContactRecord>(left);
  if (!frame_written && hooks.frame) emit_frame(hooks, at_end, left.empty());
  if (!row_written) emit_row(hooks, at_end, energy());
  if (!state_written && hooks.state) hooks.state(stepper_.state);
}

}  // namespace percuss
