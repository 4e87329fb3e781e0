// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "model/model.hpp"

namespace percuss {

/// Watches the springs of rotations in space, whose angles have an end after half a turn or a whole one
/// (contact/joint_row.hpp): an angle that starts again from its other end would let a spring go. Keeps a reference to
/// the contacts.
class TurnWatch {
 public:
  explicit TurnWatch(const ContactModel& contacts);
  void start(const State& state);
  void walk_memory(MemoryWalk& walk) { walk("before", before_); }
  bool empty() const { return joints_.empty(); }
  /// After a step; false, and the message, when an angle jumped by more than half a turn in it.
  bool look(const State& state, std::string& message);

 private:
  const ContactModel& contacts_;
  std::vector<Index> joints_;    // that have such rows
  std::vector<Index> rows_;      // of them, counted over all rows of joints_
  std::vector<Index> joint_of_;  // likewise
  Vector before_, now_;          // values of all rows of joints_ [m, rad]
};

}  // namespace percuss
