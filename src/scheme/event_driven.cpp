// SPDX-License-Identifier: Apache-2.0
#include "scheme/event_driven.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

#include "core/fault.hpp"

namespace percuss {

namespace {

constexpr double never = std::numeric_limits<double>::infinity();
/// Of the time of the run: over which the work of loads is asked for, their power being no part of their interface.
constexpr double work_window = 1e-7;
/// Of times that are told apart.
constexpr double time_round_off = 4.0 * std::numeric_limits<double>::epsilon();
/// Events at one instant, and smooth steps in one step of a run.
constexpr int most_at_once = 100, most_smooth_steps = 1000000;

}  // namespace

const ParameterTable<EventDrivenOptions>& EventDrivenOptions::parameters() {
  static const auto table =
      ParameterTable<EventDrivenOptions>{}
          .number("tolerance", [](auto& o) -> auto& { return o.tolerance; }, "m, rad",
                  "error of positions in a step of a smooth phase", {1e-16, 1e-3})
          .number(
              "span", [](auto& o) -> auto& { return o.span; }, "s", "time over which an error of a velocity counts",
              positive)
          .integer("parts", [](auto& o) -> auto& { return o.parts; }, "a step is done in at least so many", {1.0, 1e6});
  return table;
}

const SchemeType& EventDriven::type() {
  static const SchemeType type{
      "event_driven",
      "from event to event, of order 5 between them",
      EventDrivenOptions::parameters().infos(),
      [](const MechanicalSystem& system, const ContactModel& contacts, const SolverSet& solvers, const Values& values) {
        return std::make_unique<EventDriven>(system, contacts, solvers, EventDrivenOptions::parameters().make(values));
      },
      {.adaptive = true}};
  return type;
}

EventDriven::EventDriven(const MechanicalSystem& system, const ContactModel& contacts, const SolverSet& solvers,
                         EventDrivenOptions options)
    : options_(options),
      system_(system),
      contacts_(contacts),
      phase_(system, contacts, solvers.linear),
      choice_(system, contacts, phase_),
      step_(system, phase_),
      search_(contacts, phase_, step_),
      impact_(system, contacts, solvers.linear),
      stage_(contacts, solvers),
      modes_(static_cast<std::size_t>(contacts.size())),
      accumulations_(modes_.size()),
      still_(modes_.size()),
      percussions_(modes_.size()),
      gap_(Vector::Zero(contacts.size())),
      rate_(gap_) {
  if (auto faults = options_.validate(); !faults.empty()) throw InputError(std::move(faults));
}

/// Times that differ by less are one [s].
double EventDriven::resolution() const { return time_round_off * h_max_; }

StepReport EventDriven::step(double h, State& state) {
  StepReport sum;
  now_ = state;
  h_max_ = h / static_cast<double>(options_.parts);
  events_.clear();
  for (auto& percussion : percussions_) percussion = {};
  if (auto report = begin(sum); !report.ok()) return failed(std::move(report));
  end_ = state.t + h;
  left_ = h;
  int smooth_steps = 0;
  at_once_ = 0;
  while (left_ > time_round_off * h_max_) {
    if (++smooth_steps > most_smooth_steps)
      return failed(Report::failure(
          Status::not_converged,
          fmt::format("it takes more than {} smaller steps: the model is too stiff for an event-driven run, or the "
                      "step too large",
                      most_smooth_steps)));
    const double before = left_;
    if (auto report = advance(sum); !report.ok()) return failed(std::move(report));
    at_once_ = before - left_ > resolution() ? 0 : at_once_ + 1;
    if (at_once_ > most_at_once)
      return failed(
          Report::failure(Status::not_converged, fmt::format("contacts switch without end at t = {} s", now_.t)));
  }
  now_.t = end_;
  if (auto report = write_records(); !report.ok()) return failed(std::move(report));
  std::swap(state, now_);
  return sum;
}

/// The modes at the start of a motion, and behind a kink of a motor's rate, which may be a jump.
Report EventDriven::begin(StepReport& sum) {
  if (started_ && !kinked_) return {};
  const bool first = !started_;
  if (first) {
    std::fill(modes_.begin(), modes_.end(), PhaseMode{});
    for (auto& accumulation : accumulations_) accumulation.forget();
    next_h_ = h_max_;
    phase_.hold_from(now_.t, now_.q);
  }
  auto report = collide(-1, 0.0, sum);
  started_ = report.ok();
  kinked_ = false;
  if (first && !sum.impact) events_.clear();
  return report;
}

Report EventDriven::advance(StepReport& sum) {
  follow_slips();
  phase_.set_modes(modes_);
  if (auto report = step_.start(now_, std::min(work_window * options_.span, 1e-3 * h_max_)); !report.ok())
    return report;
  search_.start(now_);
  taken_ = {};
  double h = std::min(next_h_, left_);
  if (auto report = take_smooth(h); !report.ok()) return report;
  std::optional<Event> event;
  if (auto report = search_.find(h, event); !report.ok()) return report;
  if (auto report = step_.take(event ? event->s : h); !report.ok()) return report;
  if (auto report = accept(sum); !report.ok() || !event) return report;
  const Index contact = event->condition / 2;
  if (modes_[static_cast<std::size_t>(contact)].mode == ContactMode::apart)
    return collide(contact, event->bracket, sum);
  return change_modes(*event, sum);
}

void EventDriven::follow_slips() {
  ids_.clear();
  for (Index k = 0; k < contacts_.size(); ++k)
    if (modes_[static_cast<std::size_t>(k)].slips() && contacts_.num_rows(k) > 2) ids_.push_back(k);
  if (ids_.empty()) return;
  contacts_.evaluate(now_.t, now_.q, system_.num_v(), ids_, set_);
  for (Index i = 0; i < set_.size(); ++i) {
    auto& direction = modes_[static_cast<std::size_t>(ids_[static_cast<std::size_t>(i)])].direction;
    const double x = set_.W.column_dot(set_.first_row(i) + 1, now_.v);
    const double y = set_.W.column_dot(set_.first_row(i) + 2, now_.v);
    const double speed = std::hypot(x, y);
    if (x * direction[0] + y * direction[1] > 0.0) direction = {x / speed, y / speed};
  }
}

Report EventDriven::take_smooth(double& h) {
  for (;;) {
    const auto report = step_.take(h, search_.look());
    const double error = report.ok() ? step_.error(options_.tolerance, options_.span) : never;
    const bool blind = error <= 1.0 && h > resolution() && !search_.sees_all(h);
    const double factor = blind ? 0.3 : 0.9 * std::pow(std::max(error, 1e-10), -0.2);
    if ((error <= 1.0 && !blind) || h <= resolution()) {
      const double next = h * std::clamp(factor, 0.2, 5.0);
      next_h_ = std::clamp(error <= 1.0 && h < next_h_ ? std::max(next_h_, next) : next, resolution(), h_max_);
      return report;
    }
    h = std::max(h * std::clamp(factor, 0.1, 0.9), 0.9 * resolution());
    next_h_ = h;
  }
}

/// The motion has come to the end of `step_`. Late times are rounded by more than a bounce may miss, and bounces would
/// add it up: what counts is the time that is left.
Report EventDriven::accept(StepReport& sum) {
  const auto work = step_.work();
  sum.work.applied += work.applied - taken_.work.applied;
  sum.work.damping += work.damping - taken_.work.damping;
  sum.friction += work.friction - taken_.work.friction;
  const double passed = step_.size() - taken_.size;
  left_ -= passed;
  for (auto& accumulation : accumulations_) accumulation.pass(passed);
  taken_ = {step_.size(), work};
  now_ = step_.end();
  now_.t = end_ - left_;
  return phase_.project(now_.t, now_.q, now_.v);
}

Report EventDriven::write_records() {
  phase_.set_modes(modes_);
  if (auto report = phase_.accelerate(now_.t, now_.q, now_.v); !report.ok()) return report;
  contacts_.gaps(now_.t, now_.q, gap_);
  for (Index k = 0; k < contacts_.size(); ++k) {
    const auto i = static_cast<std::size_t>(k);
    auto& record = impact_.records[i];
    record = {};
    record.gap = gap_[k];
    record.closed = contacts_.is_joint(k) || modes_[i].mode != ContactMode::apart;
    record.mode = contacts_.is_joint(k) ? ContactMode::holds : modes_[i].mode;
    record.percussion = percussions_[i];
    for (Index row = 0; row < std::min<Index>(contacts_.num_rows(k), 3); ++row)
      record.force[static_cast<std::size_t>(row)] = phase_.force(k, row);
  }
  return {};
}

std::string EventDriven::remark() const {
  if (accumulated_ == 0) return "";
  return fmt::format("{} {} of impacts {} closed by {:.2g} m before {} end", accumulated_,
                     accumulated_ == 1 ? "accumulation" : "accumulations", accumulated_ == 1 ? "was" : "were",
                     accumulation_bound_, accumulated_ == 1 ? "its" : "their");
}

void EventDriven::walk_memory(MemoryWalk& walk) {
  walk("records", impact_.records);
  walk("phase", phase_);
  walk("modes", modes_);
  walk("accumulations", accumulations_);
  walk("started", started_);
  walk("kinked", kinked_);
  walk("next_step", next_h_);
  walk("contact", stage_);
  walk("accumulated", accumulated_);
  walk("accumulation_bound", accumulation_bound_);
}

}  // namespace percuss
