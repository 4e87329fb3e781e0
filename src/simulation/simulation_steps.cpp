// SPDX-License-Identifier: Apache-2.0
// A step of the time loop: its parts, halves where it fails, and its book-keeping.
#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <stdexcept>
#include <utility>

#include "scheme/rest_judge.hpp"
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
  const double rest = t_end - state_.t;
  const bool is_part = moved_ || (last && std::abs(rest - settings_.step) > 1e-6 * settings_.step);
  const double h = is_part ? rest : settings_.step;
  const auto smaller_before = result_.smaller_steps;
  const double start_of_step = state_.t;
  struck_ = false;
  if (!turns_.empty()) {
    last_good_ = state_;
    last_good_ledger_ = ledger_;
  }
  if (!advance_in_parts(h, t_end)) {
    parts_.start(state_.t);
    result_.message = fmt::format("step {} at t = {} s failed: {}", i + 1, state_.t, result_.message);
    if (settings_.retries > 0)
      result_.message += fmt::format("; halving the step {} time{} did not help", settings_.retries,
                                     settings_.retries == 1 ? "" : "s");
    return false;
  }
  moved_ = false;
  if (!is_finite(i)) {
    result_.outcome = Outcome::failed;
    result_.message = fmt::format(
        "step {} at t = {} s failed: the velocities are no longer finite; the step is too large for this model", i + 1,
        start_of_step);
    state_.t = start_of_step;
    return false;
  }
  if (!turns_.look(state_, result_.message)) {
    state_ = last_good_;
    ledger_ = last_good_ledger_;
    scheme_->restart();
    result_.outcome = Outcome::failed;
    result_.message = fmt::format("step {} at t = {} s failed: {}", i + 1, start_of_step, result_.message);
    return false;
  }
  result_.message.clear();  // of attempts that were repeated in smaller steps
  result_.steps = i + 1;
  result_.impacts += struck_ ? 1 : 0;
  result_.retried_steps += result_.smaller_steps > smaller_before ? 1 : 0;
  return true;
}

/// A step, in parts where rates of motors have kinks.
bool Simulation::advance_in_parts(double h, double t_end) {
  StepPart part;
  do {
    part = parts_.next(state_.t, h, t_end);
    if (part.jump && !ended_by_jump_) before_jump_.assign(scheme_->contacts().begin(), scheme_->contacts().end());
    if (!advance_under_control(part.h)) return false;
    state_.t = part.end;
    if (part.kink) scheme_->break_off(*part.kink);
    if (part.jump) take_jump(part.h);
    ended_by_jump_ = part.jump;
  } while (!part.last);
  return true;
}

/// A step, or in `impact_step` its parts: those without an impact are as large as they can be, one with an impact is
/// `factor` of the step.
bool Simulation::advance_under_control(double h) {
  if (settings_.control.name == StepControlOptions::Name::fixed) return advance(h, 0);
  const double part = settings_.control.factor * settings_.step;
  for (double left = h; left > 0.0;) {
    const bool struck_before = std::exchange(struck_, false);
    const bool ok = pass_impact(left, part);
    struck_ = struck_ || struck_before;
    if (!ok) return false;
  }
  return true;
}

/// All that is left of a step, if nothing is struck in it; else parts of it until something has been.
bool Simulation::pass_impact(double& left, double part) {
  constexpr double sliver = 1e-6;  // of a part: what is left to round-off belongs to the part before
  const bool is_part = left <= (1.0 + sliver) * part;
  if (!is_part) {
    auto save = MemoryWalk::saving(before_part_);
    walk_step(save);
    model_.contacts.gaps(state_.t, state_.q, gap_before_);
  }
  if (!advance(left, 0)) return false;
  if (is_part || !(struck_ || some_gap_has_closed())) {
    left = 0.0;
    return true;
  }
  auto restore = MemoryWalk::restoring(before_part_);
  walk_step(restore);
  struck_ = false;
  ++result_.taken_back;
  while (!struck_ && left > (1.0 + sliver) * part) {
    if (!advance(part, 0)) return false;
    left -= part;
  }
  return true;
}

