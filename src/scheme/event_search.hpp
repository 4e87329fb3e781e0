// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <optional>

#include "scheme/phase_step.hpp"

namespace percuss {

/// Where a condition of the modes breaks: number of the condition (`SmoothPhase::conditions`), time since the start of
/// the step, and how far before that it still held [s].
struct Event {
  Index condition = 0;
  double s = 0.0, bracket = 0.0;
};

/// Finds the first event within a step of a smooth phase: at its end, at its stages, and where the tangents of a gap
/// meet below 0. A condition that starts at 0 to round-off, as the gap of a contact that has just left, has to become
/// clearly negative, and is then followed back to where it was positive.
class EventSearch {
 public:
  /// Keeps references to all three.
  EventSearch(const ContactModel& contacts, SmoothPhase& phase, PhaseStep& step);

  /// A step starts, which `step` has been told; the phase stands there.
  void start(const State& from);
  /// Another size is taken: for `PhaseStep::take`.
  const PhaseStep::Look& look();
  /// Gaps inside the step that was taken last are as their values and rates at its ends let expect: nothing turns so
  /// fast that it could touch between and not show.
  bool sees_all(double h);
  /// event <- the first one in the step of size h that was taken last, none if there is none. Takes it again with other
  /// sizes.
  Report find(double h, std::optional<Event>& event);

 private:
  /// Condition i is broken by value_.
  bool breaks(Index i) const;
  double dip_of_gap(Index contact, double h);
  /// Where a condition is least inside the step, if its values at the stages let fear that it is broken there.
  double dip(Index condition, double h);
  Event find_root(Index condition, double high);
  double condition_at(double s, Index condition);

  const ContactModel& contacts_;
  SmoothPhase& phase_;
  PhaseStep& step_;
  double t_ = 0.0;
  PhaseStep::Look look_;
  Vector start_, start_noise_, value_, noise_;           // (2 contacts)
  Vector low_;                                           // first stage that breaks a condition [s]
  Vector least_;                                         // value at any stage
  Vector rate_, rate_start_, rate_end_, gap_, gap_end_;  // (contacts)
};

}  // namespace percuss
