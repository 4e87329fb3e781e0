// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <vector>

#include "contact/neighbour_grid.hpp"
#include "core/memory_walk.hpp"

namespace percuss {

/// A fixed number of numbered slots for pairs that come and go. A pair keeps its slot as long as it is there, so that
/// the slot's number can stand for it in warm starts and records.
class PairSlots {
 public:
  struct Slot {
    Index i = -1, j = -1;  ///< i < j, or -1 both: free
    bool is_free() const { return i < 0; }
    void walk_memory(MemoryWalk& walk) {
      walk("i", i);
      walk("j", j);
    }
  };
  explicit PairSlots(Index capacity) : slots_(static_cast<std::size_t>(capacity)) {}

  const std::vector<Slot>& slots() const { return slots_; }
  /// All free.
  void clear() { std::fill(slots_.begin(), slots_.end(), Slot{}); }
  void walk_memory(MemoryWalk& walk) { walk("slots", slots_); }
  /// From now on exactly these pairs, in any order, no pair twice. Those that were there keep their slots, new ones
  /// fill the free slots from the first on, in order of (i, j): the result does not depend on the order given. Throws
  /// std::length_error when there are more pairs than slots.
  void assign(std::vector<NearPair>& pairs);

 private:
  std::vector<Slot> slots_;
  std::vector<std::size_t> taken_;  // numbers of the slots that are taken, by their pairs
  std::vector<Slot> newcomers_;
};

}  // namespace percuss
