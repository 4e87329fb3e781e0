// SPDX-License-Identifier: Apache-2.0
#include "scheme/event_driven.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <boost/math/tools/toms748_solve.hpp>
#include <cmath>
#include <cstdint>
#include <utility>

#include "core/fault.hpp"
#include "scheme/rest_judge.hpp"

namespace percuss {

namespace {

constexpr double never = std::numeric_limits<double>::infinity();
/// Of what velocities are made of: slower than that is what a contact solver leaves.
constexpr double rate_noise = 1e-11, slip_rest = 1e-10;
/// Modes are chosen so much later than they break, in steps: there the old ones are wrong beyond round-off.
constexpr double look_ahead = 1e-6;
/// Of the tolerance: the way that bounces still make when a contact closes.
constexpr double negligible_way = 1e-3;
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
      impact_(system, contacts, solvers.linear),
      stage_(contacts, solvers),
      modes_(static_cast<std::size_t>(contacts.size())),
      accumulations_(modes_.size()),
      percussions_(modes_.size()),
      gap_(Vector::Zero(contacts.size())),
      rate_start_(gap_),
      rate_end_(gap_) {
  if (auto faults = options_.validate(); !faults.empty()) throw InputError(std::move(faults));
}

/// Times that differ by less are one [s].
double EventDriven::resolution() const {
  return 4.0 * std::numeric_limits<double>::epsilon() * std::max(std::abs(now_.t), h_max_);
}

StepReport EventDriven::step(double h, State& state) {
  StepReport sum;
  now_ = state;
  h_max_ = h / static_cast<double>(options_.parts);
  switches_.clear();
  for (auto& percussion : percussions_) percussion = {};
  if (auto report = begin(sum); !report.ok()) return failed(std::move(report));
  const double end = state.t + h;
  int at_once = 0, smooth_steps = 0;
  while (end - now_.t > resolution()) {
    if (++smooth_steps > most_smooth_steps)
      return failed(Report::failure(
          Status::not_converged,
          fmt::format("it takes more than {} smaller steps: the model is too stiff for an event-driven run, or the "
                      "step too large",
                      most_smooth_steps)));
    const double before = now_.t;
    if (auto report = advance(end - now_.t, sum); !report.ok()) return failed(std::move(report));
    at_once = now_.t - before > resolution() ? 0 : at_once + 1;
    if (at_once > most_at_once)
      return failed(
          Report::failure(Status::not_converged, fmt::format("contacts switch without end at t = {} s", now_.t)));
  }
  now_.t = end;
  if (auto report = write_records(); !report.ok()) return failed(std::move(report));
  std::swap(state, now_);
  if (told_)
    for (const auto& point : switches_) told_(point);
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
    contacts_.gaps(now_.t, now_.q, gap_);
    ids_.clear();
    for (Index k = 0; k < contacts_.size(); ++k)
      if (!contacts_.is_joint(k) && gap_[k] < 0.0) ids_.push_back(k);
    phase_.hold_from(now_.t, now_.q, ids_);
  }
  auto report = collide(-1, 0.0, sum);
  started_ = report.ok();
  kinked_ = false;
  if (first && !sum.impact) switches_.clear();
  return report;
}

Report EventDriven::advance(double left, StepReport& sum) {
  follow_slips();
  phase_.set_modes(modes_);
  if (auto report = step_.start(now_, 1e-9 * h_max_); !report.ok()) return report;
  phase_.conditions(now_.t, now_.q, now_.v, start_, start_noise_);
  for (Index k = 0; k < contacts_.size(); ++k)  // a gap that is below 0 from the start may stay there
    if (start_[2 * k] < 0.0) start_noise_[2 * k] = std::max(start_noise_[2 * k], -2.0 * start_[2 * k]);
  contacts_.normal_velocities(now_.t, now_.q, now_.v, rate_start_);
  double h = std::min(next_h_, left);
  if (auto report = take_smooth(h); !report.ok()) return report;
  std::optional<Event> event;
  if (auto report = find_event(h, event); !report.ok()) return report;
  if (auto report = step_.take(event ? event->s : h); !report.ok()) return report;
  if (auto report = accept(sum); !report.ok() || !event) return report;
  const Index contact = event->condition / 2;
  if (modes_[static_cast<std::size_t>(contact)].mode == ContactMode::apart)
    return collide(contact, event->bracket, sum);
  return change_modes(*event);
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
  const PhaseStep::Look look = [this](double s, VecRef q, VecRef v) {
    phase_.conditions(now_.t + s, q, v, value_, noise_);
    for (Index i = 0; i < low_.size(); ++i)
      if (value_[i] < -std::max(noise_[i], start_noise_[i])) low_[i] = std::min(low_[i], s);
  };
  for (;;) {
    low_.setConstant(start_.size(), never);
    const auto report = step_.take(h, look);
    const double error = report.ok() ? step_.error(options_.tolerance, options_.span) : never;
    const double factor = 0.9 * std::pow(std::max(error, 1e-10), -0.2);
    if (error <= 1.0 || h <= resolution()) {
      const double next = h * std::clamp(factor, 0.2, 5.0);
      next_h_ = std::clamp(error <= 1.0 && h < next_h_ ? std::max(next_h_, next) : next, resolution(), h_max_);
      return report;
    }
    h = std::max(h * std::clamp(factor, 0.1, 0.9), 0.9 * resolution());
    next_h_ = h;
  }
}

/// Condition i of the modes is broken by value_.
bool EventDriven::breaks(Index i) const {
  return start_[i] > start_noise_[i] ? value_[i] <= 0.0 : value_[i] < -std::max(noise_[i], start_noise_[i]);
}

double EventDriven::condition_at(double s, Index condition) {
  auto report = step_.take(s);
  const auto& end = step_.end();
  if (report.ok()) report = phase_.accelerate(end.t, end.q, end.v);
  if (!report.ok()) return -1.0;  // the step itself reports what is wrong there
  phase_.conditions(end.t, end.q, end.v, value_, noise_);
  return value_[condition];
}

Report EventDriven::find_event(double h, std::optional<Event>& event) {
  const auto& end = step_.end();
  if (auto report = phase_.accelerate(end.t, end.q, end.v); !report.ok()) return report;
  phase_.conditions(end.t, end.q, end.v, value_, noise_);
  contacts_.normal_velocities(end.t, end.q, end.v, rate_end_);
  const Vector at_end = value_, noise_at_end = noise_;
  for (Index i = 0; i < at_end.size(); ++i) {
    value_ = at_end;
    noise_ = noise_at_end;
    double high = breaks(i) ? h : low_[i];
    if (high == never && i % 2 == 0) high = dip_of_gap(i / 2, h);
    if (high == never) continue;
    if (event && high > event->s) {
      condition_at(event->s, i);
      if (low_[i] > event->s && !breaks(i)) continue;
      high = std::min(high, event->s);
    }
    if (high != h) {  // a stage is less exact than a step
      condition_at(high, i);
      if (!breaks(i)) continue;
    }
    Event found;
    if (auto report = find_root(i, high, found); !report.ok()) return report;
    if (!event || found.s < event->s) event = found;
  }
  return {};
}

/// Where the gap of an open contact is smallest inside the step, if its tangents at the ends meet below 0.
double EventDriven::dip_of_gap(Index contact, double h) {
  const double left = start_[2 * contact], right = value_[2 * contact];
  const double down = rate_start_[contact], up = rate_end_[contact];
  if (!std::isfinite(right) || !(down < 0.0) || !(up > 0.0)) return never;
  const double s = std::clamp((right - left - up * h) / (down - up), 0.0, h);
  if (left + down * s > 0.0) return never;
  double low = 0.0, high = h;
  constexpr int halvings = 40;
  for (int i = 0; i < halvings; ++i) {
    const double middle = 0.5 * (low + high);
    if (!step_.take(middle).ok()) break;
    contacts_.normal_velocities(step_.end().t, step_.end().q, step_.end().v, gap_);
    (gap_[contact] < 0.0 ? low : high) = middle;
  }
  return high;
}

/// Of a condition that `high` breaks: the last point that does, as close to the first that does not as times can be.
Report EventDriven::find_root(Index condition, double high, Event& event) {
  double low = 0.0, at_low = start_[condition], at_high = condition_at(high, condition);
  if (!(at_low > start_noise_[condition])) {  // a contact that has just left, a slip that has just begun
    constexpr int halvings = 60;
    low = high;
    for (int i = 0; i < halvings && !(at_low > 0.0 && low < high); ++i) {
      low *= 0.5;
      at_low = condition_at(low, condition);
      if (at_low <= 0.0) {
        high = low;
        at_high = at_low;
        at_low = 0.0;
      }
    }
    if (!(at_low > 0.0)) {
      event = {condition, 0.0, 0.0};
      return {};
    }
  }
  const double resolved = 0.25 * resolution();
  const auto close = [&](double a, double b) { return b - a <= resolved; };
  std::uintmax_t iterations = 200;
  if (at_high < 0.0) {
    const auto bracket = boost::math::tools::toms748_solve([&](double s) { return condition_at(s, condition); }, low,
                                                           high, at_low, at_high, close, iterations);
    low = bracket.first;
    high = bracket.second;
  }
  event = {condition, high, high - low};
  return {};
}

/// The motion has come to the end of `step_`.
Report EventDriven::accept(StepReport& sum) {
  const auto work = step_.work();
  sum.work.applied += work.applied;
  sum.work.damping += work.damping;
  sum.friction += work.friction;
  now_ = step_.end();
  return phase_.project(now_.t, now_.q, now_.v);
}

/// Some condition has broken by itself: other modes for those that touch, as they are seen a little later.
Report EventDriven::change_modes(const Event& event) {
  const double ahead = look_ahead * std::max(next_h_, event.s);
  if (auto report = step_.take(event.s + ahead); !report.ok()) return report;
  const auto seen = step_.end();
  ids_.clear();
  for (Index k = 0; k < contacts_.size(); ++k)
    if (modes_[static_cast<std::size_t>(k)].mode != ContactMode::apart && !contacts_.is_joint(k)) ids_.push_back(k);
  contacts_.evaluate(seen.t, seen.q, system_.num_v(), ids_, set_);
  touching_.clear();
  for (Index i = 0; i < set_.size(); ++i) {
    const Index k = ids_[static_cast<std::size_t>(i)];
    auto slip = modes_[static_cast<std::size_t>(k)].direction;
    double along = 0.0;
    for (Index row = 1; row < set_.num_rows(i); ++row)
      along += slip[static_cast<std::size_t>(row - 1)] * set_.W.column_dot(set_.first_row(i) + row, seen.v);
    if (!(along > 0.0)) slip = {};
    touching_.push_back({k, slip});
  }
  if (auto report = choice_.choose(seen, touching_, chosen_); !report.ok()) return report;
  if (chosen_ == modes_) {  // it has only touched its limit
    phase_.set_modes(modes_);
    if (auto report = step_.take(event.s + ahead); !report.ok()) return report;
    now_ = seen;
    return phase_.project(now_.t, now_.q, now_.v);
  }
  take_modes(event.bracket);
  return phase_.project(now_.t, now_.q, now_.v);
}

/// Tells of what switches and goes on with `chosen_`.
void EventDriven::take_modes(double bracket) {
  for (std::size_t k = 0; k < modes_.size(); ++k)
    if (!(modes_[k] == chosen_[k]))
      switches_.push_back({now_.t, bracket, static_cast<Index>(k), modes_[k].mode, chosen_[k].mode});
  for (const Index k : ids_)
    if (chosen_[static_cast<std::size_t>(k)].mode == ContactMode::apart) phase_.release(k);
  modes_ = chosen_;
  for (auto& mode : modes_) mode.begins = false;
  phase_.set_modes(modes_);
}

Report EventDriven::collide(Index approaching, double bracket, StepReport& sum) {
  contacts_.gaps(now_.t, now_.q, gap_);
  contacts_.normal_velocities(now_.t, now_.q, now_.v, rate_end_);
  const double round_off = 10.0 * round_off_of_gaps(contacts_, now_.q);
  ids_.clear();
  closed_.clear();
  bool approach = kinked_;
  for (Index k = 0; k < contacts_.size(); ++k) {
    if (contacts_.is_joint(k)) {
      if (!contacts_.gives_way(k)) closed_.push_back(k);
      continue;
    }
    const double slack = round_off + std::abs(rate_end_[k]) * bracket;
    if (k != approaching && modes_[static_cast<std::size_t>(k)].mode == ContactMode::apart && gap_[k] > slack) continue;
    ids_.push_back(k);
    closed_.push_back(k);
    approach = approach || rate_end_[k] < 0.0;
  }
  v_before_ = now_.v;
  if (approach)
    if (auto report = strike(sum); !report.ok()) return report;
  const Index accumulated_before = accumulated_;
  sort_out(bracket);
  if (auto report = choice_.choose(now_, touching_, chosen_); !report.ok()) return report;
  take_modes(bracket);
  const bool ends_bounces = accumulated_ > accumulated_before;
  const double before = ends_bounces ? system_.energy(now_.t, now_.q, now_.v).total() : 0.0;
  auto report = phase_.project(now_.t, now_.q, now_.v);
  if (ends_bounces) sum.impact_loss += before - system_.energy(now_.t, now_.q, now_.v).total();
  return report;
}

/// The impact of the contacts and joints `closed_`.
Report EventDriven::strike(StepReport& sum) {
  if (auto report = impact_.factor.update(now_.t, now_.q, now_.v, {}); !report.ok()) return report;
  impact_.q_next = now_.q;
  impact_.v_next = now_.v;
  const auto part = correct_by_impact(impact_, stage_, now_.t, closed_);
  if (!part.ok()) return part.report;
  sum.add(part);
  now_.v = impact_.v_next;
  for (std::size_t k = 0; k < percussions_.size(); ++k)
    for (std::size_t row = 0; row < 3; ++row) percussions_[k][row] += impact_.records[k].percussion[row];
  return {};
}

/// The direction in which contact i of set_ slips against friction; 0 where it does not, to round-off.
std::array<double, 2> EventDriven::slip_of(Index i) const {
  std::array<double, 2> slip{};
  if (!(set_.mu[static_cast<std::size_t>(i)] > 0.0)) return slip;
  double noise = 0.0;
  for (Index row = 1; row < set_.num_rows(i); ++row) {
    slip[static_cast<std::size_t>(row - 1)] = set_.W.column_dot(set_.first_row(i) + row, now_.v);
    noise += slip_rest * velocity_size(set_.W, set_.first_row(i) + row, v_before_);
  }
  const double speed = std::hypot(slip[0], slip[1]);
  if (speed <= noise) return {};
  return {slip[0] / speed, slip[1] / speed};
}

/// touching_ <- those of the contacts `ids_` that do not leave at once.
void EventDriven::sort_out(double bracket) {
  contacts_.evaluate(now_.t, now_.q, system_.num_v(), ids_, set_);
  touching_.clear();
  for (Index i = 0; i < set_.size(); ++i) {
    const Index first = set_.first_row(i), k = ids_[static_cast<std::size_t>(i)];
    auto& mode = modes_[static_cast<std::size_t>(k)];
    const double noise = std::max(rate_noise * velocity_size(set_.W, first, v_before_), 10.0 * stage_.tolerance());
    const double rate = set_.W.column_dot(first, now_.v);
    const auto slip = slip_of(i);
    if (rate <= noise || (rate_end_[k] < 0.0 && accumulates(k, rate))) {
      touching_.push_back({k, slip});
      continue;
    }
    if (!(rate_end_[k] < 0.0) || mode.mode != ContactMode::apart) continue;
    const PhaseMode struck{slip != std::array<double, 2>{} ? ContactMode::slides : ContactMode::holds, slip};
    switches_.push_back({now_.t, bracket, k, mode.mode, struck.mode});
    mode = struck;  // which it leaves in the same instant
  }
}

/// What is left of the bounces of a contact, which leaves with `rate`, no longer counts.
bool EventDriven::accumulates(Index contact, double rate) {
  auto& accumulation = accumulations_[static_cast<std::size_t>(contact)];
  const double way = accumulation.impact(now_.t, rate);
  const double limit = std::max(negligible_way * options_.tolerance, 10.0 * round_off_of_gaps(contacts_, now_.q));
  if (!(way <= limit)) return false;
  accumulation.forget();
  ++accumulated_;
  accumulation_bound_ += way;
  return true;
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
