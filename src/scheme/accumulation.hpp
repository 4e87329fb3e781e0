// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "core/memory_walk.hpp"

namespace percuss {

/// Impacts of one contact that follow each other ever faster, in geometric progression (Zeno): infinitely many of them
/// end at a time that none of them reaches.
class Accumulation {
 public:
  /// So much time has gone by [s]. Times themselves would be rounded by more than late bounces take.
  void pass(double time) { since_ += time; }
  /// An impact, from which the contact leaves with `rate` > 0 [m/s]. Returns what the bounces to come still make
  /// of a way, rate T with T = interval ratio/(1 - ratio) the time that they take  [m]; infinite where no progression
  /// shows.
  double impact(double rate);
  void forget() { *this = {}; }
  void walk_memory(MemoryWalk& walk) {
    walk("since", since_);
    walk("interval", interval_);
    walk("ratio", ratio_);
    walk("count", count_);
  }

 private:
  double since_ = 0.0, interval_ = 0.0, ratio_ = 0.0;
  int count_ = 0;  // impacts
};

}  // namespace percuss
