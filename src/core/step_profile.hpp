// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <chrono>
#include <cstddef>

#include "core/types.hpp"

namespace percuss {

/// What a step is made of, as far as its time is told apart.
enum class StepCost {
  forces,     ///< f(t, q, v) of bodies and force elements
  factor,     ///< A = w_M M + w_C C + w_K K formed and factored
  solve,      ///< A^-1 x of all bodies
  detection,  ///< search for pairs, gaps, W and their derivatives
  delassus,   ///< G = W' A^-1 W brought up to date
  contact,    ///< contact solver, products with G among it
  output      ///< rows, states, pictures and checkpoints, and the energies that they show
};
inline constexpr std::size_t num_step_costs = 7;
/// As they are called in summary.json.
inline constexpr std::array<const char*, num_step_costs> step_cost_names{"forces",   "factor",  "solve", "detection",
                                                                         "delassus", "contact", "output"};

/// Wall times of the parts of the steps of one run, and what its contact solver had to do. Times do not overlap: what a
/// part calls for, solves within the Delassus operator say, is its own. Belongs to the thread that steps.
class StepProfile {
 public:
  void clear() { *this = {}; }
  /// [s]
  double seconds(StepCost part) const {
    return std::chrono::duration<double>(spent_[static_cast<std::size_t>(part)]).count();
  }
  /// The steps have taken so long, parts and all else [s].
  void set_total(double seconds) { total_ = seconds; }
  double total() const { return total_; }
  /// Of what is none of the parts: sums of vectors, book-keeping [s].
  double other() const;

  /// A contact problem has been solved.
  void add_problem(Index its_contacts, Index its_iterations) {
    ++problems_;
    contacts_ += its_contacts;
    iterations_ += its_iterations;
  }
  Index problems() const { return problems_; }      ///< contact problems solved
  Index contacts() const { return contacts_; }      ///< of all of them together
  Index iterations() const { return iterations_; }  ///< likewise

 private:
  friend class TimedCost;
  std::array<std::chrono::steady_clock::duration, num_step_costs> spent_{};
  bool busy_ = false;
  double total_ = 0.0;
  Index problems_ = 0, contacts_ = 0, iterations_ = 0;
};

/// Adds the time of its life to a part, unless another part is under way. Does nothing without a profile.
class TimedCost {
 public:
  TimedCost(StepProfile* profile, StepCost part)
      : profile_(profile != nullptr && !profile->busy_ ? profile : nullptr), part_(static_cast<std::size_t>(part)) {
    if (profile_ == nullptr) return;
    profile_->busy_ = true;
    start_ = std::chrono::steady_clock::now();
  }
  ~TimedCost() {
    if (profile_ == nullptr) return;
    profile_->spent_[part_] += std::chrono::steady_clock::now() - start_;
    profile_->busy_ = false;
  }
  TimedCost(const TimedCost&) = delete;
  TimedCost& operator=(const TimedCost&) = delete;

 private:
  StepProfile* profile_;
  std::size_t part_;
  std::chrono::steady_clock::time_point start_;
};

}  // namespace percuss
