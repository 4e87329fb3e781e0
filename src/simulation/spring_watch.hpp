// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

#include "io/settings.hpp"
#include "model/model.hpp"
#include "scheme/explicit_springs.hpp"
#include "scheme/spring_stability.hpp"

namespace percuss {

/// Holds the step against what the explicit springs and dampers of a model bear where they stand: at the start, and
/// again as the run goes on, since they turn, stretch, and come into action. It looks often at first and, later, seldom
/// enough to cost next to nothing: every so many steps, more of them the more springs and joints there are. Keeps
/// references to all that it is given.
class SpringWatch {
 public:
  SpringWatch(const Model& model, const SimulationSettings& settings, const SchemeType& scheme);
  /// The largest step at the start [s]; infinity without springs.
  double limit() const { return limit_; }
  void forget();
  /// After so many steps, `last` when there are no more.
  void look(Index steps, bool last, const State& state);
  /// One sentence where the step was too large, with the least limit that was seen; none where the settings allow that.
  std::vector<std::string> warnings() const;
  void walk_memory(MemoryWalk& walk) {
    walk("springs", springs_);
    walk("least_limit", least_limit_);
    walk("time", time_);
    walk("next", next_);
  }

 private:
  const SimulationSettings& settings_;
  ExplicitSprings springs_;
  SpringStability stability_;
  double limit_, least_limit_, time_ = 0.0;  // time_: of the least limit [s]
  Index next_ = 0;
};

}  // namespace percuss
