// SPDX-License-Identifier: Apache-2.0
#include "simulation/event_recorder.hpp"

#include <algorithm>

namespace percuss {

EventRecorder::EventRecorder(const MechanicalSystem& system, const ContactModel& contacts)
    : system_(system),
      contacts_(contacts),
      modes_(contacts.size()),
      closed_(static_cast<std::size_t>(contacts.size())),
      is_struck_(closed_.size()) {}

void EventRecorder::start(VecRef gap, bool wanted) {
  wanted_ = wanted;
  modes_ = ContactModes(contacts_.size());
  first_ = true;
  for (std::size_t k = 0; k < closed_.size(); ++k) closed_[k] = gap[static_cast<Index>(k)] <= 0.0 ? 1 : 0;
  events_.clear();
  told_ = 0;
}

void EventRecorder::take(const Scheme& scheme, double h, const State& end) {
  if (closed_.empty()) return;
  const auto first = events_.size();
  struck_.clear();
  not_turned_.clear();
  for (const auto& impact : scheme.impacts()) struck_.push_back(impact.contact);
  if (const auto found = scheme.events()) {
    if (wanted_) events_.insert(events_.end(), found->begin(), found->end());
    for (const auto& event : *found)
      if (event.kind == ContactEvent::Kind::impact) struck_.push_back(event.contact);
  } else if (wanted_) {
    find_events(scheme, h, end.t);
    find_velocities(scheme, end, first);
    drop_friction_alone(first);
  }
  modes_.take(scheme.contacts());
  for (const auto& [contact, friction] : not_turned_) modes_.set_friction(contact, friction);
  for (const auto& impact : scheme.impacts()) modes_.set(impact.contact, impact.to);
  first_ = false;
}

void EventRecorder::find_events(const Scheme& scheme, double h, double t) {
  const double bracket = 2.0 * h;
  const auto impacts = scheme.impacts();
  const auto records = scheme.contacts();
  for (const auto& impact : impacts) {
    is_struck_[static_cast<std::size_t>(impact.contact)] = 1;
    events_.push_back(event_of(impact, modes_.mode(impact.contact), t, bracket));
  }
  modes_.for_each_switch(records, [&](Index k, ContactMode from, ContactMode to) {
    const auto i = static_cast<std::size_t>(k);
    if (is_struck_[i] != 0 || (first_ && closed_[i] != 0) || contacts_.is_joint(k)) return;
    ContactEvent event;
    event.t = t;
    event.bracket = bracket;
    event.contact = k;
    event.kind = kind_of_change(from, to);
    event.from = from;
    event.to = to;
    event.force = to == ContactMode::apart ? ContactRows{} : records[i].force;
    if (event.kind == ContactEvent::Kind::close) event.percussion = records[i].percussion;
    events_.push_back(event);
  });
  for (const auto& impact : impacts) is_struck_[static_cast<std::size_t>(impact.contact)] = 0;
}

/// Of the changes from event `first` on, whose contacts ascend, by W at the end of the step. An impact has them.
void EventRecorder::find_velocities(const Scheme& scheme, const State& end, std::size_t first) {
  const auto changed = events_.begin() + static_cast<std::ptrdiff_t>(first + scheme.impacts().size());
  ids_.clear();
  for (auto event = changed; event != events_.end(); ++event) ids_.push_back(event->contact);
  if (ids_.empty()) return;
  contacts_.evaluate(end.t, end.q, system_.num_v(), ids_, set_);
  const auto before = scheme.velocity_before();
  for (Index i = 0; i < set_.size(); ++i) {
    auto& event = changed[i];
    for (Index r = 0; r < set_.num_rows(i); ++r) {
      const auto row = static_cast<std::size_t>(r);
      event.before[row] = set_.W.column_dot(set_.first_row(i) + r, before);
      event.after[row] = set_.W.column_dot(set_.first_row(i) + r, end.v);
    }
  }
}

/// Friction has turned round, but not the slip, which would go along with the friction from before: where contacts
/// depend on each other forces are not unique, or the slip turns a step later. The friction from before stays known.
void EventRecorder::drop_friction_alone(std::size_t first) {
  const auto only_friction = [this](const ContactEvent& event) {
    if (event.from != ContactMode::slides || event.to != ContactMode::slides) return false;
    if (event.kind == ContactEvent::Kind::impact) return false;
    const auto friction = modes_.friction(event.contact);
    if (event.after[1] * friction[0] + event.after[2] * friction[1] > 0.0) return false;
    not_turned_.emplace_back(event.contact, friction);
    return true;
  };
  events_.erase(std::remove_if(events_.begin() + static_cast<std::ptrdiff_t>(first), events_.end(), only_friction),
                events_.end());
}

void EventRecorder::walk_memory(MemoryWalk& walk) {
  walk("modes", modes_);
  walk("first", first_);
  walk("closed", closed_);
  auto count = static_cast<Index>(events_.size());
  walk("events", count);
  walk("told", told_);
  if (walk.restores()) events_.resize(std::min(events_.size(), static_cast<std::size_t>(count)));
}

}  // namespace percuss