/// Since gap_before_, beyond round-off. Schemes that decide by a forecast of the gaps strike such a contact in the step
/// that follows.
bool Simulation::some_gap_has_closed() {
  model_.contacts.gaps(state_.t, state_.q, gap_after_);
  const double round_off = round_off_of_gaps(model_.contacts, state_.q);
  return ((gap_before_.array() > round_off) && (gap_after_.array() <= round_off)).any();
}

/// Of a motor's rate, within h: the impulses of its forces are percussions, and forces are told as they were before it.
void Simulation::take_jump(double h) {
  const auto contacts = scheme_->contacts();
  for (std::size_t k = 0; k < contacts.size(); ++k) {
    const auto& force = contacts[k].force;
    add_percussion(k, {h * force[0], h * force[1], h * force[2]});
    auto& told = before_jump_[k];
    const auto before = told.force;
    told = contacts[k];
    told.force = before;
  }
}

void Simulation::add_percussion(std::size_t k, const std::array<double, 3>& percussion) {
  for (std::size_t r = 0; r < 3; ++r) percussions_[k][r] += percussion[r];
  if (joint_samples_.empty() || joint_parts_[k].model == nullptr) return;
  const auto& joint = joint_parts_[k];
  joint_samples_[k].percussion += joint.model->reaction(joint.k, state_.q, percussion);
}

/// After step i. Of many velocities a part in every step, in turn: what is not finite spreads in a step or two, and is
/// found at once wherever a row or a state is written.
bool Simulation::is_finite(Index i) const {
  const Index n = state_.v.size();
  if (n <= most_velocities) return std::isfinite(state_.v.sum());
  const Index parts = (n + most_velocities - 1) / most_velocities, first = i % parts * most_velocities;
  return std::isfinite(state_.v.segment(first, std::min(most_velocities, n - first)).sum());
}

/// Takes the energy for the row and the guard; false, and the message, when it is no longer finite.
bool Simulation::look() {
  energy_now_ = energy();
  energy_.look(state_.t, energy_now_, ledger_);
  doubts_.look(state_);
  if (std::isfinite(ledger_.scheme(energy_now_.total()))) return true;
  result_.outcome = Outcome::failed;
  result_.message =
      fmt::format("step {} at t = {} s failed: the energy is not finite; the step is too large for this model",
                  result_.steps, state_.t);
  return false;
}

/// Moves the state on by h: in one step or, when that fails, by its two halves, which may be halved in turn as often as
/// the settings allow. So the times of the whole steps stay. False, with the state of the last good step and the
/// message of the last attempt, when the smallest step fails.
bool Simulation::advance(double h, Index halvings) {
  if (try_step(h)) {
    result_.smaller_steps += halvings > 0 ? 1 : 0;
    return true;
  }
  scheme_->repeat();  // what it carries over is half that of the step that failed
  if (halvings >= settings_.retries) {
    result_.outcome = Outcome::failed;
    return false;
  }
  for (int half = 0; half < 2; ++half)
    if (!advance(0.5 * h, halvings + 1)) return false;
  return true;
}

/// One step of the scheme and its book-keeping; false, and the message, when it fails.
bool Simulation::try_step(double h) {
  try {
    model_.contacts.prepare(state_.t, state_.q, state_.v, h);
  } catch (const std::runtime_error& problem) {  // a broad phase that cannot keep all pairs: a state out of bounds
    result_.message = problem.what();
    return false;
  }
  const auto report = scheme_->step(h, state_);
  if (!report.ok()) {
    const auto& failure = report.report;
    result_.message = failure.message;
    if (report.residual > 0.0) result_.message += fmt::format(" (residual {:.3g} m/s)", report.residual);
    if (failure.status == Status::not_finite) result_.message += "; the step may be too large";
    return false;
  }
  moved_ = true;
  struck_ = struck_ || report.impact;
  result_.loose_steps += report.loose ? 1 : 0;
  ledger_.add(report);
  energy_.take(ledger_);
  const auto contacts = scheme_->contacts();
  certificates_.add(report, contacts);
  for (std::size_t k = 0; k < contacts.size(); ++k) add_percussion(k, contacts[k].percussion);
  return true;
}

}  // namespace percuss
