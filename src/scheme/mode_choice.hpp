// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <span>
#include <vector>

#include "core/state.hpp"
#include "scheme/smooth_phase.hpp"

namespace percuss {

/// A contact whose gap is closed and does not open at once.
struct Touching {
  Index contact = 0;
  std::array<double, 2> slip{};  ///< the direction of gamma_T; 0: it does not slip, but may begin to
  bool slips() const { return slip != std::array<double, 2>{}; }
};

/// The modes with which a motion goes on where contacts touch: of all combinations the one that meets
///
///   0 <= lambda_N  _|_  gamma_N' >= 0,   |lambda_T| <= mu lambda_N,   and a slip that begins goes against lambda_T
///
/// best, the earlier one of equals: stick before slip before open. It tries all, so a few contacts only may touch.
class ModeChoice {
 public:
  /// Keeps references to all three.
  ModeChoice(const MechanicalSystem& system, const ContactModel& contacts, SmoothPhase& phase);

  /// modes <- those of the contacts that touch, all others apart. `touching` ascends. A failure where no combination
  /// meets the laws, as in Painleve's paradox, or there are too many to be tried.
  Report choose(const State& at, std::span<const Touching> touching, std::vector<PhaseMode>& modes);

 private:
  /// Accelerations under the modes of trial_. Slips in two directions that begin find theirs: along their own
  /// acceleration.
  Report try_modes(const State& at, std::span<const Touching> touching);
  /// gamma_T' of contact i of set_.
  std::array<double, 2> slip_acceleration(std::size_t i) const;
  void list_options(std::span<const Touching> touching);
  /// By how much the laws are missed, as a share of the accelerations that forces have to answer.
  double miss(std::span<const Touching> touching) const;

  const MechanicalSystem& system_;
  const ContactModel& contacts_;
  SmoothPhase& phase_;
  ContactSet set_;  // all that touch
  std::vector<Index> ids_;
  Vector bias_, answer_, column_;  // answer_: w' M^-1 w (rows)
  double scale_ = 0.0;             // the largest free acceleration of the rows [m/s^2]
  std::vector<std::vector<PhaseMode>> options_;
  std::vector<PhaseMode> trial_;
};

}  // namespace percuss
