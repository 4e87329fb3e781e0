// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <span>
#include <vector>

#include "core/memory_walk.hpp"
#include "scheme/scheme.hpp"

namespace percuss {

/// What the contacts of a model did in a step: the discrete state sigma of [SAE, Sec. 4], and where they slip the
/// direction of that. A slip that turns round is a switch as well, for friction jumps there.
class ContactModes {
 public:
  explicit ContactModes(Index contacts) : modes_(static_cast<std::size_t>(contacts)), friction_(modes_.size()) {}
  /// As those of these records: nothing has switched.
  bool kept(std::span<const ContactRecord> records) const;
  /// Calls `tell(contact, from, to)` for each contact that has switched; from = to = slides: its slip has turned round.
  template <class Tell>
  void for_each_switch(std::span<const ContactRecord> records, Tell&& tell) const {
    for (std::size_t k = 0; k < modes_.size(); ++k)
      if (!kept(k, records[k])) tell(static_cast<Index>(k), modes_[k], records[k].mode);
  }
  void take(std::span<const ContactRecord> records);
  /// Contact k has been left by an impact in this mode.
  void set(Index k, ContactMode mode) { modes_[static_cast<std::size_t>(k)] = mode; }
  /// Percussion of friction of contact k where it slides, or its force.
  std::array<double, 2> friction(Index k) const { return friction_[static_cast<std::size_t>(k)]; }
  void set_friction(Index k, const std::array<double, 2>& friction) {
    friction_[static_cast<std::size_t>(k)] = friction;
  }
  ContactMode mode(Index k) const { return modes_[static_cast<std::size_t>(k)]; }
  bool is_apart(Index k) const { return modes_[static_cast<std::size_t>(k)] == ContactMode::apart; }
  void walk_memory(MemoryWalk& walk) {
    walk("modes", modes_);
    walk("friction", friction_);
  }

 private:
  bool kept(std::size_t k, const ContactRecord& record) const;

  std::vector<ContactMode> modes_;
  std::vector<std::array<double, 2>> friction_;  // its percussion, or its force where there is none
};

}  // namespace percuss
