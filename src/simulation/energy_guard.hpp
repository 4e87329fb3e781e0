// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>

#include "core/mechanical_system.hpp"
#include "core/memory_walk.hpp"
#include "core/state.hpp"
#include "simulation/sample.hpp"

namespace percuss {

/// How far a quantity that is 0 at the start has risen above the least that it was before.
class LargestRise {
 public:
  void add(double x) {
    least_ = std::min(least_, x);
    rise_ = std::max(rise_, x - least_);
  }
  double value() const { return rise_; }
  void walk_memory(MemoryWalk& walk) {
    walk("least", least_);
    walk("rise", rise_);
  }

 private:
  double least_ = 0.0, rise_ = 0.0;
};

/// Watches for energy that the integrator or its contact law makes out of nothing, or that the integrator loses, and
/// holds it against the energy that was put in:
///
///   made   = max over t1 < t2 of E_scheme(t2) - E_scheme(t1)
///          + max over t1 < t2 of E_loss(t1) - E_loss(t2)                  [J]
///   lost   = max over t1 < t2 of E_scheme(t1) - E_scheme(t2)              [J]
///   supply = T_0 + (V_0 - min V) + max(0, max applied) + max (4 h)^2/2 f' M^-1 f  [J]
///
/// E_scheme is the remainder of the energy ledger, E_loss what friction and impacts have taken: Newton's law with
/// friction may give energy where bodies turn. What numerical damping takes counts for nothing in what is made, and
/// what is made after it is not hidden by it. No motion that obeys mechanics has more energy than the supply: kinetic
/// energy of the start, potential energy that was released, work that loads had done. Its last term is what a step
/// resolves: the kinetic energy that the forces f give in four steps to bodies at rest, at the place of the start
/// (loads may change with time; elastic forces of a motion that blows up must not count). M is estimated from the
/// inertia along f, which is exact for equal masses. Energy within round-off of the energies it is the difference of is
/// not counted. Samples are some steps apart: `look` costs no more than a few operations where nothing was made.
class EnergyGuard {
 public:
  /// Keeps a reference to the system.
  explicit EnergyGuard(const MechanicalSystem& system) : system_(system) {}
  /// At the state of the start, with steps of h [s].
  void start(const State& state, double h, const Energy& energy);
  void look(double t, const Energy& energy, const EnergyLedger& ledger);
  /// After each part of a step: what loads put in within a step they may have taken out at its end.
  void take(const EnergyLedger& ledger);

  double made() const;
  /// What friction and impacts have given, of what was made.
  double made_by_contacts() const { return given_.value(); }
  double supply() const;
  /// made / supply; infinity when something was made of nothing.
  double share() const { return share_of(made()); }
  double lost() const { return above_round_off(lost_.value()); }
  /// lost / supply; infinity when what nobody put in was lost.
  double lost_share() const { return share_of(lost()); }
  /// Of what has happened since `start`.
  void walk_memory(MemoryWalk& walk);

 private:
  double energy_of_some_steps(double t) const;
  double above_round_off(double energy) const;
  double share_of(double energy) const;

  const MechanicalSystem& system_;
  State start_;
  double step_ = 0.0;
  double kinetic_ = 0.0, potential_ = 0.0;  // at the start
  double of_some_steps_ = 0.0;
  double least_potential_ = 0.0, most_applied_ = 0.0;
  LargestRise made_, lost_, given_;  // of E_scheme, -E_scheme and -E_loss
  double largest_ = 0.0;             // of the terms that E_scheme is the difference of
};

}  // namespace percuss
