// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <limits>

#include "core/memory_walk.hpp"
#include "core/types.hpp"

namespace percuss {

/// What the set-valued laws of a contact did in a step: held their row, or gave a force by themselves  [SAE, Sec. 4:
/// constraint and impressed mode].
enum class ContactMode : char {
  apart,   ///< no force
  slides,  ///< the normal row is held, friction is at its limit
  holds    ///< every row is held, as those of joints always are
};

/// Numbers of the rows of a contact, normal first, then tangential; 0 where it has none.
using ContactRows = std::array<double, 3>;

/// A contact was struck in a step.
struct ContactImpact {
  Index contact = 0;
  ContactMode to = ContactMode::apart;  ///< by the velocities behind the impact
  ContactRows percussion{};             ///< [N s]; of impulse schemes with the impulse of the smooth force in it
  ContactRows before{}, after{};        ///< gap velocities [m/s]
  double energy_lost = 0.0;             ///< to normal percussion and friction [J]
};

/// Something happened at a contact between t - bracket and t.
struct ContactEvent {
  /// An impact ends in any mode; otherwise the mode to which the contact has gone. From `slides` to `slides` its slip
  /// has turned round, which is a `slip`.
  enum class Kind : char { impact, close, open, stick, slip };
  static constexpr double none = std::numeric_limits<double>::quiet_NaN();

  double t = 0.0, bracket = 0.0;  ///< [s]
  Index contact = 0;
  Kind kind = Kind::impact;
  ContactMode from = ContactMode::apart, to = ContactMode::apart;
  ContactRows force{none, none, none};       ///< behind it [N]; not of an impact
  ContactRows percussion{none, none, none};  ///< of an impact [N s]
  ContactRows before{}, after{};             ///< gap velocities [m/s]
  double energy_lost = none;                 ///< in an impact [J]
};

/// Of a contact that is not struck.
inline ContactEvent::Kind kind_of_change(ContactMode from, ContactMode to) {
  if (to == ContactMode::apart) return ContactEvent::Kind::open;
  if (from == ContactMode::apart) return ContactEvent::Kind::close;
  return to == ContactMode::holds ? ContactEvent::Kind::stick : ContactEvent::Kind::slip;
}

inline ContactEvent event_of(const ContactImpact& impact, ContactMode from, double t, double bracket) {
  ContactEvent event;
  event.t = t;
  event.bracket = bracket;
  event.contact = impact.contact;
  event.from = from;
  event.to = impact.to;
  event.percussion = impact.percussion;
  event.before = impact.before;
  event.after = impact.after;
  event.energy_lost = impact.energy_lost;
  return event;
}

}  // namespace percuss
