// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <utility>

#include "core/memory_walk.hpp"
#include "core/types.hpp"

namespace percuss {

/// When an iteration of a stage has converged: the error that is left is about  change * rate/(1 - rate), rate being
/// the contraction seen between two changes. As it may alternate, the worst counts of this stage and of those before,
/// which fade. In the first iteration of a stage that is all there is, and ever less of it is believed until the rate
/// is measured again.
class Contraction {
 public:
  /// The change of iteration 1, 2, ... is small enough for an error of `tolerance`.
  bool converged(double change, double tolerance, int iteration);
  /// The last change is no smaller than the one before it.
  bool grows() const { return rate_ >= 1.0; }
  double change() const { return change_; }
  /// Nothing is known.
  void forget() { *this = {}; }
  void walk_memory(MemoryWalk& walk) {
    for (auto [name, number] : {std::pair{"rate", &rate_}, std::pair{"change", &change_}, std::pair{"worst", &worst_},
                                std::pair{"before", &before_}, std::pair{"believed", &believed_}})
      walk(name, *number);
  }

 private:
  double rate_ = 0.0, change_ = 0.0;  // of the last iteration
  double worst_ = 0.0;                // rate of this stage; 0: not measured
  double before_ = 0.0;               // of the stages before that measured any
  double believed_ = 1.0;             // of it, in a first iteration
};

/// Corrects the guesses of stages that follow each other by what was wrong with the guess before.
class GuessCorrection {
 public:
  /// On entry `x` is a guess. Returns what stands in `x` now; the guess itself is kept for `learn` and `withdraw`.
  void correct(Vector& x);
  /// x <- the guess as it was.
  void withdraw(Vector& x) const { x = guess_; }
  /// The stage has led to `solution`.
  void learn(const Vector& solution);
  /// The motion does not go on from the stage before: what was wrong with its guess says nothing.
  void start_anew() { guesses_ = 0; }
  void walk_memory(MemoryWalk& walk) {
    walk("guess", guess_);
    walk("error", error_);
    walk("guesses", guesses_);
  }

 private:
  Vector guess_, error_;  // error: solution minus guess
  int guesses_ = 0;       // since `start_anew`; the first is no line through two accelerations
};

}  // namespace percuss
