// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <utility>
#include <vector>

#include "core/contact_model.hpp"
#include "core/mechanical_system.hpp"
#include "core/memory_walk.hpp"
#include "core/state.hpp"
#include "scheme/scheme.hpp"
#include "simulation/contact_modes.hpp"

namespace percuss {

/// What happens at the contacts of a run: impacts, and changes of mode from step to step. In what a scheme does not
/// find within its steps, an event lies between the middle of the step before and the end of its own: schemes look at
/// gaps at either end, or in the middle; `bracket` is two steps. What a contact that is closed at the start does in the
/// first step is not known to be new, and no event. Joints have none. Events of steps that are taken back go with them.
class EventRecorder {
 public:
  /// Keeps references to both.
  EventRecorder(const MechanicalSystem& system, const ContactModel& contacts);
  /// A motion begins with these gaps [m]. `wanted`: else events are not kept, only the modes.
  void start(VecRef gap, bool wanted);
  /// The scheme has gone a step of size h [s] to `end`.
  void take(const Scheme& scheme, double h, const State& end);
  /// Calls `tell(event)` for what has happened since the last call.
  template <class Tell>
  void tell(Tell&& tell) {
    for (const auto& event : events_) tell(event);
    told_ += static_cast<Index>(events_.size());
    events_.clear();
  }
  /// Events that have been told since the start.
  Index told() const { return told_; }
  /// Calls `visit(contact)` for those that the last step has struck.
  template <class Visit>
  void for_each_struck(Visit&& visit) const {
    for (const Index k : struck_) visit(k);
  }
  void walk_memory(MemoryWalk& walk);

 private:
  void find_events(const Scheme& scheme, double h, double t);
  void find_velocities(const Scheme& scheme, const State& end, std::size_t first);
  void drop_friction_alone(std::size_t first);

  const MechanicalSystem& system_;
  const ContactModel& contacts_;
  bool wanted_ = true;
  ContactModes modes_;                // of the last step
  bool first_ = true;                 // no step has been taken
  std::vector<char> closed_;          // by contact number: at the start
  std::vector<char> is_struck_;       // workspace, by contact number; all 0 between calls
  std::vector<ContactEvent> events_;  // not told yet
  Index told_ = 0;
  std::vector<Index> struck_;  // contacts, in the last step
  std::vector<std::pair<Index, std::array<double, 2>>>
      not_turned_;          // contacts whose friction alone has, in the last step
  std::vector<Index> ids_;  // workspace
  ContactSet set_;          // workspace
};

}  // namespace percuss
