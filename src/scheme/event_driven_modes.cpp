// SPDX-License-Identifier: Apache-2.0
// What an event does: impacts, and the modes with which the motion goes on.
#include <algorithm>
#include <array>
#include <cmath>

#include "scheme/event_driven.hpp"
#include "scheme/rest_judge.hpp"

namespace percuss {

namespace {

/// Of what velocities are made of: slower than that is what a contact solver leaves.
constexpr double rate_noise = 1e-11, slip_rest = 1e-10;
/// Modes are chosen so much later than they break, in steps: there the old ones are wrong beyond round-off.
constexpr double look_ahead = 1e-6;
/// Of the tolerance: the way that bounces still make when a contact closes.
constexpr double negligible_way = 1e-3;

}  // namespace

/// Some condition has broken by itself: other modes for those that touch, as they are seen a little later.
Report EventDriven::change_modes(const Event& event, StepReport& sum) {
  // Further where that has not told: ten times after each four events at an instant.
  const double ahead = std::min(look_ahead * std::max(next_h_, event.s) * std::pow(10.0, at_once_ / 4), h_max_);
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
  const bool only_touched = chosen_ == modes_;
  take_modes(event.bracket);
  if (!only_touched) return phase_.project(now_.t, now_.q, now_.v);
  if (auto report = step_.take(event.s + std::min(ahead, left_)); !report.ok()) return report;
  return accept(sum);
}

/// Tells of what changes and goes on with `chosen_`.
void EventDriven::take_modes(double bracket) {
  const auto first = events_.size();
  for (std::size_t k = 0; k < modes_.size(); ++k) {
    const auto &was = modes_[k], &is = chosen_[k];
    const double turn = was.direction[0] * is.direction[0] + was.direction[1] * is.direction[1];
    const bool turns_round = was.slips() && is.slips() && turn <= 0.0;
    if (was.mode != is.mode || turns_round)
      tell_change(static_cast<Index>(k), is.mode, now_.t + still_[k], bracket + still_[k]);
  }
  std::fill(still_.begin(), still_.end(), 0.0);
  for (const Index k : ids_)
    if (chosen_[static_cast<std::size_t>(k)].mode == ContactMode::apart) phase_.release(k);
  modes_ = chosen_;
  for (auto& mode : modes_) mode.begins = false;
  phase_.set_modes(modes_);
  if (events_.size() == first || !phase_.accelerate(now_.t, now_.q, now_.v).ok()) return;
  for (auto i = first; i < events_.size(); ++i) events_[i].force = {};
  for (auto i = first; i < events_.size(); ++i)
    for (Index row = 0; row < contacts_.num_rows(events_[i].contact); ++row)
      events_[i].force[static_cast<std::size_t>(row)] = phase_.force(events_[i].contact, row);
}

/// Velocities go on as they are.
void EventDriven::tell_change(Index k, ContactMode to, double t, double bracket) {
  ContactEvent event;
  event.t = t;
  event.bracket = bracket;
  event.contact = k;
  event.from = modes_[static_cast<std::size_t>(k)].mode;
  event.to = to;
  event.kind = kind_of_change(event.from, to);
  contacts_.evaluate(now_.t, now_.q, system_.num_v(), {&k, 1}, told_);
  for (Index row = 0; row < told_.num_rows(0); ++row)
    event.before[static_cast<std::size_t>(row)] = told_.W.column_dot(row, now_.v);
  event.after = event.before;
  events_.push_back(event);
}

/// The contacts that were struck just now, in place of what `take_modes` has told of them from event `first` on.
void EventDriven::tell_impacts(std::size_t first, double bracket) {
  const auto told = events_.size();
  for (const auto& impact : impact_.impacts.all()) {
    const auto mode = modes_[static_cast<std::size_t>(impact.contact)].mode;
    auto event = event_of(impact, mode, now_.t, bracket);
    event.to = mode;
    bool changes = false;
    for (auto i = first; i < told; ++i) {
      const auto& change = events_[i];
      if (change.contact != impact.contact) continue;
      if (!changes) event.from = change.from;
      changes = true;
      event.t = change.t;
      event.bracket = change.bracket;
    }
    events_.push_back(event);
  }
  const auto is_told = [&](const ContactEvent& event) {
    return std::any_of(events_.begin() + static_cast<std::ptrdiff_t>(told), events_.end(),
                       [&](const ContactEvent& impact) { return impact.contact == event.contact; });
  };
  const auto begin = events_.begin() + static_cast<std::ptrdiff_t>(first);
  const auto end = events_.begin() + static_cast<std::ptrdiff_t>(told);
  events_.erase(std::remove_if(begin, end, is_told), end);
}

Report EventDriven::collide(Index approaching, double bracket, StepReport& sum) {
  contacts_.gaps(now_.t, now_.q, gap_);
  contacts_.normal_velocities(now_.t, now_.q, now_.v, rate_);
  const double round_off = 10.0 * round_off_of_gaps(contacts_, now_.q);
  ids_.clear();
  closed_.clear();
  bool approach = kinked_;
  const auto first_event = events_.size();
  impact_.impacts.clear();
  for (Index k = 0; k < contacts_.size(); ++k) {
    if (contacts_.is_joint(k)) {
      if (!contacts_.gives_way(k)) closed_.push_back(k);
      continue;
    }
    const double slack = round_off + std::abs(rate_[k]) * bracket;
    if (k != approaching && modes_[static_cast<std::size_t>(k)].mode == ContactMode::apart && gap_[k] > slack) continue;
    ids_.push_back(k);
    closed_.push_back(k);
    approach = approach || rate_[k] < 0.0;
  }
  v_before_ = now_.v;
  if (approach)
    if (auto report = strike(sum); !report.ok()) return report;
  const Index accumulated_before = accumulated_;
  sort_out(bracket);
  if (auto report = choice_.choose(now_, touching_, chosen_); !report.ok()) return report;
  for (const auto& [contact, slip] : touching_) {  // struck without restitution, and lets go at once
    const auto i = static_cast<std::size_t>(contact);
    if (modes_[i].mode == ContactMode::apart && chosen_[i].mode == ContactMode::apart)
      note_strike(contact, slip, bracket);
  }
  take_modes(bracket);
  tell_impacts(first_event, bracket);
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
  for (std::size_t k = 0; k < modes_.size(); ++k) impact_.records[k].closed = modes_[k].mode != ContactMode::apart;
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
    const double noise = std::max(rate_noise * velocity_size(set_.W, first, v_before_), 10.0 * stage_.tolerance());
    const double rate = set_.W.column_dot(first, now_.v);
    const auto slip = slip_of(i);
    if (rate <= noise || (rate_[k] < 0.0 && accumulates(k, rate))) {
      touching_.push_back({k, slip});
      continue;
    }
    note_strike(k, slip, bracket);
  }
}

/// Contact k, which leaves in the same instant, has been struck, if it was open and approached: it closes and opens.
void EventDriven::note_strike(Index k, const std::array<double, 2>& slip, double bracket) {
  auto& mode = modes_[static_cast<std::size_t>(k)];
  if (!(rate_[k] < 0.0) || mode.mode != ContactMode::apart) return;
  const PhaseMode struck{slip != std::array<double, 2>{} ? ContactMode::slides : ContactMode::holds, slip};
  tell_change(k, struck.mode, now_.t, bracket);
  mode = struck;
}

/// What is left of the bounces of a contact, which leaves with `rate`, no longer counts.
bool EventDriven::accumulates(Index contact, double rate) {
  auto& accumulation = accumulations_[static_cast<std::size_t>(contact)];
  const double way = accumulation.impact(rate);
  const double limit = std::max(negligible_way * options_.tolerance, 10.0 * round_off_of_gaps(contacts_, now_.q));
  if (!(way <= limit)) return false;
  accumulation.forget();
  still_[static_cast<std::size_t>(contact)] = way / rate;
  ++accumulated_;
  accumulation_bound_ += way;
  return true;
}

}  // namespace percuss
