// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>

namespace percuss {

/// When Anderson's acceleration takes part in Gauss-Seidel sweeps, by the residual of a look every ten sweeps: it sets
/// in after three looks in a row that each saw the residual fall, since among modes that keep changing it only
/// misleads, and rests where a hundred accelerated sweeps have taken less than 5 % off.
class SweepPace {
 public:
  /// A look at the residual costs as much as a sweep.
  static constexpr int look_every = 10;
  /// Of the change from one accelerated sweep to the next: more, and the proposal is taken back.
  static constexpr double most_growth = 2.0;

  bool accelerates() const { return accelerates_; }
  /// One more sweep; true when a look is due.
  bool count() { return ++sweeps_ % look_every == 0; }
  /// The residual where sweeps are. True when acceleration sets in, with no history.
  bool look(double residual);

  double last_change = 0.0;  ///< of the last accelerated sweep, in the norm of Anderson's method

 private:
  static constexpr double unknown = std::numeric_limits<double>::infinity();
  bool accelerates_ = false;
  double last_ = unknown, least_ = unknown;  // residual of the last look; of all
  double mark_ = unknown;                    // least residual when progress was last asked for
  int sweeps_ = 0, marked_ = 0, falls_ = 0, rest_ = 200, rests_until_ = 0;  // in sweeps, but for the falls in a row
};

}  // namespace percuss
